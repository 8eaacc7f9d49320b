// Norms of vectors.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// (sum |x|^p)^(1/p) over all elements or `dims`; p = inf (-inf): the largest (smallest) |x|; p = 0: how many
/// differ from 0; nullopt: 2. The gradient is 0 where the norm is 0.
Tensor norm(const Tensor& x, const Scalar& p = 2);
Tensor norm(const Tensor& x, const optional<Scalar>& p, IntArrayRef dims, bool keepdim = false);

}  // namespace wengert
