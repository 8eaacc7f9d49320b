// Comparison and logic: bool results without a gradient.
#include "wengert/ops/comparison.h"
#include "ops/elementwise_in_place.h"
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

Tensor test(const char* op, kernels::Predicate f, const Tensor& x) {
  check_defined(op, "the tensor", x);
  return map(op, f, x);
}

/// Whether a contiguous mask holds nothing but true.
bool all_true(const Tensor& mask) {
  return mask.numel() == 0 || !std::memchr(mask.data_ptr(), 0, std::size_t(mask.numel()));
}

}  // namespace

#define WENGERT_COMPARISON(name)                                                                   \
  Tensor name(const Tensor& a, const Tensor& b) { return compare(#name, Comparison::name, a, b); } \
  Tensor name(const Tensor& a, const Scalar& b) { return compare(#name, Comparison::name, a, b); } \
  WENGERT_METHOD_OF(name, Tensor)                                                                  \
  WENGERT_METHOD_OF(name, Scalar)
WENGERT_COMPARISON(eq)
WENGERT_COMPARISON(ne)
WENGERT_COMPARISON(lt)
WENGERT_COMPARISON(le)
WENGERT_COMPARISON(gt)
WENGERT_COMPARISON(ge)

Tensor logical_not(const Tensor& x) { return test("logical_not", kernels::Predicate::logical_not, x); }

Tensor logical_and(const Tensor& a, const Tensor& b) {
  return compare("logical_and", Comparison::logical_and, a, b);
}

Tensor logical_or(const Tensor& a, const Tensor& b) {
  return compare("logical_or", Comparison::logical_or, a, b);
}

Tensor logical_xor(const Tensor& a, const Tensor& b) {
  return compare("logical_xor", Comparison::logical_xor, a, b);
}

Tensor isnan(const Tensor& x) { return test("isnan", kernels::Predicate::isnan, x); }
Tensor isinf(const Tensor& x) { return test("isinf", kernels::Predicate::isinf, x); }
Tensor isfinite(const Tensor& x) { return test("isfinite", kernels::Predicate::isfinite, x); }

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

WENGERT_METHOD(logical_not)
WENGERT_METHOD_OF(logical_and, Tensor)
WENGERT_METHOD_OF(logical_or, Tensor)
WENGERT_METHOD_OF(logical_xor, Tensor)
WENGERT_METHOD(isnan)
WENGERT_METHOD(isinf)
WENGERT_METHOD(isfinite)
Tensor Tensor::isclose(const Tensor& other, double rtol, double atol, bool equal_nan) const {
  return wengert::isclose(*this, other, rtol, atol, equal_nan);
}
bool Tensor::allclose(const Tensor& other, double rtol, double atol, bool equal_nan) const {
  return wengert::allclose(*this, other, rtol, atol, equal_nan);
}
bool Tensor::equal(const Tensor& other) const { return wengert::equal(*this, other); }
bool Tensor::is_nonzero() const { return wengert::is_nonzero(*this); }
Tensor operator&&(const Tensor& a, const Tensor& b) { return logical_and(a, b); }
Tensor operator||(const Tensor& a, const Tensor& b) { return logical_or(a, b); }

#define WENGERT_OPERATOR(symbol, name, turned)                                    \
  Tensor operator symbol(const Tensor& a, const Tensor& b) { return name(a, b); } \
  Tensor operator symbol(const Tensor& a, const Scalar& b) { return name(a, b); } \
  Tensor operator symbol(const Scalar& a, const Tensor& b) { return turned(b, a); }
WENGERT_OPERATOR(==, eq, eq)
WENGERT_OPERATOR(!=, ne, ne)
WENGERT_OPERATOR(<, lt, gt)
WENGERT_OPERATOR(<=, le, ge)
WENGERT_OPERATOR(>, gt, lt)
WENGERT_OPERATOR(>=, ge, le)

}  // namespace wengert
