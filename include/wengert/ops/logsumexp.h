// log sum exp.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// log sum exp(x) over dims (all when empty), without overflow. -inf where there is nothing.
Tensor logsumexp(const Tensor& x, IntArrayRef dims, bool keepdim = false);

}  // namespace wengert
