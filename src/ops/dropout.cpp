// y = x mask / (1 - p), the mask drawn in the order of x's elements, or channels, whatever its strides.
#include "wengert/ops/dropout.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/creation.h"

namespace wengert {
namespace {

void check(const char* op, const Tensor& x, double p) {
  check_defined(op, "the tensor", x);
  if (!(p >= 0 && p <= 1)) fail("{}: the probability is {}, must lie in [0, 1]", op, p);
  if (!x.is_floating_point()) fail("{}: not defined for {}", op, x.dtype());
}

bool does_nothing(const Tensor& x, double p, bool train) { return !train || p == 0 || x.numel() == 0; }

/// 0 with probability p, else 1 / (1 - p).
Tensor scaled_mask(const Shape& sizes, ScalarType dtype, double p) {
  const NoGradGuard quiet;
  if (p == 1) return zeros({}, dtype);
  return make_tensor(sizes, dtype).bernoulli_(1 - p).div_(1 - p);
}
Tensor scaled_mask(const Tensor& x, double p) { return scaled_mask(x.sizes(), x.dtype(), p); }

/// One for each x[n, c].
Tensor channel_mask(const Tensor& x, double p) {
  Shape sizes = x.sizes();
  for (std::int64_t d = 2; d < sizes.size(); ++d) sizes[d] = 1;
  return scaled_mask(sizes, x.dtype(), p);
}

void check_features(const char* op, const Tensor& x, double p) {
  check(op, x, p);
  if (x.dim() < 2) fail("{}: the input has shape {}, wants [N, C, ...]", op, x.sizes());
}

}  // namespace

Tensor dropout(const Tensor& x, double p, bool train) {
  check("dropout", x, p);
  return does_nothing(x, p, train) ? x : x * scaled_mask(x, p);
}

Tensor& dropout_(const Tensor& x, double p, bool train) {
  check("dropout_", x, p);
  return does_nothing(x, p, train) ? const_cast<Tensor&>(x) : x.mul_(scaled_mask(x, p));
}

Tensor feature_dropout(const Tensor& x, double p, bool train) {
  check_features("feature_dropout", x, p);
  return does_nothing(x, p, train) ? x : x * channel_mask(x, p);
}

Tensor& feature_dropout_(const Tensor& x, double p, bool train) {
  check_features("feature_dropout_", x, p);
  return does_nothing(x, p, train) ? const_cast<Tensor&>(x) : x.mul_(channel_mask(x, p));
}

}  // namespace wengert
