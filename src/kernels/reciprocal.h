// 1 / deviation, for kernels and outside: static, so that no two files share the code.
#pragma once

namespace wengert::kernels {

/// 1 / deviation within T's range; 0 for a deviation of 0, so that values that do not differ are scaled to 0.
template <class T>
static inline T reciprocal(double deviation) {
  constexpr double most = sizeof(T) == 4 ? 0x1.fffffep127 : 0x1.fffffffffffffp1023;
  const double r = 1 / deviation;
  return deviation == 0 ? T(0) : T(r > most ? most : r);
}

}  // namespace wengert::kernels
