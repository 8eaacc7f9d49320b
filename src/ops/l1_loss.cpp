// loss = |x - t|, and two that bend it into a square near 0.
#include "wengert/ops/l1_loss.h"
#include "base/fail.h"
#include "ops/loss.h"
#include "wengert/ops/activation.h"

namespace wengert {

namespace {

/// c (d - c / 2) with c = d between -bend and bend, else the nearer of the two: d^2 / 2, and straight beyond. The
/// second derivative is 1 inside and 0 from the bend on (hardtanh has no slope there), as in libtorch.
Tensor bent(const Tensor& d, double bend) {
  const Tensor c = hardtanh(d, -bend, bend);
  return c * (d - c * 0.5);
}

}  // namespace

Tensor l1_loss(const Tensor& x, const Tensor& t, std::int64_t reduction) {
  return reduce_loss(difference("l1_loss", x, t, reduction).abs(), reduction);
}

Tensor smooth_l1_loss(const Tensor& x, const Tensor& t, std::int64_t reduction, double beta) {
  if (!(beta >= 0)) fail("smooth_l1_loss: beta is {}, must not be negative", beta);
  const Tensor d = difference("smooth_l1_loss", x, t, reduction);
  return reduce_loss(beta == 0 ? d.abs() : bent(d, beta) / beta, reduction);
}

Tensor huber_loss(const Tensor& x, const Tensor& t, std::int64_t reduction, double delta) {
  if (!(delta > 0)) fail("huber_loss: delta is {}, must be above 0", delta);
  return reduce_loss(bent(difference("huber_loss", x, t, reduction), delta), reduction);
}

}  // namespace wengert
