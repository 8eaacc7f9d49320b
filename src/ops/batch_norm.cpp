// Batch normalisation (Ioffe, Szegedy 2015, arXiv:1502.03167, alg. 1), per channel of x [n, channels, inner]:
//
//   y = xhat weight + bias,  xhat = (x - mean) rstd,  rstd = 1 / sqrt(var + eps)
//
// In training mean and var are those of the channel's n inner values, and depend on x. With means over them:
//   dx = weight rstd (dy - mean(dy) - xhat mean(dy xhat)),   dweight = sum dy xhat,   dbias = sum dy
// In evaluation they are constants: dx = weight rstd dy.
#include <cmath>

#include <algorithm>

#include "kernels/reciprocal.h"
#include "ops/norm_backward.h"
#include "ops/norm_checks.h"
#include "ops/running_statistics.h"
#include "wengert/ops/batch_norm.h"

namespace wengert {

using autograd::record;
using autograd::saving;
using kernels::Planes;

namespace {

constexpr const char* kName = "batch_norm";

struct BatchNorm {
  bool training;
  double eps;
  /// stats [2, channels]: mean and rstd.
  NormGradients backward(const Tensor& dy, const Tensor& x, const Tensor& weight, const Tensor& stats,
                         Wanted wanted) const;
  NormGradients double_backward(std::span<const Tensor> of_results, const Tensor& dy, const Tensor& x,
                                const Tensor& weight, const Tensor& stats) const;
};

}  // namespace

Tensor batch_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, const Tensor& running_mean,
                  const Tensor& running_var, bool training, double momentum, double eps, bool) {
  check_input(kName, x, eps);
  const Planes p = planes(kName, x);
  check_parameter(kName, "weight", weight, {p.channels}, x);
  check_parameter(kName, "bias", bias, {p.channels}, x);
  check_running(kName, x, p.channels, running_mean, running_var, training, momentum);
  if (training && p.count() == 1)
    fail("{}: training on input {} has one value per channel; use a larger batch, eval() or LayerNorm", kName,
         x.sizes());

  const Tensor y = make_tensor(x.impl()->sizes, x.dtype());
  const Tensor stats = make_tensor({2, p.channels}, x.dtype());
  const Tensor dense_x = dense(x), dense_weight = dense(weight), dense_bias = dense(bias);
  const Tensor dense_mean = dense(running_mean), dense_var = dense(running_var);
  const bool moves = training && p.count() > 0;  // the running statistics
  const Tensor var = moves && running_var.defined() ? make_tensor({p.channels}, x.dtype()) : Tensor();
  dispatch_floating(kName, x.dtype(), [&]<class T>(T) {
    const T *in = elements<T>(dense_x), *w = elements<T>(dense_weight), *b = elements<T>(dense_bias);
    T *mean = elements<T>(stats), *rstd = mean + p.channels;
    if (!training) {
      std::copy_n(elements<const T>(dense_mean), p.channels, mean);
      const T* running = elements<const T>(dense_var);
      for (std::int64_t c = 0; c < p.channels; ++c)
        rstd[c] = kernels::reciprocal<T>(std::sqrt(double(running[c]) + eps));
      kernels::batch_norm_eval<T>(
          {.x = in, .shape = p, .mean = mean, .rstd = rstd, .weight = w, .bias = b, .y = elements<T>(y)});
    } else if (moves) {
      kernels::batch_norm<T>({.x = in,
                              .shape = p,
                              .weight = w,
                              .bias = b,
                              .eps = eps,
                              .y = elements<T>(y),
                              .mean = mean,
                              .rstd = rstd,
                              .var = elements<T>(var)});
    } else {
      std::fill_n(mean, 2 * p.channels, T(0));
    }
  });
  const Tensor recorded = record(
      kName, y, {x, weight, bias},
      saving(x, weight, stats, [norm = BatchNorm{training, eps}](const Tensor& dy, const auto&... saved) {
        return norm.backward(dy, saved..., wanted_gradients());
      }));
  if (moves)  // last: nothing can fail from here on
    dispatch_floating(kName, x.dtype(), [&]<class T>(T) {
      const double n = double(p.count());
      move_towards<T>(kName, running_mean, elements<const T>(stats), 1, momentum);
      move_towards<T>(kName, running_var, elements<const T>(var), n / (n - 1), momentum);
    });
  return recorded;
}

NormGradients BatchNorm::backward(const Tensor& dy, const Tensor& x, const Tensor& weight,
                                  const Tensor& stats, Wanted wanted) const {
  const Planes p = planes(kName, x);
  const NormGradients d = make_gradients(wanted, x, {p.channels});
  const Tensor dense_dy = dense(dy), dense_x = dense(x), dense_weight = dense(weight);
  if (x.numel() > 0)
    dispatch_floating(kName, x.dtype(), [&]<class T>(T) {
      const T* const mean = elements<T>(stats);
      const auto kernel = training ? kernels::batch_norm_backward<T> : kernels::batch_norm_eval_backward<T>;
      kernel({.dy = elements<T>(dense_dy),
              .x = elements<T>(dense_x),
              .mean = mean,
              .rstd = mean + p.channels,
              .weight = elements<T>(dense_weight),
              .shape = p,
              .dx = elements<T>(d[0]),
              .dweight = elements<T>(d[1]),
              .dbias = elements<T>(d[2])});
    });
  return record(
      "batch_norm_backward", d, {dy, x, weight},
      saving(dy, x, weight, stats, [norm = *this](std::span<const Tensor> of_results, const auto&... saved) {
        return norm.double_backward(of_results, saved...);
      }));
}

NormGradients BatchNorm::double_backward(std::span<const Tensor> of_results, const Tensor& dy,
                                         const Tensor& x, const Tensor& weight, const Tensor& stats) const {
  const Planes p = planes(kName, x);
  const auto statistic = [&](std::int64_t i) { return stats.select(0, i).reshape({p.channels, 1}); };
  const Tensor xhat = training ? batch_norm(x, {}, {}, {}, {}, true, 0, eps)
                               : (x.reshape({p.n, p.channels, p.inner}) - statistic(0)) * statistic(1);
  return norm_double_backward(of_results, dy, x, weight, xhat, training ? stats.select(0, 1) : Tensor(),
                              {{p.n, p.channels, p.inner}, {0, 2}, {0, 2}}, [&](const Tensor& v) {
                                return backward(v, x, {}, stats, {true, false, false})[0];
                              });
}

}  // namespace wengert
