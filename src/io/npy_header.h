// The header of a .npy file: a Python dictionary of three entries.
#pragma once
#include <string>

#include "wengert/base/dtype.h"
#include "wengert/base/shape.h"

namespace wengert::io {

struct NpyHeader {
  ScalarType dtype = ScalarType::Float;
  bool fortran_order = false;
  Shape shape;
};

/// Throws Error, whose text `where` begins, unless text is {'descr': ..., 'fortran_order': ..., 'shape':
/// ...}, its entries in any order.
NpyHeader parse_npy_header(const std::string& text, const std::string& where);

/// The text, padded so that `before` bytes and it are a multiple of 64, with a newline at its end.
std::string format_npy_header(const NpyHeader& header, std::size_t before);

}  // namespace wengert::io
