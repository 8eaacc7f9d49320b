// Operations that combine two or three tensors otherwise than by the four rules of arithmetic.
#include "ops/update.h"
#include "wengert/ops/arithmetic.h"
#include "wengert/ops/comparison.h"
#include "wengert/ops/pointwise.h"

namespace wengert {

using autograd::in_place;
using autograd::record;
using autograd::saving;
using kernels::Binary;
using kernels::Ternary;

// ---- The larger, the smaller ------------------------------------------------------------------------------

namespace {

/// The share of dy that the chosen one gets: half where both are equal, nothing where it lost. A NaN neither
/// loses nor wins.
Tensor share(const Tensor& dy, const Tensor& equal, const Tensor& lost) {
  return where(equal, dy / 2, dy).masked_fill(lost, 0);
}

}  // namespace

Tensor maximum(const Tensor& a, const Tensor& b) {
  check_operands("maximum", a, b);
  return record("maximum", map("maximum", Binary::maximum, a, b, result_type(a, b)), {a, b},
                saving(a, b,
                       [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
                         return share(dy, saved_a == saved_b, saved_a < saved_b);
                       }),  // da
                saving(a, b, [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
                  return share(dy, saved_a == saved_b, saved_b < saved_a);
                }));  // db
}
Tensor minimum(const Tensor& a, const Tensor& b) {
  check_operands("minimum", a, b);
  return record("minimum", map("minimum", Binary::minimum, a, b, result_type(a, b)), {a, b},
                saving(a, b,
                       [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
                         return share(dy, saved_a == saved_b, saved_a > saved_b);
                       }),  // da
                saving(a, b, [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
                  return share(dy, saved_a == saved_b, saved_b > saved_a);
                }));  // db
}

// ---- y = the angle of the point (b, a) --------------------------------------------------------------------

Tensor atan2(const Tensor& a, const Tensor& b) {
  check_operands("atan2", a, b);
  return record("atan2", map("atan2", Binary::atan2, a, b, floating_type(result_type(a, b))), {a, b},
                saving(a, b,
                       [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
                         return dy * (saved_b / (square(saved_a) + square(saved_b)));
                       }),  // da
                saving(a, b, [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
                  return -dy * (saved_a / (square(saved_a) + square(saved_b)));
                }));  // db
}

// ---- y = x + value a b, y = x + value a / b ---------------------------------------------------------------

namespace {

void check_three(const char* op, const Tensor& x, const Tensor& a, const Tensor& b) {
  check_defined(op, "the tensor", x);
  check_operands(op, a, b);
}

/// As for two tensors: those with 0 dimensions do not widen a floating type of those with dimensions.
ScalarType result_type(const Tensor& x, const Tensor& a, const Tensor& b) {
  ScalarType flat = ScalarType::Bool, points = ScalarType::Bool;
  for (const Tensor* t : {&x, &a, &b}) {
    ScalarType& group = t->dim() == 0 ? points : flat;
    group = promote_types(group, t->dtype());
  }
  return is_floating(flat) ? flat : promote_types(flat, points);
}

}  // namespace

Tensor addcmul(const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& value) {
  check_three("addcmul", x, a, b);
  const ScalarType dtype = result_type(x, a, b);
  if (value.is_floating_point() && !is_floating(dtype))
    fail("addcmul: value = {} would lose its fraction among {} tensors", value.to_double(), dtype);
  return record(
      "addcmul", map("addcmul", Ternary::addcmul, x, a, b, dtype, value.to_double()), {x, a, b},
      [](const Tensor& dy) { return dy; },  // dx
      saving(b, [value](const Tensor& dy, const Tensor& saved_b) { return dy * (saved_b * value); }),
      saving(a, [value](const Tensor& dy, const Tensor& saved_a) { return dy * (saved_a * value); }));
}
Tensor addcdiv(const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& value) {
  check_three("addcdiv", x, a, b);
  if (!is_floating(a.dtype()) && !is_floating(b.dtype()))
    fail("addcdiv: got {} / {}, wants a floating-point quotient", a.dtype(), b.dtype());
  const ScalarType dtype = result_type(x, a, b);
  return record(
      "addcdiv", map("addcdiv", Ternary::addcdiv, x, a, b, dtype, value.to_double()), {x, a, b},
      [](const Tensor& dy) { return dy; },  // dx
      saving(b, [value](const Tensor& dy, const Tensor& saved_b) { return dy * (value / saved_b); }),
      saving(a, b, [value](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
        return -dy * (saved_a * value / square(saved_b));
      }));
}
Tensor& Tensor::addcmul_(const Tensor& a, const Tensor& b, const Scalar& value) const {
  return in_place("addcmul_", *this, {a, b},
                  [&](const Tensor& x) { return wengert::addcmul(x, a, b, value); });
}
Tensor& Tensor::addcdiv_(const Tensor& a, const Tensor& b, const Scalar& value) const {
  return in_place("addcdiv_", *this, {a, b},
                  [&](const Tensor& x) { return wengert::addcdiv(x, a, b, value); });
}

// ---- y = start + weight (end - start) ---------------------------------------------------------------------

Tensor lerp(const Tensor& start, const Tensor& end, const Scalar& weight) {
  check_operands("lerp", start, end);
  if (start.dtype() != end.dtype() || !start.is_floating_point())
    fail("lerp: from {} to {}, wants one floating-point type", start.dtype(), end.dtype());
  const double w = weight.to_double();
  return record(
      "lerp", map("lerp", Ternary::lerp, start, end, weight, start.dtype()), {start, end},
      [w](const Tensor& dy) { return dy * (1 - w); },  // dstart
      [w](const Tensor& dy) { return dy * w; });       // dend
}
Tensor lerp(const Tensor& start, const Tensor& end, const Tensor& weight) {
  check_operands("lerp", start, end);
  check_defined("lerp", "the weight", weight);
  if (start.dtype() != end.dtype() || start.dtype() != weight.dtype() || !start.is_floating_point())
    fail("lerp: from {} to {} by {}, wants one floating-point type", start.dtype(), end.dtype(),
         weight.dtype());
  return record("lerp", map("lerp", Ternary::lerp, start, end, weight, start.dtype()), {start, end, weight},
                saving(weight, [](const Tensor& dy, const Tensor& w) { return dy * (1 - w); }),  // dstart
                saving(weight, [](const Tensor& dy, const Tensor& w) { return dy * w; }),        // dend
                saving(start, end, [](const Tensor& dy, const Tensor& from, const Tensor& to) {
                  return dy * (to - from);
                }));  // dweight
}
Tensor& Tensor::lerp_(const Tensor& end, const Tensor& weight) const {
  return in_place("lerp_", *this, {end, weight},
                  [&](const Tensor& x) { return wengert::lerp(x, end, weight); });
}
Tensor& Tensor::lerp_(const Tensor& end, const Scalar& weight) const {
  return in_place("lerp_", *this, {end}, [&](const Tensor& x) { return wengert::lerp(x, end, weight); });
}

Tensor Tensor::atan2(const Tensor& other) const { return wengert::atan2(*this, other); }
Tensor Tensor::addcmul(const Tensor& a, const Tensor& b, const Scalar& value) const {
  return wengert::addcmul(*this, a, b, value);
}
Tensor Tensor::addcdiv(const Tensor& a, const Tensor& b, const Scalar& value) const {
  return wengert::addcdiv(*this, a, b, value);
}
Tensor Tensor::lerp(const Tensor& end, const Tensor& weight) const {
  return wengert::lerp(*this, end, weight);
}
Tensor Tensor::lerp(const Tensor& end, const Scalar& weight) const {
  return wengert::lerp(*this, end, weight);
}

Tensor Tensor::maximum(const Tensor& other) const { return wengert::maximum(*this, other); }
Tensor Tensor::minimum(const Tensor& other) const { return wengert::minimum(*this, other); }
}  // namespace wengert
