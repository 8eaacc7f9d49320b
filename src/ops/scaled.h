// A gradient times the factor that an operation applied.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// factor x, or x itself.
inline Tensor scaled(const Tensor& x, const Scalar& factor) {
  return factor.to_double() == 1 ? x : x * factor;
}

}  // namespace wengert
