// Batch normalisation (Ioffe, Szegedy 2015, arXiv:1502.03167, alg. 1), per channel of x [n, channels, inner]:
//
//   y = xhat weight + bias,  xhat = (x - mean) rstd,  rstd = 1 / sqrt(var + eps)
//
// In training mean and var are those of the channel's n inner values, and depend on x. With means over them:
//   dx = weight rstd (dy - mean(dy) - xhat mean(dy xhat)),   dweight = sum dy xhat,   dbias = sum dy
// In evaluation they are constants: dx = weight rstd dy.
#include <cmath>

#include <algorithm>

#include "kernels/isa/reciprocal.h"
#include "ops/running_statistics.h"
#include "ops/standardize.h"

namespace wengert {

using autograd::needs;
using autograd::record;
using autograd::saving;
using kernels::Planes;

namespace {

constexpr const char* kName = "batch_norm";

/// stats [>= 2, channels]: mean and rstd.
ChannelGradients fused(const Tensor& dy, const Tensor& x, const Tensor& weight, const Tensor& stats,
                       bool training) {
  const Planes p = planes(kName, x);
  ChannelGradients d = needed_gradients(x, p.channels);
  if (x.numel() == 0) return d;
  const Tensor dense_dy = dense(dy), dense_x = dense(x), dense_weight = dense(weight);
  dispatch_floating(kName, x.dtype(), [&]<class T>(T) {
    const T* mean = elements<const T>(stats);
    const auto backward = training ? kernels::batch_norm_backward<T> : kernels::batch_norm_eval_backward<T>;
    backward(elements<const T>(dense_dy), elements<const T>(dense_x), mean, mean + p.channels,
             elements<const T>(dense_weight), p, elements<T>(d[0]), elements<T>(d[1]), elements<T>(d[2]));
  });
  return d;
}

ChannelGradients composed(const Tensor& dy, const Tensor& x, const Tensor& weight, const Tensor& stats,
                          bool training, double eps) {
  const Shape others = all_but_channels(x);
  const auto statistic = [&](std::int64_t i) {
    const std::int64_t channels = x.sizes()[1];
    return per_channel(make_alias(stats, {channels}, {1}, stats.storage_offset() + i * channels), x);
  };
  const Tensor g = scaled(dy, per_channel(weight, x));
  ChannelGradients d;
  Tensor xhat;
  if (training) {
    const Standardized s(x, others, eps);
    xhat = s.xhat;
    if (needs(0)) d[0] = s.gradient(g, others);
  } else {
    xhat = (x - statistic(0)) * statistic(1);
    if (needs(0)) d[0] = g * statistic(1);
  }
  if (needs(1)) d[1] = (dy * xhat).sum(others);
  if (needs(2)) d[2] = dy.sum(others);
  return d;
}

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
  const Tensor stats = make_tensor({3, p.channels}, x.dtype());  // mean, rstd, and in training var
  const Tensor dense_x = dense(x), dense_weight = dense(weight), dense_bias = dense(bias);
  const Tensor dense_mean = dense(running_mean), dense_var = dense(running_var);
  dispatch_floating(kName, x.dtype(), [&]<class T>(T) {
    const T *in = elements<const T>(dense_x), *w = elements<const T>(dense_weight),
            *b = elements<const T>(dense_bias);
    T *mean = elements<T>(stats), *rstd = mean + p.channels, *var = rstd + p.channels;
    if (!training) {
      std::copy_n(elements<const T>(dense_mean), p.channels, mean);
      const T* running = elements<const T>(dense_var);
      for (std::int64_t c = 0; c < p.channels; ++c)
        rstd[c] = kernels::reciprocal<T>(std::sqrt(double(running[c]) + eps));
      kernels::batch_norm_eval(in, p, mean, rstd, w, b, elements<T>(y));
    } else if (p.count() > 0) {
      kernels::batch_norm(in, p, w, b, eps, elements<T>(y), mean, var, rstd);
      const double n = double(p.count());
      move_towards<T>(kName, running_mean, mean, 1, momentum);
      move_towards<T>(kName, running_var, var, n / (n - 1), momentum);
    } else {
      std::fill_n(mean, 3 * p.channels, T(0));
    }
  });
  return record(kName, y, {x, weight, bias},
                saving(x, weight, stats,
                       [training, eps](const Tensor& dy, const Tensor& saved_x, const Tensor& saved_weight,
                                       const Tensor& saved_stats) {
                         return GradMode::is_enabled()
                                    ? composed(dy, saved_x, saved_weight, saved_stats, training, eps)
                                    : fused(dy, saved_x, saved_weight, saved_stats, training);
                       }));
}

}  // namespace wengert
