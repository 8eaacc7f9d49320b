// What kernels are given: contiguous memory.
#pragma once
#include "tensor/elementwise.h"

namespace wengert {

/// A contiguous copy of x; not recorded.
inline Tensor dense_copy(const Tensor& x) {
  Tensor y = make_tensor(x.impl()->sizes, x.dtype());
  copy_elements(y, x);
  return y;
}

/// x, or a copy of it that is contiguous; not recorded. An undefined tensor stays undefined.
inline Tensor dense(const Tensor& x) { return !x.defined() || x.is_contiguous() ? x : dense_copy(x); }

}  // namespace wengert
