// Matrix products added to a tensor. Of the factors see matmul.h.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// beta x + alpha a b, with a b as mm (baddbmm: bmm) and x broadcast to its shape. beta = 0 ignores x's
/// values, NaN too.
Tensor addmm(const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& beta = 1,
             const Scalar& alpha = 1);
Tensor baddbmm(const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& beta = 1,
               const Scalar& alpha = 1);

}  // namespace wengert
