// Logic of bits.
//
// Shapes broadcast and types promote as in arithmetic.h. No gradients.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// Logic of the bits of integers; of bool as logic. Not for floating-point tensors.
Tensor bitwise_not(const Tensor& x);
Tensor bitwise_and(const Tensor& a, const Tensor& b);
Tensor bitwise_and(const Tensor& a, const Scalar& b);
Tensor bitwise_or(const Tensor& a, const Tensor& b);
Tensor bitwise_or(const Tensor& a, const Scalar& b);
Tensor bitwise_xor(const Tensor& a, const Tensor& b);
Tensor bitwise_xor(const Tensor& a, const Scalar& b);

}  // namespace wengert
