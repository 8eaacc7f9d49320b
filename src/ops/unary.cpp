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

/// y = f(x) in x's own type.
Tensor same_type(const char* op, Unary f, const Tensor& x) {
  check_defined(op, "the tensor", x);
  return map(op, f, x, x.dtype());
}

/// y = f(x), which has a fraction even when x has none.
Tensor floating(const char* op, Unary f, const Tensor& x) {
  check_defined(op, "the tensor", x);
  return map(op, f, x, floating_type(x.dtype()));
}

/// y = f(x) with dx = gradient(dy, x).
template <class G>
Tensor record_from_x(const char* op, Unary f, const Tensor& x, G gradient) {
  return record(op, floating(op, f, x), {x}, saving(x, gradient));
}

/// y = f(x) with dx = gradient(dy, y).
template <class G>
Tensor record_from_y(const char* op, Unary f, const Tensor& x, G gradient) {
  const Tensor y = floating(op, f, x);
  return record(op, y, {x}, saving(output(y), gradient));
}

/// y = f(x), a step function.
Tensor record_step(const char* op, Unary f, const Tensor& x) {
  return record(op, same_type(op, f, x), {x}, [](const Tensor& dy) { return zeros(dy.sizes(), dy.dtype()); });
}

}  // namespace

Tensor neg(const Tensor& x) {
  check_defined("neg", "the tensor", x);
  if (x.dtype() == ScalarType::Bool) fail("neg: a bool tensor has no negative; ~x inverts a mask");
  return record("neg", same_type("neg", Unary::neg, x), {x}, [](const Tensor& dy) { return -dy; });
}

Tensor abs(const Tensor& x) {
  return record("abs", same_type("abs", Unary::abs, x), {x},
                saving(x, [](const Tensor& dy, const Tensor& saved_x) { return dy * sign(saved_x); }));
}

Tensor sign(const Tensor& x) {
  if (x.defined() && x.dtype() == ScalarType::Bool) return x.clone();
  return record_step("sign", Unary::sign, x);
}

Tensor square(const Tensor& x) {
  if (x.defined() && x.dtype() == ScalarType::Bool) return square(x.to(ScalarType::Long));
  return record("square", same_type("square", Unary::square, x), {x},
                saving(x, [](const Tensor& dy, const Tensor& saved_x) { return dy * (saved_x * 2); }));
}

Tensor sqrt(const Tensor& x) {
  return record_from_y("sqrt", Unary::sqrt, x,
                       [](const Tensor& dy, const Tensor& saved_y) { return dy / (saved_y * 2); });
}

Tensor rsqrt(const Tensor& x) {
  return record_from_y("rsqrt", Unary::rsqrt, x, [](const Tensor& dy, const Tensor& saved_y) {
    return dy * (saved_y * square(saved_y) * -0.5);
  });
}

Tensor reciprocal(const Tensor& x) {
  return record_from_y("reciprocal", Unary::reciprocal, x,
                       [](const Tensor& dy, const Tensor& saved_y) { return -dy * square(saved_y); });
}

Tensor exp(const Tensor& x) {
  return record_from_y("exp", Unary::exp, x,
                       [](const Tensor& dy, const Tensor& saved_y) { return dy * saved_y; });
}

Tensor exp2(const Tensor& x) {
  return record_from_y("exp2", Unary::exp2, x, [](const Tensor& dy, const Tensor& saved_y) {
    return dy * saved_y * std::numbers::ln2;
  });
}

Tensor expm1(const Tensor& x) {
  return record_from_y("expm1", Unary::expm1, x,
                       [](const Tensor& dy, const Tensor& saved_y) { return dy * (saved_y + 1); });
}

Tensor log(const Tensor& x) {
  return record_from_x("log", Unary::log, x,
                       [](const Tensor& dy, const Tensor& saved_x) { return dy / saved_x; });
}

Tensor log1p(const Tensor& x) {
  return record_from_x("log1p", Unary::log1p, x,
                       [](const Tensor& dy, const Tensor& saved_x) { return dy / (saved_x + 1); });
}

Tensor log2(const Tensor& x) {
  return record_from_x("log2", Unary::log2, x, [](const Tensor& dy, const Tensor& saved_x) {
    return dy / (saved_x * std::numbers::ln2);
  });
}

Tensor log10(const Tensor& x) {
  return record_from_x("log10", Unary::log10, x, [](const Tensor& dy, const Tensor& saved_x) {
    return dy / (saved_x * std::numbers::ln10);
  });
}

Tensor sin(const Tensor& x) {
  return record_from_x("sin", Unary::sin, x,
                       [](const Tensor& dy, const Tensor& saved_x) { return dy * cos(saved_x); });
}

Tensor cos(const Tensor& x) {
  return record_from_x("cos", Unary::cos, x,
                       [](const Tensor& dy, const Tensor& saved_x) { return -dy * sin(saved_x); });
}

Tensor tan(const Tensor& x) {
  return record_from_y("tan", Unary::tan, x,
                       [](const Tensor& dy, const Tensor& saved_y) { return dy * (square(saved_y) + 1); });
}

Tensor asin(const Tensor& x) {
  return record_from_x("asin", Unary::asin, x, [](const Tensor& dy, const Tensor& saved_x) {
    return dy * rsqrt(1 - square(saved_x));
  });
}

Tensor acos(const Tensor& x) {
  return record_from_x("acos", Unary::acos, x, [](const Tensor& dy, const Tensor& saved_x) {
    return -dy * rsqrt(1 - square(saved_x));
  });
}

Tensor atan(const Tensor& x) {
  return record_from_x("atan", Unary::atan, x,
                       [](const Tensor& dy, const Tensor& saved_x) { return dy / (square(saved_x) + 1); });
}

