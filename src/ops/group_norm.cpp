// Group normalisation (Wu, He 2018, arXiv:1803.08494): the channels of x [N, C, ...] in G groups of
// neighbours, and each group of each sample standardised as a row [C / G, ...]:
//
//   y = xhat weight + bias,  xhat = (x - mean) rstd,  rstd = 1 / sqrt(mean((x - mean)^2) + eps)
//
// With g = dy weight, and means over a row:
//   dx = rstd (g - mean(g) - xhat mean(g xhat)),   dweight = sum dy xhat,   dbias = sum dy
// the sums over all samples and places of a channel.
#include "ops/group_norm.h"

namespace wengert {

using autograd::needs;
using autograd::record;
using autograd::saving;

namespace {

constexpr const char* kName = "group_norm";

kernels::Groups shape_of(const Tensor& x, std::int64_t groups) {
  const kernels::Planes p = planes(kName, x);
  return {p.n, p.channels, p.inner, groups};
}

/// stats [>= 2, rows]: mean and rstd.
ChannelGradients fused(const Tensor& dy, const Tensor& x, const Tensor& weight, const Tensor& stats,
                       std::int64_t groups) {
  const kernels::Groups shape = shape_of(x, groups);
  ChannelGradients d = needed_gradients(x, shape.channels);
  if (x.numel() == 0) return d;
  const Tensor dense_dy = dense(dy), dense_x = dense(x), dense_weight = dense(weight);
  dispatch_floating(kName, x.dtype(), [&]<class T>(T) {
    const T* mean = elements<const T>(stats);
    kernels::group_norm_backward(elements<const T>(dense_dy), elements<const T>(dense_x), mean,
                                 mean + shape.rows(), elements<const T>(dense_weight), shape,
                                 elements<T>(d[0]), elements<T>(d[1]), elements<T>(d[2]));
  });
  return d;
}

ChannelGradients composed(const Tensor& dy, const Tensor& x, const Tensor& weight, std::int64_t groups,
                          double eps) {
  const kernels::Groups shape = shape_of(x, groups);
  const Shape rows{shape.n, groups, shape.cols()}, each{2};
  const Standardized s(x.reshape(rows), each, eps);
  ChannelGradients d;
  if (needs(0)) d[0] = s.gradient(scaled(dy, per_channel(weight, x)).reshape(rows), each).reshape(x.sizes());
  if (needs(1)) d[1] = (dy * s.xhat.reshape(x.sizes())).sum(all_but_channels(x));
  if (needs(2)) d[2] = dy.sum(all_but_channels(x));
  return d;
}

}  // namespace

Tensor group_norm_with(const Tensor& x, std::int64_t groups, const Tensor& weight, const Tensor& bias,
                       double eps, Tensor* wanted) {
  const kernels::Groups shape = shape_of(x, groups);
  const Tensor y = make_tensor(x.impl()->sizes, x.dtype());
  const Tensor stats = make_tensor({3, shape.rows()}, x.dtype());
  const Tensor dense_x = dense(x), dense_weight = dense(weight), dense_bias = dense(bias);
  if (x.numel() > 0)
    dispatch_floating(kName, x.dtype(), [&]<class T>(T) {
      T *mean = elements<T>(stats), *rstd = mean + shape.rows();
      kernels::group_norm(elements<const T>(dense_x), shape, elements<const T>(dense_weight),
                          elements<const T>(dense_bias), eps, elements<T>(y), mean,
                          wanted ? rstd + shape.rows() : nullptr, rstd);
    });
  if (wanted) *wanted = stats;
  return record(kName, y, {x, weight, bias},
                saving(x, weight, stats,
                       [groups, eps](const Tensor& dy, const Tensor& saved_x, const Tensor& saved_weight,
                                     const Tensor& saved_stats) {
                         return GradMode::is_enabled()
                                    ? composed(dy, saved_x, saved_weight, groups, eps)
                                    : fused(dy, saved_x, saved_weight, saved_stats, groups);
                       }));
}

Tensor group_norm(const Tensor& x, std::int64_t num_groups, const Tensor& weight, const Tensor& bias,
                  double eps, bool) {
  check_input(kName, x, eps);
  const std::int64_t channels = planes(kName, x).channels;
  if (num_groups < 1 || channels % num_groups != 0)
    fail("{}: input {} has {} channels, which {} groups do not divide", kName, x.sizes(), channels,
         num_groups);
  check_parameter(kName, "weight", weight, {channels}, x);
  check_parameter(kName, "bias", bias, {channels}, x);
  return group_norm_with(x, num_groups, weight, bias, eps, nullptr);
}

}  // namespace wengert
