// y = start + weight (end - start).
#include "wengert/ops/lerp.h"
#include "ops/elementwise_in_place.h"

namespace wengert {

using autograd::in_place;
using autograd::record;
using autograd::saving;
using kernels::Ternary;

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
Tensor Tensor::lerp(const Tensor& end, const Tensor& weight) const {
  return wengert::lerp(*this, end, weight);
}
Tensor Tensor::lerp(const Tensor& end, const Scalar& weight) const {
  return wengert::lerp(*this, end, weight);
}

}  // namespace wengert