Tensor sinh(const Tensor& x) {
  return record_from_x("sinh", Unary::sinh, x,
                       [](const Tensor& dy, const Tensor& saved_x) { return dy * cosh(saved_x); });
}

Tensor cosh(const Tensor& x) {
  return record_from_x("cosh", Unary::cosh, x,
                       [](const Tensor& dy, const Tensor& saved_x) { return dy * sinh(saved_x); });
}

namespace {

/// erf'(x) = 2 / sqrt(pi) e^(-x^2)
Tensor erf_slope(const Tensor& x) { return exp(-square(x)) * (2 * std::numbers::inv_sqrtpi); }

}  // namespace

Tensor erf(const Tensor& x) {
  return record_from_x("erf", Unary::erf, x,
                       [](const Tensor& dy, const Tensor& saved_x) { return dy * erf_slope(saved_x); });
}

Tensor erfc(const Tensor& x) {
  return record_from_x("erfc", Unary::erfc, x,
                       [](const Tensor& dy, const Tensor& saved_x) { return -dy * erf_slope(saved_x); });
}

Tensor floor(const Tensor& x) { return record_step("floor", Unary::floor, x); }
Tensor ceil(const Tensor& x) { return record_step("ceil", Unary::ceil, x); }
Tensor round(const Tensor& x) { return record_step("round", Unary::round, x); }
Tensor trunc(const Tensor& x) { return record_step("trunc", Unary::trunc, x); }
Tensor& Tensor::neg_() const { return update("neg_", Unary::neg, *this, wengert::neg); }
Tensor& Tensor::abs_() const { return update("abs_", Unary::abs, *this, wengert::abs); }
Tensor& Tensor::sign_() const { return update("sign_", Unary::sign, *this, wengert::sign); }
Tensor& Tensor::square_() const { return update("square_", Unary::square, *this, wengert::square); }
Tensor& Tensor::sqrt_() const { return update("sqrt_", Unary::sqrt, *this, wengert::sqrt); }
Tensor& Tensor::rsqrt_() const { return update("rsqrt_", Unary::rsqrt, *this, wengert::rsqrt); }
Tensor& Tensor::reciprocal_() const {
  return update("reciprocal_", Unary::reciprocal, *this, wengert::reciprocal);
}
Tensor& Tensor::exp_() const { return update("exp_", Unary::exp, *this, wengert::exp); }
Tensor& Tensor::expm1_() const { return update("expm1_", Unary::expm1, *this, wengert::expm1); }
Tensor& Tensor::log_() const { return update("log_", Unary::log, *this, wengert::log); }
Tensor& Tensor::log1p_() const { return update("log1p_", Unary::log1p, *this, wengert::log1p); }
Tensor& Tensor::log2_() const { return update("log2_", Unary::log2, *this, wengert::log2); }
Tensor& Tensor::log10_() const { return update("log10_", Unary::log10, *this, wengert::log10); }
Tensor& Tensor::sin_() const { return update("sin_", Unary::sin, *this, wengert::sin); }
Tensor& Tensor::cos_() const { return update("cos_", Unary::cos, *this, wengert::cos); }
Tensor& Tensor::tan_() const { return update("tan_", Unary::tan, *this, wengert::tan); }
Tensor& Tensor::erf_() const { return update("erf_", Unary::erf, *this, wengert::erf); }
Tensor& Tensor::floor_() const { return update("floor_", Unary::floor, *this, wengert::floor); }
Tensor& Tensor::ceil_() const { return update("ceil_", Unary::ceil, *this, wengert::ceil); }
Tensor& Tensor::round_() const { return update("round_", Unary::round, *this, wengert::round); }
Tensor& Tensor::trunc_() const { return update("trunc_", Unary::trunc, *this, wengert::trunc); }
Tensor Tensor::neg() const { return wengert::neg(*this); }
Tensor Tensor::abs() const { return wengert::abs(*this); }
Tensor Tensor::sign() const { return wengert::sign(*this); }
Tensor Tensor::square() const { return wengert::square(*this); }
Tensor Tensor::sqrt() const { return wengert::sqrt(*this); }
Tensor Tensor::rsqrt() const { return wengert::rsqrt(*this); }
Tensor Tensor::reciprocal() const { return wengert::reciprocal(*this); }
Tensor Tensor::exp() const { return wengert::exp(*this); }
Tensor Tensor::exp2() const { return wengert::exp2(*this); }
Tensor Tensor::expm1() const { return wengert::expm1(*this); }
Tensor Tensor::log() const { return wengert::log(*this); }
Tensor Tensor::log1p() const { return wengert::log1p(*this); }
Tensor Tensor::log2() const { return wengert::log2(*this); }
Tensor Tensor::log10() const { return wengert::log10(*this); }
Tensor Tensor::sin() const { return wengert::sin(*this); }
Tensor Tensor::cos() const { return wengert::cos(*this); }
Tensor Tensor::tan() const { return wengert::tan(*this); }
Tensor Tensor::asin() const { return wengert::asin(*this); }
Tensor Tensor::acos() const { return wengert::acos(*this); }
Tensor Tensor::atan() const { return wengert::atan(*this); }
Tensor Tensor::sinh() const { return wengert::sinh(*this); }
Tensor Tensor::cosh() const { return wengert::cosh(*this); }
Tensor Tensor::erf() const { return wengert::erf(*this); }
Tensor Tensor::erfc() const { return wengert::erfc(*this); }
Tensor Tensor::floor() const { return wengert::floor(*this); }
Tensor Tensor::ceil() const { return wengert::ceil(*this); }
Tensor Tensor::round() const { return wengert::round(*this); }
Tensor Tensor::trunc() const { return wengert::trunc(*this); }

}  // namespace wengert
