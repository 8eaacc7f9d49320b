#include "ops/loss.h"
#include "autograd/record.h"
#include "base/warn.h"
#include "tensor/elementwise.h"
#include "tensor/tensor.h"
#include "wengert/autograd/mode.h"
#include "wengert/base/fmt.h"
#include "wengert/ops/loss_reduction.h"

namespace wengert {

namespace {

void check_reduction(const char* op, std::int64_t reduction) {
  if (reduction < Reduction::None || reduction > Reduction::Sum)
    fail("{}: reduction is {}, wants Reduction::None (0), Mean (1) or Sum (2)", op, reduction);
}

void check_floating(const char* op, const char* name, const Tensor& x) {
  check_defined(op, name, x);
  if (!x.is_floating_point()) fail("{}: {} is {}, wants a floating dtype", op, name, x.dtype());
}

}  // namespace

void check_loss(const char* op, const Tensor& x, const Tensor& t, std::int64_t reduction) {
  check_floating(op, "the input", x);
  check_floating(op, "the target", t);
  check_reduction(op, reduction);
}

void check_same_shape(const char* op, const Tensor& x, const Tensor& t) {
  if (!(x.sizes() == t.sizes()))
    fail("{}: the target has shape {}, wants {} as the input has", op, t.sizes(), x.sizes());
}

Shape place_of(std::int64_t i, IntArrayRef sizes) {
  Shape place = sizes;
  for (std::int64_t d = place.size() - 1; d >= 0; --d) {
    place[d] = i % sizes[std::size_t(d)];
    i /= sizes[std::size_t(d)];
  }
  return place;
}

Tensor check_labels(const char* op, const Tensor& x, const Tensor& t, const Tensor& weight,
                    std::int64_t reduction, std::int64_t ignore_index) {
  check_floating(op, "the input", x);
  check_defined(op, "the target", t);
  check_reduction(op, reduction);
  if (x.dim() == 0) fail("{}: the input is 0-d, wants [C], [N, C] or [N, C, ...]", op);
  Shape wanted = x.sizes();
  wanted.erase(x.dim() == 1 ? 0 : 1);
  if (!(t.sizes() == wanted))
    fail("{}: the target has shape {}, but input {} wants labels {}", op, t.sizes(), x.sizes(), wanted);
  if (t.dtype() != kLong) fail("{}: the labels are {}, wants int64", op, t.dtype());
  const std::int64_t classes = x.sizes()[x.dim() == 1 ? 0 : 1];
  if (weight.defined() && (weight.dim() != 1 || weight.numel() != classes || weight.dtype() != x.dtype()))
    fail("{}: the weight is {}, wants {}[{}], one for each class", op, describe(weight), x.dtype(), classes);
  const NoGradGuard quiet;
  const Tensor labels = t.contiguous();
  const auto* p = labels.data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < labels.numel(); ++i)
    if (p[i] != ignore_index && (p[i] < 0 || p[i] >= classes))
      fail_index("{}: label {} at {} is none of the {} classes of input {}", op, p[i],
                 place_of(i, labels.sizes()), classes, x.sizes());
  return labels;
}

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

}  // namespace wengert
