// Layer normalisation (Ba, Kiros, Hinton 2016, arXiv:1607.06450), over the rows of x [rows, cols]:
//
//   y = xhat weight + bias,  xhat = (x - mean) rstd,  rstd = 1 / sqrt(mean((x - mean)^2) + eps)
//
// With g = dy weight, and means over a row:
//   dx = rstd (g - mean(g) - xhat mean(g xhat)),   dweight = sum_rows dy xhat,   dbias = sum_rows dy
#include "wengert/ops/layer_norm.h"

#include "kernels/layer_norm.h"
#include "ops/norm_backward.h"
#include "ops/norm_checks.h"

namespace wengert {

using autograd::record;
using autograd::saving;

namespace {

struct LayerNorm {
  Shape normalized;
  double eps;
  /// stats [2, rows]: mean and rstd.
  NormGradients backward(const Tensor& dy, const Tensor& x, const Tensor& weight, const Tensor& stats,
                         Wanted wanted) const;
  NormGradients double_backward(std::span<const Tensor> of_results, const Tensor& dy, const Tensor& x,
                                const Tensor& weight, const Tensor& stats) const;
};

}  // namespace

Tensor layer_norm(const Tensor& x, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias,
                  double eps, bool) {
  check_input("layer_norm", x, eps);
  const LayerNorm norm{normalized_shape, eps};
  const Rows r("layer_norm", x, norm.normalized);
  check_parameter("layer_norm", "weight", weight, norm.normalized, x);
  check_parameter("layer_norm", "bias", bias, norm.normalized, x);

  const Tensor y = make_tensor(x.impl()->sizes, x.dtype());
  Tensor stats;
  if (autograd::recording({x, weight, bias})) stats = make_tensor({2, r.rows}, x.dtype());
  const Tensor dense_x = dense(x), dense_weight = dense(weight), dense_bias = dense(bias);
  dispatch_floating("layer_norm", x.dtype(), [&]<class T>(T) {
    T* const mean = elements<T>(stats);
    kernels::layer_norm<T>({.x = elements<T>(dense_x),
                            .rows = r.rows,
                            .cols = r.cols,
                            .weight = elements<T>(dense_weight),
                            .bias = elements<T>(dense_bias),
                            .eps = eps,
                            .y = elements<T>(y),
                            .mean = mean,
                            .rstd = mean ? mean + r.rows : nullptr});
  });
  return record("layer_norm", y, {x, weight, bias},
                saving(x, weight, stats, [norm](const Tensor& dy, const auto&... saved) {
                  return norm.backward(dy, saved..., wanted_gradients());
                }));
}

NormGradients LayerNorm::backward(const Tensor& dy, const Tensor& x, const Tensor& weight,
                                  const Tensor& stats, Wanted wanted) const {
  const NormGradients d = make_gradients(wanted, x, normalized);
  const std::int64_t rows = stats.sizes()[1];
  const Tensor dense_dy = dense(dy), dense_x = dense(x), dense_weight = dense(weight);
  dispatch_floating("layer_norm", x.dtype(), [&]<class T>(T) {
    const T* const mean = elements<T>(stats);
    kernels::layer_norm_backward<T>({.dy = elements<T>(dense_dy),
                                     .x = elements<T>(dense_x),
                                     .mean = mean,
                                     .rstd = mean + rows,
                                     .weight = elements<T>(dense_weight),
                                     .rows = rows,
                                     .cols = product(normalized),
                                     .dx = elements<T>(d[0]),
                                     .dweight = elements<T>(d[1]),
                                     .dbias = elements<T>(d[2])});
  });
  return record(
      "layer_norm_backward", d, {dy, x, weight},
      saving(dy, x, weight, stats, [norm = *this](std::span<const Tensor> of_results, const auto&... saved) {
        return norm.double_backward(of_results, saved...);
      }));
}

NormGradients LayerNorm::double_backward(std::span<const Tensor> of_results, const Tensor& dy,
                                         const Tensor& x, const Tensor& weight, const Tensor& stats) const {
  const Tensor xhat = layer_norm(x, normalized, {}, {}, eps);
  return norm_double_backward(of_results, dy, x, weight, xhat, stats.select(0, 1),
                              {{stats.sizes()[1], product(normalized)}, {1}, {0}}, [&](const Tensor& v) {
                                return backward(v, x, {}, stats, {true, false, false})[0];
                              });
}

}  // namespace wengert
