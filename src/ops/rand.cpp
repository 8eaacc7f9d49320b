// New random tensors: uniform, normal, integers, a permutation.
#include "wengert/ops/rand.h"
#include "kernels/random.h"
#include "ops/in_place.h"
#include "ops/random.h"
#include "tensor/check.h"
#include "tensor/fill.h"
#include "tensor/tensor.h"
#include "wengert/ops/creation.h"

namespace wengert {

namespace {

Tensor empty_like(const char* op, const Tensor& x, const TensorOptions& options) {
  check_defined(op, "the tensor", x);
  return dense_like(x, options.dtype_opt().value_or(x.dtype()));
}

}  // namespace

Tensor rand(IntArrayRef sizes, optional<Generator> generator, const TensorOptions& options) {
  const Tensor y = make_tensor(sizes, options.dtype());
  fill_uniform("rand", y, 0, 1, stream(generator));
  return finish(y, options);
}
Tensor rand(IntArrayRef sizes, const TensorOptions& options) { return rand(sizes, nullopt, options); }

Tensor randn(IntArrayRef sizes, optional<Generator> generator, const TensorOptions& options) {
  const Tensor y = make_tensor(sizes, options.dtype());
  fill_normal("randn", y, true, 0, 1, stream(generator));
  return finish(y, options);
}
Tensor randn(IntArrayRef sizes, const TensorOptions& options) { return randn(sizes, nullopt, options); }

Tensor randint(std::int64_t low, std::int64_t high, IntArrayRef sizes, optional<Generator> generator,
               const TensorOptions& options) {
  const Tensor y = make_tensor(sizes, options.dtype());
  fill_integers("randint", y, low, high, stream(generator));
  return finish(y, options);
}
Tensor randint(std::int64_t low, std::int64_t high, IntArrayRef sizes, const TensorOptions& options) {
  return randint(low, high, sizes, nullopt, options);
}
Tensor randint(std::int64_t high, IntArrayRef sizes, optional<Generator> generator,
               const TensorOptions& options) {
  return randint(0, high, sizes, generator, options);
}
Tensor randint(std::int64_t high, IntArrayRef sizes, const TensorOptions& options) {
  return randint(0, high, sizes, nullopt, options);
}

Tensor randperm(std::int64_t n, optional<Generator> generator, const TensorOptions& options) {
  if (n < 0) fail("randperm: n is {}, but must be at least 0", n);
  const Tensor y = make_tensor(Shape{n}, kLong);
  random::permutation(stream(generator), y.data_ptr<std::int64_t>(), n);
  return finish(y.to(options.dtype()), options);
}
Tensor randperm(std::int64_t n, const TensorOptions& options) { return randperm(n, nullopt, options); }

Tensor rand_like(const Tensor& x, const TensorOptions& options) {
  const Tensor y = empty_like("rand_like", x, options);
  fill_uniform("rand_like", y, 0, 1, Generator());
  return finish(y, options);
}

Tensor randn_like(const Tensor& x, const TensorOptions& options) {
  const Tensor y = empty_like("randn_like", x, options);
  fill_normal("randn_like", y, y.is_contiguous(), 0, 1, Generator());
  return finish(y, options);
}

Tensor randint_like(const Tensor& x, std::int64_t low, std::int64_t high, const TensorOptions& options) {
  const Tensor y = empty_like("randint_like", x, options);
  fill_integers("randint_like", y, low, high, Generator());
  return finish(y, options);
}
Tensor randint_like(const Tensor& x, std::int64_t high, const TensorOptions& options) {
  return randint_like(x, 0, high, options);
}

}  // namespace wengert
