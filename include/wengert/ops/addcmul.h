// A scaled product, or quotient, added to a tensor.
//
// Shapes broadcast and types promote as in arithmetic.h.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// x + value a b.
Tensor addcmul(const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& value = 1);
/// x + value a / b. Error: a and b both integers.
Tensor addcdiv(const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& value = 1);

}  // namespace wengert
