// Arithmetic between tensors, and between tensors and numbers.
//
// Shapes broadcast: they are aligned at the last dimension, and a size of 1 (or a missing dimension) is
// repeated. Types promote: bool < int64 < float32 < float64; a number, or a 0-d tensor beside one with
// dimensions, changes the result's type only when it is of a later kind (bool, integer, floating). The result
// is in that type. Errors: shapes that do not broadcast; bool where it has no meaning (sub).
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// a + alpha b.
Tensor add(const Tensor& a, const Tensor& b, const Scalar& alpha = 1);
Tensor add(const Tensor& a, const Scalar& b, const Scalar& alpha = 1);
/// a - alpha b.
Tensor sub(const Tensor& a, const Tensor& b, const Scalar& alpha = 1);
Tensor sub(const Tensor& a, const Scalar& b, const Scalar& alpha = 1);
/// b - alpha a.
Tensor rsub(const Tensor& a, const Scalar& b, const Scalar& alpha = 1);
Tensor rsub(const Tensor& a, const Tensor& b, const Scalar& alpha = 1);
/// a b, elementwise.
Tensor mul(const Tensor& a, const Tensor& b);
Tensor mul(const Tensor& a, const Scalar& b);
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
/// a^b. Integers to a negative integer number are an Error; to negative integers of a tensor, the integer
/// part (0, but for a = 1 and -1). The gradient of 0^b is 0 for b >= 0 where b is the variable.
Tensor pow(const Tensor& a, const Tensor& b);
Tensor pow(const Tensor& a, const Scalar& b);
Tensor pow(const Scalar& a, const Tensor& b);
/// The larger (smaller) of a and b; NaN if either is. Where they are equal, each gets half of the gradient.
Tensor maximum(const Tensor& a, const Tensor& b);
Tensor minimum(const Tensor& a, const Tensor& b);
/// The angle of the point (b, a), in radians, in [-pi, pi].
Tensor atan2(const Tensor& a, const Tensor& b);
/// x + value a b.
Tensor addcmul(const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& value = 1);
/// x + value a / b. Error: a and b both integers.
Tensor addcdiv(const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& value = 1);
/// start + weight (end - start), exactly `end` at weight 1. Floating-point only; all of one dtype.
Tensor lerp(const Tensor& start, const Tensor& end, const Scalar& weight);
Tensor lerp(const Tensor& start, const Tensor& end, const Tensor& weight);

}  // namespace wengert
