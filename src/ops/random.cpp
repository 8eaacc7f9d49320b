// Random tensors: which memory core/random.h fills, and in which order.
#include "wengert/ops/random.h"

#include "ops/in_place.h"
#include "tensor/check.h"
#include "kernels/random.h"
#include "tensor/tensor.h"
#include "tensor/dispatch.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/reduction.h"

namespace wengert {

using autograd::in_place;

namespace {

Generator stream(const optional<Generator>& generator) { return generator.value_or(Generator()); }

/// f(memory) with x's memory as its element type, which must be one of Ts.
template <class... Ts, class F>
void with_memory(const char* op, const char* wanted, const Tensor& x, F f) {
  const bool found = ((x.dtype() == dtype_of<Ts>() && (f(static_cast<Ts*>(x.impl()->data())), true)) || ...);
  if (!found) fail("{}: the dtype is {}, but must be {}", op, x.dtype(), wanted);
}
template <class F>
void with_floating(const char* op, const Tensor& x, F f) {
  with_memory<float, double>(op, "floating", x, f);
}
template <class F>
void with_any(const char* op, const Tensor& x, F f) {
  with_memory<bool, std::int64_t, float, double>(op, "one of a tensor's", x, f);
}

/// A new tensor of x's sizes without gaps, with x's dimensions in x's order in memory.
Tensor dense_like(const Tensor& x, ScalarType dtype) {
  const TensorImpl& t = *x.impl();
  if (t.contiguous || overlaps_itself(x)) return make_tensor(t.sizes, dtype);
  Shape order;  // of dimensions, the larger stride first
  for (std::int64_t d = 0; d < t.sizes.size(); ++d) {
    std::int64_t at = order.size();
    while (at > 0 && t.strides[order[at - 1]] < t.strides[d]) --at;
    order.insert(at, d);
  }
  Shape sizes, strides = t.sizes;
  for (const std::int64_t d : order) sizes.push_back(t.sizes[d]);
  const Shape steps = contiguous_strides(sizes);
  for (std::int64_t i = 0; i < order.size(); ++i) strides[order[i]] = steps[i];
  return make_alias(make_tensor(sizes, dtype), t.sizes, strides, 0);
}

// What each operation writes into a tensor without gaps.

void fill_uniform(const char* op, const Tensor& y, double from, double to, const Generator& g) {
  with_floating(op, y, [&](auto* out) { random::uniform(g, out, y.numel(), from, to); });
}

/// `blocked`: the tensor that gets the numbers is contiguous.
void fill_normal(const char* op, const Tensor& y, bool blocked, double mean, double std, const Generator& g) {
  with_floating(op, y, [&](auto* out) {
    if (blocked) {
      random::normal(g, out, y.numel(), mean, std);
    } else {
      random::normal_one_by_one(g, out, y.numel(), mean, std);
    }
  });
}

void fill_integers(const char* op, const Tensor& y, std::int64_t from, std::int64_t to, const Generator& g) {
  with_any(op, y, [&](auto* out) { random::integers(g, out, y.numel(), from, to); });
}

/// self = what fill writes into a tensor like it.
template <class Fill>
Tensor& drawn_in_place(const char* op, const Tensor& self, Fill fill) {
  check_defined(op, "the tensor", self);
  return in_place(op, self, [&](const Tensor& x) {
    const Tensor y = dense_like(x, x.dtype());
    fill(y);
    return y;
  });
}

Tensor finished(const Tensor& y, const TensorOptions& options) {
  if (options.requires_grad()) y.set_requires_grad(true);
  return y;
}

Tensor empty_like(const char* op, const Tensor& x, const TensorOptions& options) {
  check_defined(op, "the tensor", x);
  return dense_like(x, options.dtype_opt().value_or(x.dtype()));
}

}  // namespace

// ---- In place
// -------------------------------------------------------------------------------------------------

Tensor& Tensor::uniform_(double from, double to, optional<Generator> generator) const {
  return drawn_in_place("uniform_", *this,
                        [&](const Tensor& y) { fill_uniform("uniform_", y, from, to, stream(generator)); });
}

Tensor& Tensor::normal_(double mean, double std, optional<Generator> generator) const {
  return drawn_in_place("normal_", *this, [&](const Tensor& y) {
    fill_normal("normal_", y, is_contiguous(), mean, std, stream(generator));
  });
}

Tensor& Tensor::exponential_(double lambd, optional<Generator> generator) const {
  return drawn_in_place("exponential_", *this, [&](const Tensor& y) {
    with_floating("exponential_", y,
                  [&](auto* out) { random::exponential(stream(generator), out, y.numel(), lambd); });
  });
}

Tensor& Tensor::log_normal_(double mean, double std, optional<Generator> generator) const {
  return drawn_in_place("log_normal_", *this, [&](const Tensor& y) {
    with_floating("log_normal_", y,
                  [&](auto* out) { random::log_normal(stream(generator), out, y.numel(), mean, std); });
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

// ---- New tensors
// ----------------------------------------------------------------------------------------------

Tensor rand(IntArrayRef sizes, optional<Generator> generator, const TensorOptions& options) {
  const Tensor y = make_tensor(sizes, options.dtype());
  fill_uniform("rand", y, 0, 1, stream(generator));
  return finished(y, options);
}
Tensor rand(IntArrayRef sizes, const TensorOptions& options) { return rand(sizes, nullopt, options); }

Tensor randn(IntArrayRef sizes, optional<Generator> generator, const TensorOptions& options) {
  const Tensor y = make_tensor(sizes, options.dtype());
  fill_normal("randn", y, true, 0, 1, stream(generator));
  return finished(y, options);
}
Tensor randn(IntArrayRef sizes, const TensorOptions& options) { return randn(sizes, nullopt, options); }

Tensor randint(std::int64_t low, std::int64_t high, IntArrayRef sizes, optional<Generator> generator,
               const TensorOptions& options) {
  const Tensor y = make_tensor(sizes, options.dtype());
  fill_integers("randint", y, low, high, stream(generator));
  return finished(y, options);
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
  return finished(y.to(options.dtype()), options);
}
Tensor randperm(std::int64_t n, const TensorOptions& options) { return randperm(n, nullopt, options); }

// ---- Like another tensor
// ---------------------------------------------------------------------------------------

Tensor rand_like(const Tensor& x, const TensorOptions& options) {
  const Tensor y = empty_like("rand_like", x, options);
  fill_uniform("rand_like", y, 0, 1, Generator());
  return finished(y, options);
}

Tensor randn_like(const Tensor& x, const TensorOptions& options) {
  const Tensor y = empty_like("randn_like", x, options);
  fill_normal("randn_like", y, y.is_contiguous(), 0, 1, Generator());
  return finished(y, options);
}

Tensor randint_like(const Tensor& x, std::int64_t low, std::int64_t high, const TensorOptions& options) {
  const Tensor y = empty_like("randint_like", x, options);
  fill_integers("randint_like", y, low, high, Generator());
  return finished(y, options);
}
Tensor randint_like(const Tensor& x, std::int64_t high, const TensorOptions& options) {
  return randint_like(x, 0, high, options);
}

// ---- Normals with a mean and a deviation
// ------------------------------------------------------------------------------

namespace {

Tensor shifted_normals(const Tensor& mean, const Tensor& std, const Generator& g) {
  const NoGradGuard no_grad;
  const Tensor z = make_tensor(broadcast_shapes("normal", mean.impl()->sizes, std.impl()->sizes),
                               promote_types(mean.dtype(), std.dtype()));
  if (std.numel() > 0) {
    const Tensor flat = std.to(kDouble).contiguous();
    for (const double *s = flat.data_ptr<double>(), *end = s + flat.numel(); s != end; ++s)
      if (!(*s >= 0)) fail("normal: a standard deviation is {}, but must be at least 0", *s);
  }
  fill_normal("normal", z, true, 0, 1, g);
  return z * std + mean;
}

}  // namespace

Tensor normal(double mean, double std, IntArrayRef sizes, optional<Generator> generator,
              const TensorOptions& options) {
  const Tensor y = make_tensor(sizes, options.dtype());
  fill_normal("normal", y, true, mean, std, stream(generator));
  return finished(y, options);
}
Tensor normal(const Tensor& mean, const Tensor& std, optional<Generator> generator) {
  check_defined("normal", "mean", mean);
  check_defined("normal", "std", std);
  return shifted_normals(mean, std, stream(generator));
}
Tensor normal(const Tensor& mean, double std, optional<Generator> generator) {
  check_defined("normal", "mean", mean);
  return shifted_normals(mean, full({}, std, mean.dtype()), stream(generator));
}
Tensor normal(double mean, const Tensor& std, optional<Generator> generator) {
  check_defined("normal", "std", std);
  return shifted_normals(full({}, mean, std.dtype()), std, stream(generator));
}

// ---- Coins and categories
// --------------------------------------------------------------------------------------

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
