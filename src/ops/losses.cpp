// Losses made of tensor operations, one value for each element.
#include <cmath>

#include "autograd/record.h"
#include "base/warn.h"
#include "ops/loss.h"
#include "tensor/elementwise.h"
#include "wengert/base/fmt.h"
#include "wengert/ops/activation.h"
#include "wengert/ops/comparison.h"

namespace wengert {

using autograd::record;
using autograd::saving;

namespace {

/// x - t; shapes that only broadcast are taken with a warning.
Tensor difference(const char* op, const Tensor& x, const Tensor& t, std::int64_t reduction) {
  check_loss(op, x, t, reduction);
  if (!(x.sizes() == t.sizes())) {
    const Shape both = broadcast_shapes(op, x.sizes(), t.sizes());
    warn_once(
        fmt::format("{}: input {} and target {} differ in shape; they are broadcast to {}, which is "
                    "probably not what is meant",
                    op, x.sizes(), t.sizes(), both));
  }
  return x - t;
}

/// c (|d| - c / 2) with c = min(|d|, bend): d^2 / 2 up to the bend, straight beyond.
Tensor bent(const Tensor& d, double bend) {
  const Tensor size = d.abs(), c = size.clamp_max(bend);
  return c * (size - c * 0.5);
}

/// Throws Error unless every element of x lies in [0, 1].
void check_probabilities(const char* op, const Tensor& x) {
  const NoGradGuard quiet;
  const Tensor wrong = logical_and(x >= 0, x <= 1).logical_not();
  if (!wrong.any().item<bool>()) return;
  const std::int64_t i = wrong.flatten().to(kLong).argmax().item<std::int64_t>();
  fail("{}: input {} at {} is no probability, must lie in [0, 1]", op, x.flatten()[i].item<double>(),
       place_of(i, x.sizes()));
}

/// log p, but not below -100.
Tensor bounded_log(const Tensor& p) { return p.log().clamp_min(-100); }
Tensor bounded_log1m(const Tensor& p) { return (-p).log1p().clamp_min(-100); }

Tensor weighted(const Tensor& losses, const Tensor& weight) {
  return weight.defined() ? losses * weight : losses;
}

/// Throws Error unless weight is undefined or broadcasts to x's shape.
void check_weight(const char* op, const char* name, const Tensor& x, const Tensor& weight) {
  if (weight.defined() && !(broadcast_shapes(op, x.sizes(), weight.sizes()) == x.impl()->sizes))
    fail("{}: {} has shape {}, which does not broadcast to the input's {}", op, name, weight.sizes(),
         x.sizes());
}

}  // namespace

Tensor mse_loss(const Tensor& x, const Tensor& t, std::int64_t reduction) {
  return reduce_loss(difference("mse_loss", x, t, reduction).square(), reduction);
}

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

Tensor binary_cross_entropy(const Tensor& x, const Tensor& t, const Tensor& weight, std::int64_t reduction) {
  const char* op = "binary_cross_entropy";
  check_loss(op, x, t, reduction);
  check_same_shape(op, x, t);
  check_weight(op, "the weight", x, weight);
  check_probabilities(op, x);
  const Tensor losses = [&] {
    const NoGradGuard quiet;
    return -(t * bounded_log(x) + (1 - t) * bounded_log1m(x));
  }();
  const Tensor y =
      record(op, losses, {x, t},
             saving(x, t,
                    [](const Tensor& dy, const Tensor& saved_x, const Tensor& saved_t) {
                      return dy * (saved_x - saved_t) / (saved_x * (1 - saved_x)).clamp_min(1e-12);
                    }),
             saving(x, [](const Tensor& dy, const Tensor& saved_x) {
               return dy * (bounded_log1m(saved_x) - bounded_log(saved_x));
             }));
  return reduce_loss(weighted(y, weight), reduction);
}

Tensor binary_cross_entropy_with_logits(const Tensor& x, const Tensor& t, const Tensor& weight,
                                        const Tensor& pos_weight, std::int64_t reduction) {
  const char* op = "binary_cross_entropy_with_logits";
  check_loss(op, x, t, reduction);
  check_same_shape(op, x, t);
  check_weight(op, "the weight", x, weight);
  check_weight(op, "pos_weight", x, pos_weight);
  // -log sigmoid(x) = softplus(-x), and -log(1 - sigmoid(x)) = x + softplus(-x)
  const Tensor log_p = log_sigmoid(x);
  const Tensor share = pos_weight.defined() ? (pos_weight - 1) * t + 1 : Tensor();
  const Tensor losses = (1 - t) * x - (share.defined() ? share * log_p : log_p);
  return reduce_loss(weighted(losses, weight), reduction);
}

Tensor kl_div(const Tensor& x, const Tensor& t, std::int64_t reduction, bool log_target) {
  check_loss("kl_div", x, t, reduction);
  if (log_target) return reduce_loss(t.exp() * (t - x), reduction);
  const Tensor log_t = t.masked_fill(t == 0, 1).log();  // t log t = 0 at 0
  // x may be -inf where t is 0
  return reduce_loss(t * (log_t - x.masked_fill(t == 0, 0)), reduction);
}

}  // namespace wengert
