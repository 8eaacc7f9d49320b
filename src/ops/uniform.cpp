// Numbers of other distributions, written into a tensor.
#include "kernels/random.h"
#include "ops/in_place.h"
#include "ops/random.h"
#include "tensor/dispatch.h"

namespace wengert {

Tensor& Tensor::uniform_(double from, double to, optional<Generator> generator) const {
  return drawn_in_place("uniform_", *this,
                        [&](const Tensor& y) { fill_uniform("uniform_", y, from, to, stream(generator)); });
}

Tensor& Tensor::exponential_(double lambd, optional<Generator> generator) const {
  return drawn_in_place("exponential_", *this, [&](const Tensor& y) {
    with_floating("exponential_", y,
                  [&](auto* out) { random::exponential(stream(generator), out, y.numel(), lambd); });
  });
}

Tensor& Tensor::cauchy_(double median, double sigma, optional<Generator> generator) const {
  return drawn_in_place("cauchy_", *this, [&](const Tensor& y) {
    with_floating("cauchy_", y,
                  [&](auto* out) { random::cauchy(stream(generator), out, y.numel(), median, sigma); });
  });
}

Tensor& Tensor::geometric_(double p, optional<Generator> generator) const {
  return drawn_in_place("geometric_", *this, [&](const Tensor& y) {
    dispatch_numbers("geometric_", y.dtype(),
                     [&]<class T>(T) { random::geometric(stream(generator), elements<T>(y), y.numel(), p); });
  });
}

Tensor& Tensor::random_(optional<Generator> generator) const {
  return drawn_in_place("random_", *this, [&](const Tensor& y) {
    with_any("random_", y, [&](auto* out) { random::any_integers(stream(generator), out, y.numel()); });
  });
}
Tensor& Tensor::random_(std::int64_t to, optional<Generator> generator) const {
  return random_(0, to, generator);
}
Tensor& Tensor::random_(std::int64_t from, optional<std::int64_t> to, optional<Generator> generator) const {
  return drawn_in_place("random_", *this, [&](const Tensor& y) {
    if (to) return fill_integers("random_", y, from, *to, stream(generator));
    with_any("random_", y,
             [&](auto* out) { random::integers_from(stream(generator), out, y.numel(), from); });
  });
}

}  // namespace wengert
