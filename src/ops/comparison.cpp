// Comparison and logic: bool results without a gradient.
#include "wengert/ops/comparison.h"
#include "ops/in_place.h"
#include "tensor/elementwise.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/unary.h"

namespace wengert {

using kernels::Comparison;

namespace {

template <class B>
Tensor compare(const char* op, Comparison f, const Tensor& a, const B& b) {
  check_operands(op, a, b);
  return map(op, f, a, b, result_type(a, b));
}

Tensor test(const char* op, kernels::Test f, const Tensor& x) {
  check_defined(op, "the tensor", x);
  return map(op, f, x);
}

/// Whether a contiguous mask holds nothing but true.
bool all_true(const Tensor& mask) {
  return mask.numel() == 0 || !std::memchr(mask.data_ptr(), 0, std::size_t(mask.numel()));
}

}  // namespace

Tensor eq(const Tensor& a, const Tensor& b) { return compare("eq", Comparison::eq, a, b); }
Tensor eq(const Tensor& a, const Scalar& b) { return compare("eq", Comparison::eq, a, b); }
Tensor ne(const Tensor& a, const Tensor& b) { return compare("ne", Comparison::ne, a, b); }
Tensor ne(const Tensor& a, const Scalar& b) { return compare("ne", Comparison::ne, a, b); }
Tensor lt(const Tensor& a, const Tensor& b) { return compare("lt", Comparison::lt, a, b); }
Tensor lt(const Tensor& a, const Scalar& b) { return compare("lt", Comparison::lt, a, b); }
Tensor le(const Tensor& a, const Tensor& b) { return compare("le", Comparison::le, a, b); }
Tensor le(const Tensor& a, const Scalar& b) { return compare("le", Comparison::le, a, b); }
Tensor gt(const Tensor& a, const Tensor& b) { return compare("gt", Comparison::gt, a, b); }
Tensor gt(const Tensor& a, const Scalar& b) { return compare("gt", Comparison::gt, a, b); }
Tensor ge(const Tensor& a, const Tensor& b) { return compare("ge", Comparison::ge, a, b); }
Tensor ge(const Tensor& a, const Scalar& b) { return compare("ge", Comparison::ge, a, b); }
Tensor logical_not(const Tensor& x) { return test("logical_not", kernels::Test::logical_not, x); }

Tensor logical_and(const Tensor& a, const Tensor& b) {
  return compare("logical_and", Comparison::logical_and, a, b);
}

Tensor logical_or(const Tensor& a, const Tensor& b) {
  return compare("logical_or", Comparison::logical_or, a, b);
}

Tensor logical_xor(const Tensor& a, const Tensor& b) {
  return compare("logical_xor", Comparison::logical_xor, a, b);
}

Tensor isnan(const Tensor& x) { return test("isnan", kernels::Test::isnan, x); }
Tensor isinf(const Tensor& x) { return test("isinf", kernels::Test::isinf, x); }
Tensor isfinite(const Tensor& x) { return test("isfinite", kernels::Test::isfinite, x); }

Tensor isclose(const Tensor& a, const Tensor& b, double rtol, double atol, bool equal_nan) {
  check_operands("isclose", a, b);
  if (a.dtype() != b.dtype()) fail("isclose: got {} and {}; convert one with to()", a.dtype(), b.dtype());
  if (!(rtol >= 0) || !(atol >= 0)) fail("isclose: rtol = {} and atol = {} must not be negative", rtol, atol);
  NoGradGuard quiet;
  Tensor close = a == b;  // infinities are close to themselves, though inf - inf is not 0
  if (equal_nan) close = close | (isnan(a) & isnan(b));
  const ScalarType dtype = floating_type(a.dtype());
  const Tensor u = cast(a, dtype), v = cast(b, dtype), distance = abs(u - v);
  return close | (isfinite(distance) & (distance <= abs(v * rtol) + atol));
}

bool allclose(const Tensor& a, const Tensor& b, double rtol, double atol, bool equal_nan) {
  return all_true(isclose(a, b, rtol, atol, equal_nan));
}

bool equal(const Tensor& a, const Tensor& b) {
  check_operands("equal", a, b);
  return a.sizes() == b.sizes() && all_true(a == b);
}

bool is_nonzero(const Tensor& x) {
  check_defined("is_nonzero", "the tensor", x);
  if (x.numel() != 1) fail("is_nonzero: wants one element, got shape {}", x.sizes());
  return x.item().to_double() != 0;
}

Tensor Tensor::eq(const Tensor& other) const { return wengert::eq(*this, other); }
Tensor Tensor::eq(const Scalar& other) const { return wengert::eq(*this, other); }
Tensor Tensor::ne(const Tensor& other) const { return wengert::ne(*this, other); }
Tensor Tensor::ne(const Scalar& other) const { return wengert::ne(*this, other); }
Tensor Tensor::lt(const Tensor& other) const { return wengert::lt(*this, other); }
Tensor Tensor::lt(const Scalar& other) const { return wengert::lt(*this, other); }
Tensor Tensor::le(const Tensor& other) const { return wengert::le(*this, other); }
Tensor Tensor::le(const Scalar& other) const { return wengert::le(*this, other); }
Tensor Tensor::gt(const Tensor& other) const { return wengert::gt(*this, other); }
Tensor Tensor::gt(const Scalar& other) const { return wengert::gt(*this, other); }
Tensor Tensor::ge(const Tensor& other) const { return wengert::ge(*this, other); }
Tensor Tensor::ge(const Scalar& other) const { return wengert::ge(*this, other); }
Tensor Tensor::logical_not() const { return wengert::logical_not(*this); }
Tensor Tensor::logical_and(const Tensor& other) const { return wengert::logical_and(*this, other); }
Tensor Tensor::logical_or(const Tensor& other) const { return wengert::logical_or(*this, other); }
Tensor Tensor::logical_xor(const Tensor& other) const { return wengert::logical_xor(*this, other); }
Tensor Tensor::isnan() const { return wengert::isnan(*this); }
Tensor Tensor::isinf() const { return wengert::isinf(*this); }
Tensor Tensor::isfinite() const { return wengert::isfinite(*this); }
Tensor Tensor::isclose(const Tensor& other, double rtol, double atol, bool equal_nan) const {
  return wengert::isclose(*this, other, rtol, atol, equal_nan);
}
bool Tensor::allclose(const Tensor& other, double rtol, double atol, bool equal_nan) const {
  return wengert::allclose(*this, other, rtol, atol, equal_nan);
}
bool Tensor::equal(const Tensor& other) const { return wengert::equal(*this, other); }
bool Tensor::is_nonzero() const { return wengert::is_nonzero(*this); }
Tensor operator==(const Tensor& a, const Tensor& b) { return eq(a, b); }
Tensor operator==(const Tensor& a, const Scalar& b) { return eq(a, b); }
Tensor operator==(const Scalar& a, const Tensor& b) { return eq(b, a); }
Tensor operator!=(const Tensor& a, const Tensor& b) { return ne(a, b); }
Tensor operator!=(const Tensor& a, const Scalar& b) { return ne(a, b); }
Tensor operator!=(const Scalar& a, const Tensor& b) { return ne(b, a); }
Tensor operator<(const Tensor& a, const Tensor& b) { return lt(a, b); }
Tensor operator<(const Tensor& a, const Scalar& b) { return lt(a, b); }
Tensor operator<(const Scalar& a, const Tensor& b) { return gt(b, a); }
Tensor operator<=(const Tensor& a, const Tensor& b) { return le(a, b); }
Tensor operator<=(const Tensor& a, const Scalar& b) { return le(a, b); }
Tensor operator<=(const Scalar& a, const Tensor& b) { return ge(b, a); }
Tensor operator>(const Tensor& a, const Tensor& b) { return gt(a, b); }
Tensor operator>(const Tensor& a, const Scalar& b) { return gt(a, b); }
Tensor operator>(const Scalar& a, const Tensor& b) { return lt(b, a); }
Tensor operator>=(const Tensor& a, const Tensor& b) { return ge(a, b); }
Tensor operator>=(const Tensor& a, const Scalar& b) { return ge(a, b); }
Tensor operator>=(const Scalar& a, const Tensor& b) { return le(b, a); }
Tensor operator&&(const Tensor& a, const Tensor& b) { return logical_and(a, b); }
Tensor operator||(const Tensor& a, const Tensor& b) { return logical_or(a, b); }

}  // namespace wengert
