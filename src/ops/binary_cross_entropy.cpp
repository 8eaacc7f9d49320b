// loss = -(t log x + (1 - t) log(1 - x)), of probabilities or of logits.
#include "wengert/ops/binary_cross_entropy.h"
#include "autograd/record.h"
#include "base/fail.h"
#include "ops/loss.h"
#include "tensor/tensor.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/activation.h"
#include "wengert/ops/comparison.h"

namespace wengert {

using autograd::record;
using autograd::saving;

namespace {

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
    fail("{}: {} has shape {}, which does not broadcast to {}", op, name, weight.sizes(), x.sizes());
}

/// t in x's shape: sizes of 1 count for nothing, and what is left broadcasts.
Tensor in_shape_of(const char* op, const Tensor& x, const Tensor& t) {
  if (t.impl()->sizes == x.impl()->sizes) return t;
  const Tensor squeezed = t.squeeze();
  const Shape sizes = x.detach().squeeze().sizes();
  if (squeezed.dim() > sizes.size() || !(broadcast_shapes(op, sizes, squeezed.sizes()) == sizes))
    fail("{}: the target has shape {}, which does not fit the input's {}", op, t.sizes(), x.sizes());
  return squeezed.expand(sizes).reshape(x.sizes());
}

}  // namespace

Tensor binary_cross_entropy(const Tensor& x, const Tensor& target, const Tensor& weight,
                            std::int64_t reduction) {
  const char* op = "binary_cross_entropy";
  check_loss(op, x, target, reduction);
  const Tensor t = in_shape_of(op, x, target);
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
  if (!(broadcast_shapes(op, x.sizes(), t.sizes()) == t.impl()->sizes))
    fail("{}: the input has shape {}, which does not broadcast to the target's {}", op, x.sizes(), t.sizes());
  check_weight(op, "the weight", t, weight);
  check_weight(op, "pos_weight", t, pos_weight);
  // -log sigmoid(x) = softplus(-x), and -log(1 - sigmoid(x)) = x + softplus(-x)
  const Tensor log_p = log_sigmoid(x);
  const Tensor share = pos_weight.defined() ? (pos_weight - 1) * t + 1 : Tensor();
  const Tensor losses = (1 - t) * x - (share.defined() ? share * log_p : log_p);
  return reduce_loss(weighted(losses, weight), reduction);
}

}  // namespace wengert
