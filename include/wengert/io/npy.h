// NumPy's .npy format: one tensor in a file.
//
//     "\x93NUMPY", version (1 or 2, then 0), length of the header (2 bytes in version 1, 4 in version 2)
//     {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }   and spaces up to a newline
//     the elements
#pragma once
#include <iosfwd>
#include <string>

#include "wengert/tensor.h"

namespace wengert::io {

/// Writes version 1.0, row-major, little-endian: f4, f8, i8 or b1. A file is written atomically.
/// Errors: an undefined tensor, a file that can't be written.
void save_npy(const Tensor& x, const std::string& path);
void save_npy(const Tensor& x, std::ostream& out);

/// Reads versions 1.0 and 2.0 in row-major or column-major (Fortran) order; the tensor is row-major.
/// Errors: other versions, other element types (big-endian ones included), a header of another form, more or
/// fewer bytes than the shape wants. Found before memory is asked for.
Tensor load_npy(const std::string& path);
Tensor load_npy(std::istream& in);

}  // namespace wengert::io
