// Instance normalisation (Ulyanov, Vedaldi, Lempitsky 2016, arXiv:1607.08022): group norm whose groups are
// single channels, and with running statistics batch norm's evaluation. What is left to do here is to move
// those:
//
//   running = (1 - momentum) running + momentum mean_n(new),   for mean, and for var n / (n - 1) var
#include <algorithm>
#include <vector>

#include "ops/group_norm.h"
#include "ops/running_statistics.h"
#include "wengert/ops/batch_norm.h"
#include "wengert/ops/instance_norm.h"

namespace wengert {

namespace {

constexpr const char* kName = "instance_norm";

/// The average over samples of s[samples, channels].
template <class T>
std::vector<T> average_of_samples(const T* s, kernels::Planes p) {
  std::vector<T> average(std::size_t(p.channels));
  for (std::int64_t c = 0; c < p.channels; ++c) {
    double total = 0;
    for (std::int64_t n = 0; n < p.n; ++n) total += double(s[n * p.channels + c]);
    average[std::size_t(c)] = T(total / double(p.n));
  }
  return average;
}

}  // namespace

Tensor instance_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, const Tensor& running_mean,
                     const Tensor& running_var, bool use_input_stats, double momentum, double eps, bool) {
  check_input(kName, x, eps);
  const kernels::Planes p = planes(kName, x);
  check_parameter(kName, "weight", weight, {p.channels}, x);
  check_parameter(kName, "bias", bias, {p.channels}, x);
  check_running(kName, x, p.channels, running_mean, running_var, use_input_stats, momentum);
  if (!use_input_stats) return batch_norm(x, weight, bias, running_mean, running_var, false, 0, eps);
  if (running_mean.defined() && p.inner == 1)
    fail("{}: input {} has one value per channel and sample, which has no variance to move running_var to",
         kName, x.sizes());

  const std::int64_t groups = std::max<std::int64_t>(1, p.channels);
  if (!running_mean.defined()) return group_norm_with(x, groups, weight, bias, eps, nullptr, nullptr);
  Tensor mean, var;
  const Tensor y = group_norm_with(x, groups, weight, bias, eps, &mean, &var);
  if (x.numel() == 0) return y;
  dispatch_floating(kName, x.dtype(), [&]<class T>(T) {
    const double n = double(p.inner);
    const std::vector<T> average_mean = average_of_samples(elements<const T>(mean), p);
    const std::vector<T> average_var = average_of_samples(elements<const T>(var), p);
    move_towards<T>(kName, running_mean, average_mean.data(), 1, momentum);
    move_towards<T>(kName, running_var, average_var.data(), n / (n - 1), momentum);
  });
  return y;
}

}  // namespace wengert
