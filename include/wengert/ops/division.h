// Quotients, exact or rounded, and the remainders that go with them.
//
// Shapes broadcast and types promote as in arithmetic.h.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// a / b; integers are divided as the default floating-point type. rounding_mode "floor" or "trunc" rounds
/// the quotient and keeps integers integers (division by zero is then an Error).
Tensor div(const Tensor& a, const Tensor& b);
Tensor div(const Tensor& a, const Scalar& b);
Tensor div(const Tensor& a, const Tensor& b, optional<std::string> rounding_mode);
Tensor div(const Tensor& a, const Scalar& b, optional<std::string> rounding_mode);
/// floor(a / b), an integer for integers (division by zero is then an Error). No gradient.
Tensor floor_divide(const Tensor& a, const Tensor& b);
Tensor floor_divide(const Tensor& a, const Scalar& b);
/// a - b floor(a / b): the sign of b, as in Python. Integers by zero are an Error.
Tensor remainder(const Tensor& a, const Tensor& b);
Tensor remainder(const Tensor& a, const Scalar& b);
Tensor remainder(const Scalar& a, const Tensor& b);
/// a - b trunc(a / b): the sign of a, as in C. Integers by zero are an Error.
Tensor fmod(const Tensor& a, const Tensor& b);
Tensor fmod(const Tensor& a, const Scalar& b);

}  // namespace wengert
