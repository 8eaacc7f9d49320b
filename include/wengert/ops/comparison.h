// Comparison and logic: tensors of bool, and choosing by them.
//
// Shapes broadcast and types promote as in arithmetic.h: a float32 tensor is compared with the number 0.1 as
// float32. Comparisons with NaN are false, but for ne. None of the bool results has a gradient.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

Tensor eq(const Tensor& a, const Tensor& b);
Tensor eq(const Tensor& a, const Scalar& b);
Tensor ne(const Tensor& a, const Tensor& b);
Tensor ne(const Tensor& a, const Scalar& b);
Tensor lt(const Tensor& a, const Tensor& b);
Tensor lt(const Tensor& a, const Scalar& b);
Tensor le(const Tensor& a, const Tensor& b);
Tensor le(const Tensor& a, const Scalar& b);
Tensor gt(const Tensor& a, const Tensor& b);
Tensor gt(const Tensor& a, const Scalar& b);
Tensor ge(const Tensor& a, const Tensor& b);
Tensor ge(const Tensor& a, const Scalar& b);

/// Logic of "is not zero", for elements of any type.
Tensor logical_not(const Tensor& x);
Tensor logical_and(const Tensor& a, const Tensor& b);
Tensor logical_or(const Tensor& a, const Tensor& b);
Tensor logical_xor(const Tensor& a, const Tensor& b);
/// Logic of the bits of integers; of bool as logic. Not for floating-point tensors.
Tensor bitwise_not(const Tensor& x);
Tensor bitwise_and(const Tensor& a, const Tensor& b);
Tensor bitwise_and(const Tensor& a, const Scalar& b);
Tensor bitwise_or(const Tensor& a, const Tensor& b);
Tensor bitwise_or(const Tensor& a, const Scalar& b);
Tensor bitwise_xor(const Tensor& a, const Tensor& b);
Tensor bitwise_xor(const Tensor& a, const Scalar& b);

/// Integers are never NaN or infinite.
Tensor isnan(const Tensor& x);
Tensor isinf(const Tensor& x);
Tensor isfinite(const Tensor& x);

/// |a - b| <= atol + rtol |b|, or a = b (infinities), or both NaN with equal_nan. Errors: two dtypes; rtol or
/// atol below 0.
Tensor isclose(const Tensor& a, const Tensor& b, double rtol = 1e-5, double atol = 1e-8,
               bool equal_nan = false);
/// Whether isclose holds everywhere.
bool allclose(const Tensor& a, const Tensor& b, double rtol = 1e-5, double atol = 1e-8,
              bool equal_nan = false);
/// Whether shapes and all elements are equal (NaN equals nothing).
bool equal(const Tensor& a, const Tensor& b);
/// Whether the one element is not 0. Error: not one element.
bool is_nonzero(const Tensor& x);

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

inline Tensor operator==(const Tensor& a, const Tensor& b) { return eq(a, b); }
inline Tensor operator==(const Tensor& a, const Scalar& b) { return eq(a, b); }
inline Tensor operator==(const Scalar& a, const Tensor& b) { return eq(b, a); }
inline Tensor operator!=(const Tensor& a, const Tensor& b) { return ne(a, b); }
inline Tensor operator!=(const Tensor& a, const Scalar& b) { return ne(a, b); }
inline Tensor operator!=(const Scalar& a, const Tensor& b) { return ne(b, a); }
inline Tensor operator<(const Tensor& a, const Tensor& b) { return lt(a, b); }
inline Tensor operator<(const Tensor& a, const Scalar& b) { return lt(a, b); }
inline Tensor operator<(const Scalar& a, const Tensor& b) { return gt(b, a); }
inline Tensor operator<=(const Tensor& a, const Tensor& b) { return le(a, b); }
inline Tensor operator<=(const Tensor& a, const Scalar& b) { return le(a, b); }
inline Tensor operator<=(const Scalar& a, const Tensor& b) { return ge(b, a); }
inline Tensor operator>(const Tensor& a, const Tensor& b) { return gt(a, b); }
inline Tensor operator>(const Tensor& a, const Scalar& b) { return gt(a, b); }
inline Tensor operator>(const Scalar& a, const Tensor& b) { return lt(b, a); }
inline Tensor operator>=(const Tensor& a, const Tensor& b) { return ge(a, b); }
inline Tensor operator>=(const Tensor& a, const Scalar& b) { return ge(a, b); }
inline Tensor operator>=(const Scalar& a, const Tensor& b) { return le(b, a); }
inline Tensor operator&&(const Tensor& a, const Tensor& b) { return logical_and(a, b); }
inline Tensor operator||(const Tensor& a, const Tensor& b) { return logical_or(a, b); }
inline Tensor operator&(const Tensor& a, const Tensor& b) { return bitwise_and(a, b); }
inline Tensor operator&(const Tensor& a, const Scalar& b) { return bitwise_and(a, b); }
inline Tensor operator&(const Scalar& a, const Tensor& b) { return bitwise_and(b, a); }
inline Tensor operator|(const Tensor& a, const Tensor& b) { return bitwise_or(a, b); }
inline Tensor operator|(const Tensor& a, const Scalar& b) { return bitwise_or(a, b); }
inline Tensor operator|(const Scalar& a, const Tensor& b) { return bitwise_or(b, a); }
inline Tensor operator^(const Tensor& a, const Tensor& b) { return bitwise_xor(a, b); }
inline Tensor operator^(const Tensor& a, const Scalar& b) { return bitwise_xor(a, b); }
inline Tensor operator^(const Scalar& a, const Tensor& b) { return bitwise_xor(b, a); }

