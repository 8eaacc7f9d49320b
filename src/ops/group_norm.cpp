// Group normalisation (Wu, He 2018, arXiv:1803.08494): the channels of x [N, C, ...] in G groups of
// neighbours, and each group of each sample standardised as a row [C / G, ...]:
//
//   y = xhat weight + bias,  xhat = (x - mean) rstd,  rstd = 1 / sqrt(mean((x - mean)^2) + eps)
//
// With g = dy weight, and means over a row:
//   dx = rstd (g - mean(g) - xhat mean(g xhat)),   dweight = sum dy xhat,   dbias = sum dy
// the sums over all samples and places of a channel.
#include "ops/group_norm.h"
#include "wengert/ops/group_norm.h"

#include "ops/norm_backward.h"

namespace wengert {

using autograd::record;
using autograd::saving;

namespace {

constexpr const char* kName = "group_norm";

struct GroupNorm {
  std::int64_t groups;
  double eps;
  kernels::Groups shape(const Tensor& x) const {
    const kernels::Planes p = planes(kName, x);
    return {p.n, p.channels, p.inner, groups};
  }
  /// stats [2, n groups]: mean and rstd.
  NormGradients backward(const Tensor& dy, const Tensor& x, const Tensor& weight, const Tensor& stats,
                         Wanted wanted) const;
  NormGradients double_backward(std::span<const Tensor> of_results, const Tensor& dy, const Tensor& x,
                                const Tensor& weight, const Tensor& stats) const;
};

}  // namespace

Tensor group_norm(const Tensor& x, std::int64_t num_groups, const Tensor& weight, const Tensor& bias,
                  double eps, bool) {
  check_input(kName, x, eps);
  const std::int64_t channels = planes(kName, x).channels;
  if (num_groups < 1 || channels % num_groups != 0)
    fail("{}: input {} has {} channels, which {} groups do not divide", kName, x.sizes(), channels,
         num_groups);
  check_parameter(kName, "weight", weight, {channels}, x);
  check_parameter(kName, "bias", bias, {channels}, x);
  return group_norm_with(x, num_groups, weight, bias, eps, nullptr, nullptr);
}

Tensor group_norm_with(const Tensor& x, std::int64_t groups, const Tensor& weight, const Tensor& bias,
                       double eps, Tensor* mean, Tensor* var) {
  const GroupNorm norm{groups, eps};
  const kernels::Groups shape = norm.shape(x);
  const Tensor y = make_tensor(x.impl()->sizes, x.dtype());
  const Tensor stats = make_tensor({2, shape.rows()}, x.dtype());
  const Tensor variances = var ? make_tensor({shape.rows()}, x.dtype()) : Tensor();
  const Tensor dense_x = dense(x), dense_weight = dense(weight), dense_bias = dense(bias);
  if (x.numel() > 0)
    dispatch_floating(kName, x.dtype(), [&]<class T>(T) {
      T* const means = elements<T>(stats);
      kernels::group_norm<T>({.x = elements<T>(dense_x),
                              .shape = shape,
                              .weight = elements<T>(dense_weight),
                              .bias = elements<T>(dense_bias),
                              .eps = eps,
                              .y = elements<T>(y),
                              .mean = means,
                              .rstd = means + shape.rows(),
                              .var = elements<T>(variances)});
    });
  if (mean) *mean = stats.select(0, 0);
  if (var) *var = variances;
  return record(kName, y, {x, weight, bias},
                saving(x, weight, stats, [norm](const Tensor& dy, const auto&... saved) {
                  return norm.backward(dy, saved..., wanted_gradients());
                }));
}

NormGradients GroupNorm::backward(const Tensor& dy, const Tensor& x, const Tensor& weight,
                                  const Tensor& stats, Wanted wanted) const {
  const kernels::Groups s = shape(x);
  const NormGradients d = make_gradients(wanted, x, {s.channels});
  const Tensor dense_dy = dense(dy), dense_x = dense(x), dense_weight = dense(weight);
  if (x.numel() > 0)
    dispatch_floating(kName, x.dtype(), [&]<class T>(T) {
      const T* const mean = elements<T>(stats);
      kernels::group_norm_backward<T>({.dy = elements<T>(dense_dy),
                                       .x = elements<T>(dense_x),
                                       .mean = mean,
                                       .rstd = mean + s.rows(),
                                       .weight = elements<T>(dense_weight),
                                       .shape = s,
                                       .dx = elements<T>(d[0]),
                                       .dweight = elements<T>(d[1]),
                                       .dbias = elements<T>(d[2])});
    });
  return record(
      "group_norm_backward", d, {dy, x, weight},
      saving(dy, x, weight, stats, [norm = *this](std::span<const Tensor> of_results, const auto&... saved) {
        return norm.double_backward(of_results, saved...);
      }));
}

NormGradients GroupNorm::double_backward(std::span<const Tensor> of_results, const Tensor& dy,
                                         const Tensor& x, const Tensor& weight, const Tensor& stats) const {
  const kernels::Groups s = shape(x);
  const Tensor xhat = group_norm(x, groups, {}, {}, eps);
  return norm_double_backward(of_results, dy, x, weight, xhat, stats.select(0, 1),
                              {{s.n, groups, s.channels / groups, s.inner}, {2, 3}, {0, 3}},
                              [&](const Tensor& v) {
                                return backward(v, x, {}, stats, {true, false, false})[0];
                              });
}

}  // namespace wengert
