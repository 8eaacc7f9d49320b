// Categories drawn by their probabilities.
#include "wengert/ops/multinomial.h"
#include "kernels/random.h"
#include "ops/random.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "wengert/autograd/mode.h"

namespace wengert {

Tensor Tensor::multinomial(std::int64_t samples, bool replacement, optional<Generator> generator) const {
  check_defined("multinomial", "p", *this);
  if (dim() != 1 && dim() != 2)
    fail("multinomial: p is {}, but must have 1 or 2 dimensions", describe(*this));
  const std::int64_t rows = dim() == 2 ? size(0) : 1, categories = size(-1);
  if (samples < 1) fail("multinomial: got {} samples, but wants at least 1", samples);
  const NoGradGuard no_grad;
  const Tensor p = contiguous();
  const Tensor y = make_tensor(dim() == 2 ? Shape{rows, samples} : Shape{samples}, kLong);
  with_floating("multinomial", p, [&](const auto* ps) {
    random::multinomial(stream(generator), y.data_ptr<std::int64_t>(), ps, rows, categories, samples,
                        replacement);
  });
  return y;
}

Tensor multinomial(const Tensor& p, std::int64_t samples, bool replacement, optional<Generator> generator) {
  return p.multinomial(samples, replacement, generator);
}

}  // namespace wengert
