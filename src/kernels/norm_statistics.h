// Mean and variance of sets of values: for the norms, and for var. For kernels only.
//
// The mean of float32 values near 1e4 is off by up to 5e-4 once rounded to float32. So every use takes the
// rounded mean off first, which is exact for values near it, and then what the rounding lost:
//   x - mean = (x - mean_rounded) - low,   low = mean(x - mean_rounded)
// Rows of values near 1e4 that differ by 1e-2 keep all that their storage holds, and equal values give exactly
// 0. A gradient finds low again, as one more sum in a pass that it needs anyway.
#pragma once
#include "kernels/reciprocal.h"
#include "kernels/row_sums.h"
#include "kernels/simd.h"

namespace wengert::kernels::WENGERT_ISA {

/// The values of a set: `count` runs of `length` neighbours, their starts `stride` apart.
struct Runs {
  std::int64_t count, length, stride;
  double size() const { return double(count * length); }
};

template <class T>
struct Statistics {
  T mean, low, rstd;  // rstd = 1 / sqrt(var + eps)
  double var;         // biased
};

struct MeanDeviation {
  double mean, deviation;
};

/// For values whose squares leave T's range: in double, and in units of the largest magnitude. The deviation is
/// from the mean, or from 0 if not centred.
template <class T>
[[gnu::cold, gnu::noinline]] static MeanDeviation far_statistics(const T* x, Runs s, bool centred) {
  const auto each_value = [&](auto f) {
    for (std::int64_t r = 0; r < s.count; ++r)
      for (std::int64_t j = 0; j < s.length; ++j) f(double(x[r * s.stride + j]));
  };
  double unit = 0, mean = 0, m2 = 0;
  each_value([&](double v) { unit = __builtin_fabs(v) > unit ? __builtin_fabs(v) : unit; });
  if (unit == 0) unit = 1;
  if (centred) each_value([&](double v) { mean += v / unit; });
  mean /= s.size();
  each_value([&](double v) { m2 += (v / unit - mean) * (v / unit - mean); });
  return {mean * unit, unit * __builtin_sqrt(m2 / s.size())};
}

/// Whether a sum of squares, with `added` to come under the root, says nothing any more.
template <class T>
static bool out_of_range(double squares, double added) {
  constexpr double small = sizeof(T) == 4 ? 1e-30 : 1e-280, big = sizeof(T) == 4 ? 1e38 : 1e300;
  return !(squares < big) || (squares < small && added < small);
}

static constexpr std::int64_t kSets = 8, kMostSets = 16;

/// Completes the statistics s[i] of up to kMostSets sets that begin `distance` apart, from the rounded means, d = sum (x - mean)
/// and d2 = sum (x - mean)^2:   low = d / n,   n var = sum (x - mean - low)^2 = d2 - d low
/// Step by step, so that one set's chain of division and root does not wait for another's.
template <class T>
static void finish_statistics(const T* x, std::int64_t sets, std::int64_t distance, Runs runs,
                              const double* d, const double* d2, double eps, Statistics<T>* s) {
  const double n = runs.size(), per_n = 1 / n;
  double var[kMostSets] = {};
  for (std::int64_t i = 0; i < sets; ++i) {
    const double low = d[i] / n, m2 = d2[i] - d[i] * low;
    s[i].low = T(low);
    var[i] = m2 > 0 ? m2 * per_n : 0;
  }
  for (std::int64_t i = 0; i < sets; ++i) s[i].rstd = reciprocal<T>(__builtin_sqrt(var[i] + eps));
  for (std::int64_t i = 0; i < sets; ++i) s[i].var = var[i];
  for (std::int64_t i = 0; i < sets; ++i)
    if (out_of_range<T>(d2[i], eps)) {
      const MeanDeviation far = far_statistics(x + i * distance, runs, true);
      s[i] = {T(far.mean), T(far.mean - double(T(far.mean))),
              reciprocal<T>(__builtin_hypot(far.deviation, __builtin_sqrt(eps))),
              far.deviation * far.deviation};
    }
}

/// The statistics of up to kSets sets that begin `distance` apart.

template <class T>
static void statistics(const T* x, std::int64_t sets, std::int64_t distance, Runs runs, double eps,
                       Statistics<T>* s) {
  const double per_n = 1 / runs.size();
  double d[kSets] = {}, d2[kSets] = {};
  for (std::int64_t i = 0; i < sets; ++i) {
    double sum = 0;
    for (std::int64_t r = 0; r < runs.count; ++r)
      sum += row_sum<Term::Value>(x + i * distance + r * runs.stride, runs.length);
    s[i].mean = T(sum * per_n);
  }
  for (std::int64_t i = 0; i < sets; ++i) {
    double set_d = 0, set_d2 = 0;
    for (std::int64_t r = 0; r < runs.count; ++r) {
      double run_d, run_d2;
      row_deviations(x + i * distance + r * runs.stride, runs.length, s[i].mean, &run_d, &run_d2);
      set_d += run_d;
      set_d2 += run_d2;
    }
    d[i] = set_d;
    d2[i] = set_d2;
  }
  finish_statistics(x, sets, distance, runs, d, d2, eps, s);
}

}  // namespace wengert::kernels::WENGERT_ISA
