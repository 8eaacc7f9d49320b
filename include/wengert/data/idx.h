// The IDX format of the MNIST files: bytes in a box.
//
//     two zero bytes, 0x08 (unsigned bytes), the number of dimensions
//     the size of each dimension, 4 bytes, big-endian
//     the bytes, row-major
#pragma once
#include <iosfwd>
#include <string>

#include "wengert/tensor.h"

namespace wengert::data {

/// The bytes as a tensor of `dtype`, which must not be bool. Errors, found before memory is asked for: a file
/// that can't be read; another magic number than that of `dims` dimensions of unsigned bytes (2049 for the
/// labels of MNIST, 2051 for its images); more or fewer bytes than the sizes want.
Tensor read_idx(const std::string& path, std::int64_t dims, ScalarType dtype = kInt64);
Tensor read_idx(std::istream& in, std::int64_t dims, ScalarType dtype = kInt64);

}  // namespace wengert::data
