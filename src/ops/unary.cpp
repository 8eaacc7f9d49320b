// Functions of one element, y = f(x), each beside its derivative.
#include <numbers>

#include "ops/elementwise_in_place.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/unary.h"

namespace wengert {

using autograd::output;
using autograd::record;
using autograd::saving;
using kernels::Unary;

namespace {

constexpr double kLn2 = std::numbers::ln2, kLn10 = std::numbers::ln10;

/// y = f(x), which has a fraction even when x has none.
Tensor floating(Unary f, const Tensor& x) {
  check_defined(name_of(f), "the tensor", x);
  return map(name_of(f), f, x, floating_type(x.dtype()));
}

/// y = f(x) with dx = gradient(dy, x).
template <class G>
Tensor from_x(Unary f, const Tensor& x, G gradient) {
  return record(name_of(f), floating(f, x), {x}, saving(x, gradient));
}
/// y = f(x) with dx = gradient(dy, y).
template <class G>
Tensor from_y(Unary f, const Tensor& x, G gradient) {
  const Tensor y = floating(f, x);
  return record(name_of(f), y, {x}, saving(output(y), gradient));
}
/// y = f(x) in x's own type.
Tensor same_type(Unary f, const Tensor& x) {
  check_defined(name_of(f), "the tensor", x);
  return map(name_of(f), f, x, x.dtype());
}
/// y = f(x), a step function.
Tensor step(Unary f, const Tensor& x) {
  return record(name_of(f), same_type(f, x), {x},
                [](const Tensor& dy) { return zeros(dy.sizes(), dy.dtype()); });
}

/// erf'(x) = 2 / sqrt(pi) e^(-x^2)
Tensor erf_slope(const Tensor& x) { return exp(-square(x)) * (2 * std::numbers::inv_sqrtpi); }

}  // namespace

// Sign and rounding; integers keep their type.

Tensor neg(const Tensor& x) {
  check_defined("neg", "the tensor", x);
  if (x.dtype() == ScalarType::Bool) fail("neg: a bool tensor has no negative; ~x inverts a mask");
  return record("neg", same_type(Unary::neg, x), {x}, [](const Tensor& dy) { return -dy; });
}
Tensor abs(const Tensor& x) {
  return record("abs", same_type(Unary::abs, x), {x},
                saving(x, [](const Tensor& dy, const Tensor& a) { return dy * sign(a); }));
}
Tensor sign(const Tensor& x) {
  if (x.defined() && x.dtype() == ScalarType::Bool) return x.clone();
  return step(Unary::sign, x);
}
Tensor floor(const Tensor& x) { return step(Unary::floor, x); }
Tensor ceil(const Tensor& x) { return step(Unary::ceil, x); }
Tensor round(const Tensor& x) { return step(Unary::round, x); }
Tensor trunc(const Tensor& x) { return step(Unary::trunc, x); }

// Powers and roots.

Tensor square(const Tensor& x) {
  if (x.defined() && x.dtype() == ScalarType::Bool) return square(x.to(ScalarType::Long));
  return record("square", same_type(Unary::square, x), {x},
                saving(x, [](const Tensor& dy, const Tensor& a) { return dy * (a * 2); }));
}
Tensor sqrt(const Tensor& x) {
  return from_y(Unary::sqrt, x, [](const Tensor& dy, const Tensor& y) { return dy / (y * 2); });
}
Tensor rsqrt(const Tensor& x) {
  return from_y(Unary::rsqrt, x,
                [](const Tensor& dy, const Tensor& y) { return dy * (y * square(y) * -0.5); });
}
Tensor reciprocal(const Tensor& x) {
  return from_y(Unary::reciprocal, x, [](const Tensor& dy, const Tensor& y) { return -dy * square(y); });
}

// Exponentials and logarithms.

Tensor exp(const Tensor& x) {
  return from_y(Unary::exp, x, [](const Tensor& dy, const Tensor& y) { return dy * y; });
}
Tensor exp2(const Tensor& x) {
  return from_y(Unary::exp2, x, [](const Tensor& dy, const Tensor& y) { return dy * y * kLn2; });
}
Tensor expm1(const Tensor& x) {
  return from_y(Unary::expm1, x, [](const Tensor& dy, const Tensor& y) { return dy * (y + 1); });
}
Tensor log(const Tensor& x) {
  return from_x(Unary::log, x, [](const Tensor& dy, const Tensor& a) { return dy / a; });
}
Tensor log1p(const Tensor& x) {
  return from_x(Unary::log1p, x, [](const Tensor& dy, const Tensor& a) { return dy / (a + 1); });
}
Tensor log2(const Tensor& x) {
  return from_x(Unary::log2, x, [](const Tensor& dy, const Tensor& a) { return dy / (a * kLn2); });
}
Tensor log10(const Tensor& x) {
  return from_x(Unary::log10, x, [](const Tensor& dy, const Tensor& a) { return dy / (a * kLn10); });
}

// Trigonometry.

Tensor sin(const Tensor& x) {
  return from_x(Unary::sin, x, [](const Tensor& dy, const Tensor& a) { return dy * cos(a); });
}
Tensor cos(const Tensor& x) {
  return from_x(Unary::cos, x, [](const Tensor& dy, const Tensor& a) { return -dy * sin(a); });
}
Tensor tan(const Tensor& x) {
  return from_y(Unary::tan, x, [](const Tensor& dy, const Tensor& y) { return dy * (square(y) + 1); });
}
Tensor asin(const Tensor& x) {
  return from_x(Unary::asin, x, [](const Tensor& dy, const Tensor& a) { return dy * rsqrt(1 - square(a)); });
}
Tensor acos(const Tensor& x) {
  return from_x(Unary::acos, x, [](const Tensor& dy, const Tensor& a) { return -dy * rsqrt(1 - square(a)); });
}
Tensor atan(const Tensor& x) {
  return from_x(Unary::atan, x, [](const Tensor& dy, const Tensor& a) { return dy / (square(a) + 1); });
}
Tensor sinh(const Tensor& x) {
  return from_x(Unary::sinh, x, [](const Tensor& dy, const Tensor& a) { return dy * cosh(a); });
}
Tensor cosh(const Tensor& x) {
  return from_x(Unary::cosh, x, [](const Tensor& dy, const Tensor& a) { return dy * sinh(a); });
}

// The error function.

Tensor erf(const Tensor& x) {
  return from_x(Unary::erf, x, [](const Tensor& dy, const Tensor& a) { return dy * erf_slope(a); });
}
Tensor erfc(const Tensor& x) {
  return from_x(Unary::erfc, x, [](const Tensor& dy, const Tensor& a) { return -dy * erf_slope(a); });
}

// Methods, and those in place.

// clang-format off
WENGERT_METHODS(neg) WENGERT_METHODS(abs) WENGERT_METHODS(sign) WENGERT_METHODS(square) WENGERT_METHODS(sqrt)
WENGERT_METHODS(rsqrt) WENGERT_METHODS(reciprocal) WENGERT_METHODS(exp) WENGERT_METHODS(expm1) WENGERT_METHODS(log)
WENGERT_METHODS(log1p) WENGERT_METHODS(log2) WENGERT_METHODS(log10) WENGERT_METHODS(sin) WENGERT_METHODS(cos)
WENGERT_METHODS(tan) WENGERT_METHODS(erf) WENGERT_METHODS(floor) WENGERT_METHODS(ceil) WENGERT_METHODS(round)
WENGERT_METHODS(trunc)
WENGERT_METHOD(exp2) WENGERT_METHOD(asin) WENGERT_METHOD(acos) WENGERT_METHOD(atan) WENGERT_METHOD(sinh)
WENGERT_METHOD(cosh) WENGERT_METHOD(erfc)
// clang-format on

}  // namespace wengert
