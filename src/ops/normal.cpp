// Normally distributed numbers.
#include "wengert/ops/normal.h"
#include "kernels/random.h"
#include "ops/in_place.h"
#include "ops/random.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "tensor/fill.h"
#include "tensor/tensor.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/creation.h"

namespace wengert {

Tensor& Tensor::normal_(double mean, double std, optional<Generator> generator) const {
  return drawn_in_place("normal_", *this, [&](const Tensor& y) {
    fill_normal("normal_", y, is_contiguous(), mean, std, stream(generator));
  });
}

Tensor& Tensor::log_normal_(double mean, double std, optional<Generator> generator) const {
  return drawn_in_place("log_normal_", *this, [&](const Tensor& y) {
    with_floating("log_normal_", y,
                  [&](auto* out) { random::log_normal(stream(generator), out, y.numel(), mean, std); });
  });
}

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
  return finish(y, options);
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

}  // namespace wengert
