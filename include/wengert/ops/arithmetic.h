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
/// floor(a / b), an integer for integers. No gradient.
Tensor floor_divide(const Tensor& a, const Tensor& b);
Tensor floor_divide(const Tensor& a, const Scalar& b);
/// a - b floor(a / b): the sign of b, as in Python.
Tensor remainder(const Tensor& a, const Tensor& b);
Tensor remainder(const Tensor& a, const Scalar& b);
/// a - b trunc(a / b): the sign of a, as in C.
Tensor fmod(const Tensor& a, const Tensor& b);
Tensor fmod(const Tensor& a, const Scalar& b);
/// a^b. Integers to a negative integer power are an Error.
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
/// x + value a / b. Floating-point only.
Tensor addcdiv(const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& value = 1);
/// start + weight (end - start).
Tensor lerp(const Tensor& start, const Tensor& end, const Scalar& weight);

inline Tensor operator+(const Tensor& a, const Tensor& b) { return add(a, b); }
inline Tensor operator+(const Tensor& a, const Scalar& b) { return add(a, b); }
inline Tensor operator+(const Scalar& a, const Tensor& b) { return add(b, a); }
inline Tensor operator-(const Tensor& a, const Tensor& b) { return sub(a, b); }
inline Tensor operator-(const Tensor& a, const Scalar& b) { return sub(a, b); }
inline Tensor operator-(const Scalar& a, const Tensor& b) { return rsub(b, a); }
inline Tensor operator*(const Tensor& a, const Tensor& b) { return mul(a, b); }
inline Tensor operator*(const Tensor& a, const Scalar& b) { return mul(a, b); }
inline Tensor operator*(const Scalar& a, const Tensor& b) { return mul(b, a); }
inline Tensor operator/(const Tensor& a, const Tensor& b) { return div(a, b); }
inline Tensor operator/(const Tensor& a, const Scalar& b) { return div(a, b); }
Tensor operator/(const Scalar& a, const Tensor& b);
inline Tensor operator%(const Tensor& a, const Tensor& b) { return remainder(a, b); }
inline Tensor operator%(const Tensor& a, const Scalar& b) { return remainder(a, b); }

inline Tensor Tensor::add(const Tensor& other, const Scalar& alpha) const {
  return wengert::add(*this, other, alpha);
}
inline Tensor Tensor::add(const Scalar& other, const Scalar& alpha) const {
  return wengert::add(*this, other, alpha);
}
inline Tensor Tensor::sub(const Tensor& other, const Scalar& alpha) const {
  return wengert::sub(*this, other, alpha);
}
inline Tensor Tensor::sub(const Scalar& other, const Scalar& alpha) const {
  return wengert::sub(*this, other, alpha);
}
inline Tensor Tensor::mul(const Tensor& other) const { return wengert::mul(*this, other); }
inline Tensor Tensor::mul(const Scalar& other) const { return wengert::mul(*this, other); }
inline Tensor Tensor::div(const Tensor& other) const { return wengert::div(*this, other); }
inline Tensor Tensor::div(const Scalar& other) const { return wengert::div(*this, other); }

}  // namespace wengert
