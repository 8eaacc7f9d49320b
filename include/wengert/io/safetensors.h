// The safetensors format: named tensors in one file, which Python's ecosystem reads.
//
//     8 bytes    N, the length of the header, little-endian
//     N bytes    a JSON object: name -> {"dtype": "F32", "shape": [2, 3], "data_offsets": [begin, end]}, and
//                optionally "__metadata__" -> strings by name; spaces at its end
//     the rest   the elements, row-major, little-endian; begin and end count from here
#pragma once
#include <iosfwd>
#include <map>
#include <string>

#include "wengert/tensor/tensor_map.h"

namespace wengert {

namespace io {

/// What the header keeps beside the tensors. "format" = "pt" says that names and shapes are PyTorch's.
using Metadata = std::map<std::string, std::string>;

struct Safetensors {
  TensorMap tensors;
  Metadata metadata;
};

/// Writes the tensors as F32, F64, I64 or BOOL, each at an offset that its element size divides. A file is
/// written atomically: at every moment there is the old file or the new one.
/// Errors: an undefined tensor; a name with a zero byte, that is not UTF-8, or that is "__metadata__"; a file
/// that can't be written.
void write_safetensors(const TensorMap& tensors, const std::string& path,
                       const Metadata& metadata = {{"format", "pt"}});
void write_safetensors(const TensorMap& tensors, std::ostream& out,
                       const Metadata& metadata = {{"format", "pt"}});

/// Reads such a file, or a stream to its end. Everything the header says is checked against the number of
/// bytes there are before memory is asked for.
/// Errors: a file that can't be read; a header that is longer than the file, is not JSON of the form above,
/// or names a tensor twice; an element type other than the four; offsets that leave the file, overlap, leave
/// gaps or do not fit the shape.
Safetensors read_safetensors(const std::string& path);
Safetensors read_safetensors(std::istream& in);

}  // namespace io
}  // namespace wengert
