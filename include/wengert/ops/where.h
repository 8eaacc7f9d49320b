// Choosing between tensors by a mask.
//
// Shapes broadcast and types promote as in arithmetic.h.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// y = condition ? a : b, broadcast; a and b promote. The gradient goes to the one that was chosen. Error: a
/// condition that is not bool.
Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b);
Tensor where(const Tensor& condition, const Tensor& a, const Scalar& b);
Tensor where(const Tensor& condition, const Scalar& a, const Tensor& b);
Tensor where(const Tensor& condition, const Scalar& a, const Scalar& b);
/// x with `value` (a number, or a 0-d tensor) where the mask is true, in x's type. Errors: a mask that is not
/// bool; a value with dimensions.
Tensor masked_fill(const Tensor& x, const Tensor& mask, const Scalar& value);
Tensor masked_fill(const Tensor& x, const Tensor& mask, const Tensor& value);

}  // namespace wengert
