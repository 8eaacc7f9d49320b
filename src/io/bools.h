#pragma once
#include <algorithm>
#include <cstdint>
#include <string>

#include "tensor/check.h"

namespace wengert::io {

/// Throws Error when x, just read, is of bools and has a byte other than 0 and 1, which no bool may have.
inline void check_bools(const Tensor& x, const std::string& where) {
  if (x.dtype() != kBool) return;
  const auto* bytes = static_cast<const std::uint8_t*>(x.data_ptr());
  const auto* end = bytes + x.numel();
  const auto* wrong = std::find_if(bytes, end, [](std::uint8_t b) { return b > 1; });
  if (wrong != end) fail("{}: a bool is stored as {}, wants 0 or 1", where, *wrong);
}

}  // namespace wengert::io
