// y = min(max(x, low), high).
#include <cmath>

#include "ops/elementwise_in_place.h"
#include "wengert/ops/clamp.h"
#include "wengert/ops/comparison.h"
#include "wengert/ops/where.h"

namespace wengert {

using autograd::in_place;
using autograd::record;
using autograd::saving;
using kernels::Unary;

namespace {

/// dy where low <= x <= high, else 0.
Tensor clamp_grad(const Tensor& dy, const Tensor& x, double low, double high) {
  return record("clamp_grad", map("clamp_grad", kernels::Binary::clamp_grad, dy, x, x.dtype(), low, high),
                {dy}, saving(x, [=](const Tensor& ddx, const Tensor& saved_x) {
                  return clamp_grad(ddx, saved_x, low, high);
                }));
}

Tensor clamped(const char* op, const Tensor& x, const optional<Scalar>& min, const optional<Scalar>& max) {
  check_defined(op, "the tensor", x);
  if (!min && !max) fail("{}: got neither a lower nor an upper bound", op);
  ScalarType dtype = x.dtype();
  if (min) dtype = promote_types(dtype, result_type(x, *min));
  if (max) dtype = promote_types(dtype, result_type(x, *max));
  const double low = min ? min->to_double() : -INFINITY, high = max ? max->to_double() : INFINITY;
  if (!is_floating(dtype)) {  // by way of numbers that are int64, since a double may not hold them
    const Tensor above = min ? map(op, kernels::Binary::maximum, x, *min, dtype) : x;
    return max ? map(op, kernels::Binary::minimum, above, *max, dtype) : above;
  }
  const Tensor y = !min   ? map(op, Unary::clamp_max, x, dtype, high)
                   : !max ? map(op, Unary::clamp_min, x, dtype, low)
                          : map(op, Unary::clamp, x, dtype, low, high);
  return record("clamp", y, {x}, saving(x, [=](const Tensor& dy, const Tensor& saved_x) {
                  return clamp_grad(dy, saved_x, low, high);
                }));
}
/// min(max(x, low), high), or one of the two. Each element of dy goes to where y came from.
Tensor clamped(const char* op, const Tensor& x, const optional<Tensor>& low, const optional<Tensor>& high) {
  check_defined(op, "the tensor", x);
  if (!low && !high) fail("{}: got neither a lower nor an upper bound", op);
  if (low) check_defined(op, "the lower bound", *low);
  if (high) check_defined(op, "the upper bound", *high);
  using kernels::Binary;
  const Tensor lower = low.value_or(Tensor()), upper = high.value_or(Tensor());
  ScalarType dtype = x.dtype();
  if (low) dtype = promote_types(dtype, result_type(x, lower));
  if (high) dtype = promote_types(dtype, result_type(x, upper));
  Tensor y = low ? map(op, Binary::maximum, x, lower, dtype) : x;
  if (high) y = map(op, Binary::minimum, y.detach(), upper, dtype);
  const auto pass = [](const Tensor& dy, const Tensor& where_to) {
    return masked_fill(dy, logical_not(where_to), 0);
  };
  if (!high)
    return record(
        "clamp", y, {x, lower},
        saving(x, lower,
               [pass](const Tensor& dy, const Tensor& a, const Tensor& l) { return pass(dy, a >= l); }),
        saving(x, lower,
               [pass](const Tensor& dy, const Tensor& a, const Tensor& l) { return pass(dy, a < l); }));
  if (!low)
    return record(
        "clamp", y, {x, upper},
        saving(x, upper,
               [pass](const Tensor& dy, const Tensor& a, const Tensor& u) { return pass(dy, a <= u); }),
        saving(x, upper,
               [pass](const Tensor& dy, const Tensor& a, const Tensor& u) { return pass(dy, a > u); }));
  return record(
      "clamp", y, {x, lower, upper},
      saving(x, lower, upper,
             [pass](const Tensor& dy, const Tensor& a, const Tensor& l, const Tensor& u) {
               return pass(dy, logical_and(a >= l, a <= u));
             }),
      saving(x, lower, upper,
             [pass](const Tensor& dy, const Tensor& a, const Tensor& l, const Tensor& u) {
               return pass(dy, logical_and(a < l, l < u));
             }),
      saving(x, lower, upper, [pass](const Tensor& dy, const Tensor& a, const Tensor& l, const Tensor& u) {
        return pass(dy, logical_or(a > u, l > u));
      }));
}

}  // namespace

Tensor clamp(const Tensor& x, const optional<Tensor>& min, const optional<Tensor>& max) {
  return clamped("clamp", x, min, max);
}

Tensor clamp_min(const Tensor& x, const Tensor& min) {
  return clamped("clamp_min", x, optional<Tensor>(min), optional<Tensor>());
}

Tensor clamp_max(const Tensor& x, const Tensor& max) {
  return clamped("clamp_max", x, optional<Tensor>(), optional<Tensor>(max));
}

Tensor& Tensor::clamp_(const optional<Tensor>& min, const optional<Tensor>& max) const {
  return in_place("clamp_", *this, {min.value_or(*this), max.value_or(*this)},
                  [&](const Tensor& x) { return clamped("clamp_", x, min, max); });
}

Tensor clamp(const Tensor& x, const optional<Scalar>& min, const optional<Scalar>& max) {
  return clamped("clamp", x, min, max);
}

Tensor clamp_min(const Tensor& x, const Scalar& min) {
  return clamped("clamp_min", x, optional<Scalar>(min), nullopt);
}

Tensor clamp_max(const Tensor& x, const Scalar& max) {
  return clamped("clamp_max", x, nullopt, optional<Scalar>(max));
}

Tensor& Tensor::clamp_(const optional<Scalar>& min, const optional<Scalar>& max) const {
  return in_place("clamp_", *this, [&](const Tensor& x) { return clamped("clamp_", x, min, max); });
}

Tensor& Tensor::clamp_min_(const Scalar& min) const {
  return in_place("clamp_min_", *this,
                  [&](const Tensor& x) { return clamped("clamp_min_", x, optional<Scalar>(min), nullopt); });
}

Tensor& Tensor::clamp_max_(const Scalar& max) const {
  return in_place("clamp_max_", *this,
                  [&](const Tensor& x) { return clamped("clamp_max_", x, nullopt, optional<Scalar>(max)); });
}

Tensor Tensor::clamp(const optional<Scalar>& min, const optional<Scalar>& max) const {
  return wengert::clamp(*this, min, max);
}
Tensor Tensor::clamp(const optional<Tensor>& min, const optional<Tensor>& max) const {
  return wengert::clamp(*this, min, max);
}
Tensor Tensor::clamp_min(const Tensor& min) const { return wengert::clamp_min(*this, min); }
Tensor Tensor::clamp_max(const Tensor& max) const { return wengert::clamp_max(*this, max); }
Tensor Tensor::clamp_min(const Scalar& min) const { return wengert::clamp_min(*this, min); }
Tensor Tensor::clamp_max(const Scalar& max) const { return wengert::clamp_max(*this, max); }

}  // namespace wengert
