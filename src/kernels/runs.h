// Mean and variance of values that lie in runs of neighbours: what batch norm and group norm share.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/isa.h"
#include "kernels/isa/rows.h"
#include "kernels/reciprocal.h"

namespace wengert::kernels {

/// Values that share their statistics: `count` runs of `length` neighbours, the starts `stride` apart.
struct Runs {
  std::int64_t count, length, stride;
  double size() const { return double(count * length); }
};

/// The mean in two parts, mean + low (why: isa/layer_norm.cpp), the biased variance, rstd = 1 / sqrt(var +
/// eps).
template <class T>
struct Statistics {
  T mean, low, rstd;
  double var;
};

/// For values whose squares leave T's range: in double, and in units of the largest magnitude.
template <class T>
Statistics<T> far_statistics(const T* x, Runs s, double eps) {
  const auto each = [&](auto f) {
    for (std::int64_t r = 0; r < s.count; ++r)
      for (std::int64_t j = 0; j < s.length; ++j) f(double(x[r * s.stride + j]));
  };
  double unit = 0, mean = 0, m2 = 0;
  each([&](double v) { unit = std::max(unit, std::fabs(v)); });
  if (unit == 0) unit = 1;
  each([&](double v) { mean += v / unit; });
  mean /= s.size();
  each([&](double v) { m2 += (v / unit - mean) * (v / unit - mean); });
  const double deviation = unit * std::sqrt(m2 / s.size());
  const T high = T(mean * unit);
  return {high, T(mean * unit - double(high)), reciprocal<T>(std::hypot(deviation, std::sqrt(eps))),
          deviation * deviation};
}

/// From d = sum (x - mean) and d2 = sum (x - mean)^2, taken about the rounded mean.
template <class T>
Statistics<T> finish_statistics(const T* x, Runs s, T mean, double d, double d2, double eps) {
  constexpr double small = sizeof(T) == 4 ? 1e-30 : 1e-280, big = sizeof(T) == 4 ? 1e38 : 1e300;
  if (!(d2 < big) || (d2 < small && eps < small)) return far_statistics(x, s, eps);
  const double low = d / s.size(), var = std::max(0.0, d2 / s.size() - low * low);
  return {mean, T(low), reciprocal<T>(std::sqrt(var + eps)), var};
}

template <class T>
Statistics<T> statistics(const T* x, Runs s, double eps) {
  const SumTable<T>& table = WENGERT_BEST(sum_table<T>);
  double sum = 0, d = 0, d2 = 0;
  for (std::int64_t r = 0; r < s.count; ++r) sum += table.row[int(Term::Value)](x + r * s.stride, s.length);
  const T mean = T(sum / s.size());
  for (std::int64_t r = 0; r < s.count; ++r) {
    double run_d, run_d2;
    table.row_deviations(x + r * s.stride, s.length, mean, &run_d, &run_d2);
    d += run_d;
    d2 += run_d2;
  }
  return finish_statistics(x, s, mean, d, d2, eps);
}

/// rstd weight within T's range; without a weight rstd.
template <class T>
T scale(T rstd, const T* weight) {
  if (!weight) return rstd;
  constexpr double most = double(std::numeric_limits<T>::max());
  return T(std::clamp(double(rstd) * double(*weight), -most, most));
}

}  // namespace wengert::kernels
