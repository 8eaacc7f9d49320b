// What kernels are given: contiguous memory.
#pragma once
#include "wengert/autograd/mode.h"
#include "wengert/tensor.h"

namespace wengert {

/// x, or a copy of it that is contiguous; not recorded. An undefined tensor stays undefined.
inline Tensor dense(const Tensor& x) {
  const NoGradGuard quiet;
  return x.defined() ? x.contiguous() : x;
}

}  // namespace wengert
