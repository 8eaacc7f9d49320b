// y = x + value a b, y = x + value a / b.
#include "wengert/ops/addcmul.h"
#include "ops/elementwise_in_place.h"
#include "wengert/ops/unary.h"

namespace wengert {

using autograd::in_place;
using autograd::record;
using autograd::saving;
using kernels::Ternary;

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
Tensor Tensor::addcmul(const Tensor& a, const Tensor& b, const Scalar& value) const {
  return wengert::addcmul(*this, a, b, value);
}
Tensor Tensor::addcdiv(const Tensor& a, const Tensor& b, const Scalar& value) const {
  return wengert::addcdiv(*this, a, b, value);
}

}  // namespace wengert
