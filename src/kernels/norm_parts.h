// The loops that norms share: a row with a weight for each value, a run of values with one, strips of rows, and
// gradients of weight and bias. For kernels only.
#pragma once
#include "kernels/norm_statistics.h"
#include "kernels/parallel_reduce.h"

namespace wengert::kernels::WENGERT_ISA {

/// p + at, or null.
template <class T>
static T* from(T* p, std::int64_t at) {
  return p ? p + at : p;
}

/// f(first, sets) for all of them in turn: as many together as statistics() takes, or, large ones, one, which
/// stays in the cache between the passes.
template <class F>
static void each_few_sets(std::int64_t begin, std::int64_t end, std::int64_t size, F f) {
  const std::int64_t few = size <= 512 ? kSets : 1;
  for (; begin < end; begin += few) f(begin, least(few, end - begin));
}

/// y = ((x - mean) - low) rstd weight + bias.
template <class T>
static void row_forward(const T* x, std::int64_t n, const Statistics<T>& s, const T* weight, const T* bias,
                        T* y) {
  const T mean = s.mean, low = s.low, rstd = s.rstd;
  each<T>(n, [&](auto at) {
    auto v = ((at(x) - mean) - low) * rstd;
    if (weight) v = v * at(weight);
    if (bias) v = v + at(bias);
    at.put(y, v);
  });
}

/// rstd weight within T's range; without a weight rstd.
template <class T>
static T scale_of(T rstd, const T* weight) {
  if (!weight) return rstd;
  constexpr double most = sizeof(T) == 4 ? 0x1.fffffep127 : 0x1.fffffffffffffp1023;
  const double a = double(rstd) * double(*weight);
  return T(a > most ? most : a < -most ? -most : a);
}

/// The same with one scale = rstd weight and one bias for all values.
template <class T>
static void run_forward(const T* x, std::int64_t n, T mean, T low, T scale, T bias, T* y) {
  each<T>(n, [&](auto at) { at.put(y, ((at(x) - mean) - low) * scale + bias); });
}

/// What the gradient of a set needs of its values. With d = x - mean_rounded, xhat = (d - low) rstd, so that
///   sum g xhat = sum g d rstd - low rstd sum g,   low = sum d / n
struct GradientSums {
  double g = 0, g_d_rstd = 0, d = 0;
  double low(double n) const { return d / n; }
  double g_xhat(double n, double rstd) const { return g_d_rstd - low(n) * rstd * g; }
};

template <class T>
static void add_run(GradientSums& total, const T* g, const T* x, std::int64_t n, T mean, T rstd) {
  double s[3];
  sums<3, T>(
      n,
      [&](auto at, auto& sum) {
        const auto d = at(x) - mean;
        sum[0] += at(g);
        sum[1] += at(g) * (d * rstd);
        sum[2] += d;
      },
      s);
  total.g += s[0];
  total.g_d_rstd += s[1];
  total.d += s[2];
}

/// What the values of a run have in common in dx = (dy weight - mean_g - xhat mean_gx) scale.
template <class T>
struct RunGradient {
  T mean, low, rstd, weight, mean_g, mean_gx, scale;
};

template <class T>
static void run_backward(const T* dy, const T* x, std::int64_t n, RunGradient<T> c, T* dx) {
  each<T>(n, [&](auto at) {
    const auto xhat = ((at(x) - c.mean) - c.low) * c.rstd;
    at.put(dx, (at(dy) * c.weight - c.mean_g - xhat * c.mean_gx) * c.scale);
  });
}

template <int R>
struct RowCount {
  static constexpr int value = R;
};

/// f(first, RowCount) for the rows [begin, end): four together, so that their sums do not wait for each other,
/// and what they share is read and written once for the four; then those that are left.
template <class F>
WENGERT_INLINE void strips(std::int64_t begin, std::int64_t end, F f) {
  for (; begin + 4 <= end; begin += 4) f(begin, RowCount<4>());
  for (; begin < end; ++begin) f(begin, RowCount<1>());
}

/// Runs f(first, end, dweight, dbias) on blocks of samples; it adds their shares to dweight[width] and
/// dbias[width], either of which may be null. Shares are kept in T for a few samples, then in double, and those
/// of the blocks are joined in order. A block has at least `least_samples`.
template <class T, class F>
static void sum_over_samples(std::int64_t samples, std::int64_t width, std::int64_t least_samples, T* dweight,
                             T* dbias, F f) {
  if (!dweight && !dbias) {
    parallel_for(samples, items_per_block(width, kCostlyGrain),
                 [&](std::int64_t begin, std::int64_t end) { f(begin, end, dweight, dbias); });
    return;
  }
  const std::int64_t wanted = greatest(1, least(samples * width / (kCheapGrain / 2), 16));
  const std::int64_t piece = greatest(least_samples, divide_up(samples, wanted));
  const std::int64_t pieces = greatest(1, divide_up(samples, piece)), both = 2 * width;
  const Scratch<T> shares(pieces * both);  // dweight and dbias side by side
  const Scratch<double> totals(pieces * both);
  parallel_for(samples, piece, [&](std::int64_t begin, std::int64_t end) {
    T* const share = shares.data() + begin / piece * both;
    double* const total = totals.data() + begin / piece * both;
    for (std::int64_t r = begin; r < end; r += kShortRows) {
      f(r, least(r + kShortRows, end), dweight ? share : nullptr, dbias ? share + width : nullptr);
      for (std::int64_t j = 0; j < both; ++j) {
        total[j] += double(share[j]);
        share[j] = 0;
      }
    }
  });
  for (std::int64_t p = 1; p < pieces; ++p)
    for (std::int64_t j = 0; j < both; ++j) totals[j] += totals[p * both + j];
  for (std::int64_t j = 0; j < width; ++j) {
    if (dweight) dweight[j] = T(totals[j]);
    if (dbias) dbias[j] = T(totals[width + j]);
  }
}

}  // namespace wengert::kernels::WENGERT_ISA