inline Tensor Tensor::eq(const Tensor& other) const { return wengert::eq(*this, other); }
inline Tensor Tensor::eq(const Scalar& other) const { return wengert::eq(*this, other); }
inline Tensor Tensor::ne(const Tensor& other) const { return wengert::ne(*this, other); }
inline Tensor Tensor::ne(const Scalar& other) const { return wengert::ne(*this, other); }
inline Tensor Tensor::lt(const Tensor& other) const { return wengert::lt(*this, other); }
inline Tensor Tensor::lt(const Scalar& other) const { return wengert::lt(*this, other); }
inline Tensor Tensor::le(const Tensor& other) const { return wengert::le(*this, other); }
inline Tensor Tensor::le(const Scalar& other) const { return wengert::le(*this, other); }
inline Tensor Tensor::gt(const Tensor& other) const { return wengert::gt(*this, other); }
inline Tensor Tensor::gt(const Scalar& other) const { return wengert::gt(*this, other); }
inline Tensor Tensor::ge(const Tensor& other) const { return wengert::ge(*this, other); }
inline Tensor Tensor::ge(const Scalar& other) const { return wengert::ge(*this, other); }
inline Tensor Tensor::logical_not() const { return wengert::logical_not(*this); }
inline Tensor Tensor::logical_and(const Tensor& other) const { return wengert::logical_and(*this, other); }
inline Tensor Tensor::logical_or(const Tensor& other) const { return wengert::logical_or(*this, other); }
inline Tensor Tensor::logical_xor(const Tensor& other) const { return wengert::logical_xor(*this, other); }
inline Tensor Tensor::bitwise_not() const { return wengert::bitwise_not(*this); }
inline Tensor Tensor::bitwise_and(const Tensor& other) const { return wengert::bitwise_and(*this, other); }
inline Tensor Tensor::bitwise_or(const Tensor& other) const { return wengert::bitwise_or(*this, other); }
inline Tensor Tensor::bitwise_xor(const Tensor& other) const { return wengert::bitwise_xor(*this, other); }
inline Tensor Tensor::isnan() const { return wengert::isnan(*this); }
inline Tensor Tensor::isinf() const { return wengert::isinf(*this); }
inline Tensor Tensor::isfinite() const { return wengert::isfinite(*this); }
inline Tensor Tensor::isclose(const Tensor& other, double rtol, double atol, bool equal_nan) const {
  return wengert::isclose(*this, other, rtol, atol, equal_nan);
}
inline bool Tensor::allclose(const Tensor& other, double rtol, double atol, bool equal_nan) const {
  return wengert::allclose(*this, other, rtol, atol, equal_nan);
}
inline bool Tensor::equal(const Tensor& other) const { return wengert::equal(*this, other); }
inline bool Tensor::is_nonzero() const { return wengert::is_nonzero(*this); }
inline Tensor Tensor::where(const Tensor& condition, const Tensor& other) const {
  return wengert::where(condition, *this, other);
}
inline Tensor Tensor::masked_fill(const Tensor& mask, const Scalar& value) const {
  return wengert::masked_fill(*this, mask, value);
}
inline Tensor Tensor::masked_fill(const Tensor& mask, const Tensor& value) const {
  return wengert::masked_fill(*this, mask, value);
}

}  // namespace wengert
