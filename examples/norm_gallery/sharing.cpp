#include "sharing.h"

using namespace wengert;

Sharing sharing_of(const nn::AnyModule& norm, IntArrayRef shape) {
  manual_seed(0);
  const Tensor x = randn(shape, requires_grad());
  const Tensor y = norm.forward(x).flatten();
  const Tensor set = full({x.numel()}, -1, kLong);
  Sharing result;
  for (std::int64_t i = 0; i < x.numel(); ++i) {
    if (set[i].item<std::int64_t>() >= 0) continue;
    x.mutable_grad() = Tensor();
    y[i].backward({}, /*retain_graph=*/true);
    set.masked_fill_(x.grad().flatten() != 0, result.sets++);
  }
  result.set = set.view(shape);
  return result;
}
