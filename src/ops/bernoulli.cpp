// Coins: 1 with probability p, else 0.
#include "wengert/ops/bernoulli.h"
#include "kernels/random.h"
#include "ops/in_place.h"
#include "ops/random.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "tensor/tensor.h"
#include "wengert/autograd/mode.h"

namespace wengert {

Tensor& Tensor::bernoulli_(double p, optional<Generator> generator) const {
  return drawn_in_place("bernoulli_", *this, [&](const Tensor& y) {
    with_any("bernoulli_", y, [&](auto* out) { random::bernoulli(stream(generator), out, y.numel(), p); });
  });
}
Tensor& Tensor::bernoulli_(const Tensor& p, optional<Generator> generator) const {
  check_defined("bernoulli_", "p", p);
  return drawn_in_place("bernoulli_", *this, [&](const Tensor& y) {
    if (!(broadcast_shapes("bernoulli_", y.impl()->sizes, p.impl()->sizes) == y.impl()->sizes))
      fail("bernoulli_: p of shape {} does not broadcast to shape {}", p.sizes(), y.sizes());
    const Tensor each = dense_like(y, p.dtype());  // p, laid out as y is
    const NoGradGuard no_grad;
    each.copy_(p);
    with_floating("bernoulli_", each, [&](const auto* ps) {
      with_any("bernoulli_", y,
               [&](auto* out) { random::bernoulli_each(stream(generator), out, y.numel(), ps); });
    });
  });
}

Tensor Tensor::bernoulli(optional<Generator> generator) const {
  check_defined("bernoulli", "the tensor", *this);
  return make_tensor(impl()->sizes, dtype()).bernoulli_(*this, generator);
}
Tensor Tensor::bernoulli(double p, optional<Generator> generator) const {
  check_defined("bernoulli", "the tensor", *this);
  return make_tensor(impl()->sizes, dtype()).bernoulli_(p, generator);
}

Tensor bernoulli(const Tensor& x, optional<Generator> generator) { return x.bernoulli(generator); }
Tensor bernoulli(const Tensor& x, double p, optional<Generator> generator) {
  return x.bernoulli(p, generator);
}

}  // namespace wengert
