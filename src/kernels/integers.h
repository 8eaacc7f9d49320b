// int64 arithmetic that wraps around, as two's complement does, where plain C++ has undefined behaviour. For
// kernels only.
#pragma once
#include "kernels/math.h"

namespace wengert::kernels::WENGERT_ISA {

WENGERT_INLINE std::int64_t wrap_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
WENGERT_INLINE std::int64_t wrap_sub(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
WENGERT_INLINE std::int64_t wrap_mul(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

// b must not be 0. The lowest int64 divided by -1 wraps.
WENGERT_INLINE std::int64_t wrap_div(std::int64_t a, std::int64_t b) {
  return b == -1 ? wrap_sub(0, a) : a / b;
}
WENGERT_INLINE std::int64_t wrap_mod(std::int64_t a, std::int64_t b) { return b == -1 ? 0 : a % b; }

/// a^b; for b < 0 the integer part: 1 / a for |a| = 1, else 0.
WENGERT_INLINE std::int64_t wrap_pow(std::int64_t a, std::int64_t b) {
  if (b < 0) return a == 1 ? 1 : a == -1 ? (b % 2 == 0 ? 1 : -1) : 0;
  std::int64_t y = 1;
  for (; b > 0; b >>= 1) {
    if (b & 1) y = wrap_mul(y, a);
    a = wrap_mul(a, a);
  }
  return y;
}

}  // namespace wengert::kernels::WENGERT_ISA
