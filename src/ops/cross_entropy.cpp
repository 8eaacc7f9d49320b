// Cross-entropy of logits x with the classes in dimension c.
//
//   loss = W log s - sum_j q_j (x_j - m),  dx = dloss (W softmax(x) - q)     (kernels/cross_entropy.h)
//
// With labels it is one pass each way; the softmax itself is never stored. With probabilities q is a tensor,
// and the loss is made of tensor operations, so that q has a gradient too.
#include <limits>

#include "autograd/record.h"
#include "base/fail.h"
#include "kernels/cross_entropy.h"
#include "kernels/reduce.h"
#include "ops/loss.h"
#include "tensor/dispatch.h"
#include "tensor/tensor.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/comparison.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/cross_entropy.h"
#include "wengert/ops/loss_reduction.h"
#include "wengert/ops/softmax.h"
#include "wengert/ops/where.h"

namespace wengert {

using autograd::record;
using autograd::saving;

namespace {

/// What does not change between the loss and its gradients.
struct Spec {
  std::int64_t ignore;
  double smoothing;
  double scale;  // 1 over what the sum is divided by
  bool reduced;
};

std::int64_t class_dim(const Tensor& x) { return x.dim() == 1 ? 0 : 1; }

/// x with the classes in last place, without gaps.
Tensor as_rows(const Tensor& x) {
  const NoGradGuard quiet;
  return (x.dim() > 2 ? x.movedim(1, -1) : x).contiguous();
}

/// f(T{}, labels, rows, cols) for the kernels.
template <class F>
void with_labels(const Tensor& rows, const Tensor& labels, const Tensor& weight, const Spec& spec, F f) {
  const NoGradGuard quiet;
  const Tensor w = weight.defined() ? weight.contiguous() : weight;
  dispatch_floating("cross_entropy", rows.dtype(), [&]<class T>(T t) {
    f(t,
      kernels::Labels<T>{elements<const std::int64_t>(labels), elements<const T>(w), spec.ignore,
                         spec.smoothing},
      labels.numel(), rows.sizes().back());
  });
}

/// One for each label: its class's weight; 0 for those to be ignored.
Tensor label_weights(const Tensor& labels, const Tensor& weight, std::int64_t ignore, ScalarType dtype) {
  const Tensor counted = labels.ne(ignore);
  if (!weight.defined()) return counted.to(dtype);
  const Tensor safe = where(counted, labels, 0).flatten();
  return where(counted, weight.detach().index_select(0, safe).view(labels.sizes()), 0);
}

/// W of each row.
Tensor row_weights(const Tensor& labels, const Tensor& weight, const Spec& spec, ScalarType dtype) {
  Tensor w = label_weights(labels, weight, spec.ignore, dtype);
  if (!weight.defined() || spec.smoothing == 0) return w;
  w = w * (1 - spec.smoothing) + weight.detach().mean() * spec.smoothing;
  return where(labels.ne(spec.ignore), w, 0);
}

/// dx; stats are m and s of each row.
Tensor cross_entropy_backward(const Tensor& dy, const Tensor& x, const Tensor& labels, const Tensor& weight,
                              const Tensor& stats, const Spec& spec) {
  const Tensor rows = as_rows(x), drows = make_tensor(rows.sizes(), x.dtype());
  Tensor dx = drows;
  {
    const NoGradGuard quiet;
    const Tensor g = dy.contiguous();
    with_labels(rows, labels, weight, spec, [&]<class T>(T, const auto& l, auto n, auto cols) {
      const T* s = elements<const T>(stats);
      kernels::cross_entropy_backward<T>({.dy = elements<const T>(g),
                                          .stride = spec.reduced ? 0 : 1,
                                          .scale = spec.scale,
                                          .x = elements<const T>(rows),
                                          .labels = l,
                                          .m = s,
                                          .s = s + n,
                                          .rows = n,
                                          .cols = cols,
                                          .dx = elements<T>(drows)});
    });
    if (x.dim() > 2) dx = drows.movedim(-1, 1).contiguous();
  }
  return record("cross_entropy_backward", dx, {dy, x},
                saving(x, labels, weight, stats,
                       [spec](const Tensor& ddx, const Tensor& saved_x, const Tensor& saved_labels,
                              const Tensor& saved_weight, const Tensor& saved_stats) {
                         const Tensor unit = spec.reduced ? ones({}, saved_x.dtype())
                                                          : ones(saved_labels.sizes(), saved_x.dtype());
                         return (ddx * cross_entropy_backward(unit, saved_x, saved_labels, saved_weight,
                                                              saved_stats, spec))
                             .sum(class_dim(saved_x));
                       }),
                saving(dy, x, labels, weight,
                       [spec](const Tensor& ddx, const Tensor& saved_dy, const Tensor& saved_x,
                              const Tensor& saved_labels, const Tensor& saved_weight) {
                         const std::int64_t c = class_dim(saved_x);
                         const Tensor p = softmax(saved_x, c);
                         const Tensor W =
                             row_weights(saved_labels, saved_weight, spec, saved_x.dtype()) * spec.scale;
                         return (saved_dy * W).unsqueeze(c) * p * (ddx - (ddx * p).sum(c, true));
                       }));
}

Tensor with_labels(const Tensor& x, const Tensor& t, const Tensor& weight, std::int64_t reduction,
                   std::int64_t ignore_index, double smoothing) {
  const Tensor labels = check_labels("cross_entropy", x, t, weight, reduction, ignore_index);
  Spec spec{ignore_index, smoothing, 1, reduction != Reduction::None};
  const Tensor rows = as_rows(x), losses = make_tensor(labels.sizes(), x.dtype());
  const Tensor stats = make_tensor({2, labels.numel()}, x.dtype());
  Tensor y = spec.reduced ? make_tensor({}, x.dtype()) : losses;
  with_labels(rows, labels, weight, spec, [&]<class T>(T, const auto& l, auto n, auto cols) {
    T *s = elements<T>(stats), *out = elements<T>(losses);
    kernels::cross_entropy<T>({elements<const T>(rows), l, n, cols, out, s, s + n});
    if (!spec.reduced) return;
    if (reduction == Reduction::Mean) {
      double total = 0;
      for (std::int64_t r = 0; r < n; ++r)
        if (l.label[r] != ignore_index) total += l.weight ? double(l.weight[l.label[r]]) : 1;
      spec.scale = 1 / total;
    }
    T sum = 0;
    kernels::sum<T>({out, {1, n, 1}, &sum});
    *elements<T>(y) = T(double(sum) * spec.scale);  // 0 * inf = NaN when nothing counts
  });
  return record("cross_entropy", y, {x},
                saving(x, labels, weight, stats,
                       [spec](const Tensor& dy, const Tensor& saved_x, const Tensor& saved_labels,
                              const Tensor& saved_weight, const Tensor& saved_stats) {
                         return cross_entropy_backward(dy, saved_x, saved_labels, saved_weight, saved_stats,
                                                       spec);
                       }));
}

Tensor with_probabilities(const Tensor& x, const Tensor& t, const Tensor& weight, std::int64_t reduction,
                          double smoothing) {
  check_loss("cross_entropy", x, t, reduction);
  const std::int64_t c = class_dim(x), classes = x.sizes()[std::size_t(c)];
  if (weight.defined() && (weight.dim() != 1 || weight.numel() != classes))
    fail("cross_entropy: the weight is {}, wants [{}], one for each class", describe(weight), classes);
  Tensor q = smoothing > 0 ? t * (1 - smoothing) + smoothing / double(classes) : t;
  if (weight.defined()) {
    Shape sizes = Shape::filled(x.dim(), 1);
    sizes[c] = classes;
    q = q * weight.view(sizes);
  }
  const Tensor log_p = log_softmax(x, c);
  // a class that is impossible (x = -inf) and not wanted (q = 0) costs nothing
  const Tensor nothing = logical_and(log_p == -std::numeric_limits<double>::infinity(), q == 0);
  const Tensor losses = -(log_p.masked_fill(nothing, 0) * q).sum(c);
  return reduce_loss(losses, reduction);
}

}  // namespace

Tensor cross_entropy_loss(const Tensor& x, const Tensor& t, const Tensor& weight, std::int64_t reduction,
                          std::int64_t ignore_index, double label_smoothing) {
  check_defined("cross_entropy", "the input", x);
  check_defined("cross_entropy", "the target", t);
  if (!(label_smoothing >= 0 && label_smoothing <= 1))
    fail("cross_entropy: label_smoothing is {}, must lie in [0, 1]", label_smoothing);
  if (x.dim() == 0 || !(x.sizes() == t.sizes()))
    return with_labels(x, t, weight, reduction, ignore_index, label_smoothing);
  if (ignore_index >= 0)
    fail("cross_entropy: ignore_index {} has no meaning for targets that are probabilities", ignore_index);
  return with_probabilities(x, t, weight, reduction, label_smoothing);
}

Tensor nll_loss(const Tensor& x, const Tensor& t, const Tensor& weight, std::int64_t reduction,
                std::int64_t ignore_index) {
  const Tensor labels = check_labels("nll_loss", x, t, weight, reduction, ignore_index);
  const std::int64_t c = class_dim(x);
  const Tensor counted = labels.ne(ignore_index), safe = where(counted, labels, 0);
  // an ignored row may hold anything, -inf too: it is left out, not multiplied by 0
  const Tensor picked = where(counted, x.gather(c, safe.unsqueeze(c)).squeeze(c), 0);
  const Tensor w = label_weights(labels, weight, ignore_index, x.dtype());
  const Tensor losses = -(picked * w);
  return reduction == Reduction::Mean ? losses.sum() / w.sum() : reduce_loss(losses, reduction);
}

}  // namespace wengert
