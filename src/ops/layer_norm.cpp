// Layer normalisation (Ba, Kiros, Hinton 2016, arXiv:1607.06450), over the rows of x [rows, cols]:
//
//   y = xhat weight + bias,  xhat = (x - mean) rstd,  rstd = 1 / sqrt(mean((x - mean)^2) + eps)
//
// With g = dy weight, and means over a row:
//   dx = rstd (g - mean(g) - xhat mean(g xhat)),   dweight = sum_rows dy xhat,   dbias = sum_rows dy
#include "kernels/norm.h"
#include "ops/standardize.h"

namespace wengert {

using autograd::needs;
using autograd::record;
using autograd::saving;

namespace {

using Gradients = std::array<Tensor, 3>;  // dx, dweight, dbias

/// stats [2, rows]: mean and rstd.
Gradients fused(const Tensor& dy, const Tensor& x, const Tensor& weight, const Tensor& stats,
                const Shape& normalized) {
  const std::int64_t rows = stats.sizes()[1], cols = product(normalized);
  Gradients d;
  for (std::size_t i = 0; i < 3; ++i)
    if (needs(i)) d[i] = make_tensor(i == 0 ? x.impl()->sizes : normalized, x.dtype());
  const Tensor dense_dy = dense(dy), dense_x = dense(x), dense_weight = dense(weight);
  dispatch_floating("layer_norm", x.dtype(), [&]<class T>(T) {
    const T* mean = elements<const T>(stats);
    kernels::layer_norm_backward(elements<const T>(dense_dy), elements<const T>(dense_x), mean, mean + rows,
                                 elements<const T>(dense_weight), rows, cols, elements<T>(d[0]),
                                 elements<T>(d[1]), elements<T>(d[2]));
  });
  return d;
}

Gradients composed(const Tensor& dy, const Tensor& x, const Tensor& weight, std::int64_t dims, double eps) {
  const Shape last = last_dims(dims);
  const Standardized s(x, last, eps);
  Gradients d;
  if (needs(0)) d[0] = s.gradient(scaled(dy, weight), last);
  if (needs(1)) d[1] = dy * s.xhat;  // backward sums both over the rows
  if (needs(2)) d[2] = dy;
  return d;
}

}  // namespace

Tensor layer_norm(const Tensor& x, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias,
                  double eps, bool) {
  check_input("layer_norm", x, eps);
  const Shape normalized = normalized_shape;
  const Rows r("layer_norm", x, normalized);
  check_parameter("layer_norm", "weight", weight, normalized, x);
  check_parameter("layer_norm", "bias", bias, normalized, x);

  const Tensor y = make_tensor(x.impl()->sizes, x.dtype());
  Tensor stats;
  if (autograd::recording({x, weight, bias})) stats = make_tensor({2, r.rows}, x.dtype());
  const Tensor dense_x = dense(x), dense_weight = dense(weight), dense_bias = dense(bias);
  dispatch_floating("layer_norm", x.dtype(), [&]<class T>(T) {
    T* mean = elements<T>(stats);
    kernels::layer_norm(elements<const T>(dense_x), r.rows, r.cols, elements<const T>(dense_weight),
                        elements<const T>(dense_bias), eps, elements<T>(y), mean,
                        mean ? mean + r.rows : nullptr);
  });
  return record("layer_norm", y, {x, weight, bias},
                saving(x, weight, stats,
                       [normalized, eps](const Tensor& dy, const Tensor& saved_x, const Tensor& saved_weight,
                                         const Tensor& saved_stats) {
                         return GradMode::is_enabled()
                                    ? composed(dy, saved_x, saved_weight, normalized.size(), eps)
                                    : fused(dy, saved_x, saved_weight, saved_stats, normalized);
                       }));
}

}  // namespace wengert
