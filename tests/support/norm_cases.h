// Every norm of the family as one list, and its value and gradient in double: what the exactness tests and
// the table of measured errors share. Compiles on both frameworks.
#pragma once
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "programs/frontend.h"

namespace norm_cases {

using torch::Tensor;
using Values = std::vector<double>;

/// A norm of `count` sets of values, each set with mean and variance of its own.
struct Norm {
  std::string name;
  std::vector<std::int64_t> sizes;
  std::int64_t channels;                                   // the size of weight and bias
  std::function<std::int64_t(std::int64_t)> set, channel;  // of an element, by its place in memory
  std::function<Tensor(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps)> f;
  bool centred = true;  // has mean and bias
};

/// The norms, with sets of about n values.
inline std::vector<Norm> norms(std::int64_t n) {
  const auto batch = [](const Tensor& x, const Tensor& w, const Tensor& b, double eps) {
    return torch::batch_norm(x, w, b, {}, {}, true, 0.1, eps, false);
  };
  const auto plane = [n](std::int64_t i) { return i / n % 3; };
  return {{"LayerNorm",
           {4, n},
           n,
           [n](std::int64_t i) { return i / n; },
           [n](std::int64_t i) { return i % n; },
           [n](const Tensor& x, const Tensor& w, const Tensor& b, double eps) {
             return torch::layer_norm(x, {n}, w, b, eps, false);
           }},
          {"RMSNorm",
           {4, n},
           n,
           [n](std::int64_t i) { return i / n; },
           [n](std::int64_t i) { return i % n; },
           [n](const Tensor& x, const Tensor& w, const Tensor&, double eps) {
#ifdef USE_LIBTORCH  // has none: what its user writes
             return x * torch::rsqrt(x.square().mean(-1, true) + eps) * w;
#else
             return torch::rms_norm(x, {n}, w, eps);
#endif
           },
           false},
          {"BatchNorm1d",
           {n + 1, 3},
           3,
           [](std::int64_t i) { return i % 3; },
           [](std::int64_t i) { return i % 3; },
           batch},
          {"BatchNorm2d", {2, 3, 1, n}, 3, plane, plane, batch},
          {"BatchNorm3d", {2, 3, n, 1, 1}, 3, plane, plane, batch},
          {"GroupNorm",
           {2, 4, n},
           4,
           [n](std::int64_t i) { return i / (2 * n); },
           [n](std::int64_t i) { return i / n % 4; },
           [](const Tensor& x, const Tensor& w, const Tensor& b, double eps) {
             return torch::group_norm(x, 2, w, b, eps, false);
           }},
          {"InstanceNorm",
           {2, 3, n},
           3,
           [n](std::int64_t i) { return i / n; },
           plane,
           [](const Tensor& x, const Tensor& w, const Tensor& b, double eps) {
             return torch::instance_norm(x, w, b, {}, {}, true, 0.1, eps, false);
           }}};
}

inline std::int64_t elements(const Norm& norm) {
  std::int64_t n = 1;
  for (std::int64_t s : norm.sizes) n *= s;
  return n;
}

/// f(0), f(1), ... as float32.
inline Tensor made(const std::vector<std::int64_t>& sizes, const std::function<double(std::int64_t)>& f) {
  Tensor x = torch::zeros(sizes);
  float* const p = x.data_ptr<float>();
  for (std::int64_t i = 0; i < x.numel(); ++i) p[i] = float(f(i));
  return x;
}

inline Values wide(const Tensor& x) {
  const Tensor c = x.detach().contiguous();
  const float* const p = c.data_ptr<float>();
  return Values(p, p + c.numel());
}

struct Result {
  Values y, dx, dweight, dbias;
  double dx_unit = 0;  // the largest rstd |dy weight|, of which dx is what mean and rstd leave
};

/// The definition, in double (and in units of the largest value, so that nothing overflows).
inline Result exact(const Norm& norm, const Values& x, const Values& w, const Values& b, const Values& dy,
                    double eps) {
  struct Sums {
    double n = 0, mean = 0, var = 0, g = 0, gx = 0;
  };
  const std::int64_t size = std::int64_t(x.size());
  std::vector<Sums> sets(x.size() + 1);
  const auto at = [&](std::int64_t i) -> Sums& { return sets[std::size_t(norm.set(i))]; };
  const auto channel = [&](std::int64_t i) { return std::size_t(norm.channel(i)); };
  const auto value = [&](const Values& v, std::int64_t i) { return v[std::size_t(i)]; };
  for (std::int64_t i = 0; i < size; ++i) at(i).n += 1;
  if (norm.centred)
    for (std::int64_t i = 0; i < size; ++i) at(i).mean += value(x, i) / at(i).n;
  for (std::int64_t i = 0; i < size; ++i) at(i).var += std::pow(value(x, i) - at(i).mean, 2) / at(i).n;
  const auto rstd = [&](std::int64_t i) { return at(i).var + eps == 0 ? 0 : 1 / std::sqrt(at(i).var + eps); };
  const auto xhat = [&](std::int64_t i) { return (value(x, i) - at(i).mean) * rstd(i); };
  Result r{Values(x.size()), Values(x.size()), Values(w.size()), Values(w.size())};
  for (std::int64_t i = 0; i < size; ++i) {
    const double g = value(dy, i) * w[channel(i)];
    if (norm.centred) at(i).g += g / at(i).n;
    at(i).gx += g * xhat(i) / at(i).n;
    r.y[std::size_t(i)] = xhat(i) * w[channel(i)] + (norm.centred ? b[channel(i)] : 0);
    r.dweight[channel(i)] += value(dy, i) * xhat(i);
    r.dbias[channel(i)] += value(dy, i);
  }
  for (std::int64_t i = 0; i < size; ++i)
    r.dx_unit = std::fmax(r.dx_unit, rstd(i) * std::fabs(value(dy, i) * w[channel(i)]));
  for (std::int64_t i = 0; i < size; ++i)
    r.dx[std::size_t(i)] = rstd(i) * (value(dy, i) * w[channel(i)] - at(i).g - xhat(i) * at(i).gx);
  return r;
}

/// What the framework gives for the same. dbias is empty where there is none.
inline Result computed(const Norm& norm, const Tensor& x, const Tensor& w, const Tensor& b, const Tensor& dy,
                       double eps, bool create_graph = false) {
  Tensor leaf = x.detach().clone().set_requires_grad(true);
  Tensor weight = w.detach().clone().set_requires_grad(true);
  Tensor bias = b.detach().clone().set_requires_grad(true);
  const Tensor y = norm.f(leaf, weight, bias, eps);
  // Not backward(): a gradient that has a graph, kept in its leaf, would hold itself in memory.
  const auto d = torch::autograd::grad({y}, {leaf, weight, bias}, {dy}, create_graph, create_graph,
                                       /*allow_unused=*/true);
  return {wide(y), wide(d[0]), wide(d[1]), norm.centred ? wide(d[2]) : Values()};
}

/// The largest |a - b| / scale; infinity when one is not finite.
inline double error(const Values& a, const Values& b, double scale) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double gap = std::fabs(a[i] - b[i]), d = gap == 0 ? 0 : gap / scale;
    worst = std::isfinite(a[i]) && d <= worst ? worst : std::isfinite(d) ? d : INFINITY;
  }
  return worst;
}
inline double largest(const Values& a) {
  double m = 0;
  for (double v : a) m = std::fabs(v) > m ? std::fabs(v) : m;
  return m == 0 ? 1 : m;
}

/// Inputs that ask for exactness, by the place of an element.
struct Input {
  std::string name;
  std::function<double(std::int64_t)> value;
  double eps = 1e-5;
};
inline std::vector<Input> inputs() {
  const auto wave = [](std::int64_t i) { return std::sin(double(i * i % 1009)) + 0.1 * double(i % 5); };
  return {{"equal values, 1234.5678", [](std::int64_t) { return 1234.5678; }},
          {"4e4 + i", [](std::int64_t i) { return 4e4 + double(i % 700); }},
          {"1e4 + i 1e-3", [](std::int64_t i) { return 1e4 + double(i % 700) * 1e-3; }},
          {"near 1e30", [=](std::int64_t i) { return 1e30 * wave(i); }},
          {"near 1e-30, eps 0", [=](std::int64_t i) { return 1e-30 * wave(i); }, 0},
          {"denormal, near 1e-40", [=](std::int64_t i) { return 1e-40 * wave(i); }}};
}

}  // namespace norm_cases
