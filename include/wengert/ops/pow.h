// Powers.
//
// Shapes broadcast and types promote as in arithmetic.h.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// a^b. Integers to a negative integer number are an Error; to negative integers of a tensor, the integer
/// part (0, but for a = 1 and -1). The gradient of 0^b is 0 for b >= 0 where b is the variable.
Tensor pow(const Tensor& a, const Tensor& b);
Tensor pow(const Tensor& a, const Scalar& b);
Tensor pow(const Scalar& a, const Tensor& b);

}  // namespace wengert
