// Layer norm of rows and its gradient (formulas: norm.h).
//
// The mean of float32 values near 1e4 is off by up to 5e-4 once rounded to float32. So every use takes the
// rounded mean off first, which is exact for values near it, and then a correction: x - mean = (x - mean_hi)
// - mean_lo with mean_lo = mean(x - mean_hi). The gradient finds mean_lo again, as one more sum in a pass
// that it needs anyway.
#include "kernels/isa/rows.h"
#include "kernels/reciprocal.h"
#include "kernels/simd.h"

namespace wengert::kernels::WENGERT_ISA {

template <class T>
struct Statistics {
  T mean, mean_low, rstd;
};

// For rows whose squares leave T's range: in double, and in units of the largest magnitude.
template <class T>
static Statistics<T> far_statistics(const T* x, std::int64_t cols, double eps) {
  double unit = 0;
  for (std::int64_t j = 0; j < cols; ++j)
    if (const double a = __builtin_fabs(x[j]); a > unit) unit = a;
  if (unit == 0) unit = 1;
  double mean = 0, m2 = 0;
  for (std::int64_t j = 0; j < cols; ++j) mean += x[j] / unit;
  mean /= double(cols);
  for (std::int64_t j = 0; j < cols; ++j) m2 += (x[j] / unit - mean) * (x[j] / unit - mean);
  const T high = T(mean * unit);
  const double deviation = __builtin_sqrt(m2 / double(cols) + eps / unit / unit) * unit;
  return {high, T(mean * unit - high), reciprocal<T>(deviation)};
}

// A few rows at a time, step by step, so that one row's chain of dependent sums, division and root does not
// wait for another's.
static constexpr std::int64_t kGroup = 8;

template <class T>
static void statistics(const T* x, std::int64_t rows, std::int64_t cols, double eps, Statistics<T>* s) {
  constexpr double big = sizeof(T) == 4 ? 1e38 : 1e300, small = sizeof(T) == 4 ? 1e-30 : 1e-280;
  const double n = double(cols), per_n = 1 / n;
  double d[kGroup][2], var[kGroup];
  for (std::int64_t r = 0; r < rows; ++r) {
    double sum[1];
    sums<1, T>(
        cols, [&](auto at, auto& t) { t[0] += at(x + r * cols); }, sum);
    s[r].mean = T(sum[0] * per_n);
  }
  for (std::int64_t r = 0; r < rows; ++r) {
    const T mean = s[r].mean;
    sums<2, T>(
        cols,
        [&](auto at, auto& t) {
          const auto e = at(x + r * cols) - mean;
          t[0] += e;
          t[1] += e * e;
        },
        d[r]);
  }
  for (std::int64_t r = 0; r < rows; ++r) {
    const double low = d[r][0] / n, m2 = d[r][1] - d[r][0] * low;
    s[r].mean_low = T(low);
    var[r] = m2 > 0 ? m2 * per_n : 0;
  }
  for (std::int64_t r = 0; r < rows; ++r) s[r].rstd = reciprocal<T>(__builtin_sqrt(var[r] + eps));
  for (std::int64_t r = 0; r < rows; ++r)
    if (!(d[r][1] < big) || (d[r][1] < small && eps < small)) s[r] = far_statistics(x + r * cols, cols, eps);
}

template <class T>
static void forward(const T* x, std::int64_t rows, std::int64_t cols, const T* weight, const T* bias,
                    double eps, T* y, T* mean, T* rstd) {
  const std::int64_t group = cols <= 512 ? kGroup : 1;  // long rows: one at a time stays in cache
  Statistics<T> s[kGroup];
  for (std::int64_t first = 0; first < rows; first += group) {
    const std::int64_t end = rows - first < group ? rows : first + group;
    statistics(x, end - first, cols, eps, s);
    for (std::int64_t r = first; r < end; ++r, x += cols, y += cols) {
      const Statistics<T> t = s[r - first];
      each<T>(cols, [&](auto at) {
        auto v = ((at(x) - t.mean) - t.mean_low) * t.rstd;
        if (weight) v = v * at(weight);
        if (bias) v = v + at(bias);
        at.put(y, v);
      });
      if (mean) mean[r] = t.mean;
      if (rstd) rstd[r] = t.rstd;
    }
  }
}

// R rows together: their sums do not wait for each other, and dweight and dbias are read and written once for
// all R.
template <int R, class T>
static void backward_rows(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight,
                          std::int64_t cols, T* dx, T* dweight, T* dbias) {
  const double n = double(cols);
  T low[R], mean_g[R], mean_gx[R];
  for (int r = 0; r < R; ++r) {
    const T m = mean[r], rs = rstd[r];
    double s[3];
    sums<3, T>(
        cols,
        [&](auto at, auto& sum) {
          const auto d = at(x + r * cols) - m;
          auto g = at(dy + r * cols);
          if (weight) g = g * at(weight);
          sum[0] += d;
          sum[1] += g;
          sum[2] += g * (d * rs);
        },
        s);
    low[r] = T(s[0] / n);
    mean_g[r] = T(s[1] / n);
    mean_gx[r] = T((s[2] - s[0] / n * rs * s[1]) / n);
  }
  each<T>(cols, [&](auto at) {
    auto dw = at(dy) * 0, db = dw;
    for (int r = 0; r < R; ++r) {
      const auto xhat = ((at(x + r * cols) - mean[r]) - low[r]) * rstd[r];
      auto g = at(dy + r * cols);
      dw = dw + g * xhat;
      db = db + g;
      if (weight) g = g * at(weight);
      if (dx) at.put(dx + r * cols, (g - mean_g[r] - xhat * mean_gx[r]) * rstd[r]);
    }
    if (dweight) at.put(dweight, at(dweight) + dw);
    if (dbias) at.put(dbias, at(dbias) + db);
  });
}

template <class T>
static void backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight,
                     std::int64_t rows, std::int64_t cols, T* dx, T* dweight, T* dbias) {
  std::int64_t r = 0;
  const auto from = [&](auto* p, std::int64_t at) { return p ? p + at : p; };
  for (; r + 4 <= rows; r += 4)
    backward_rows<4>(dy + r * cols, x + r * cols, mean + r, rstd + r, weight, cols, from(dx, r * cols),
                     dweight, dbias);
  for (; r < rows; ++r)
    backward_rows<1>(dy + r * cols, x + r * cols, mean + r, rstd + r, weight, cols, from(dx, r * cols),
                     dweight, dbias);
}

template <class T>
const LayerNormTable<T>& layer_norm_table() {
  static constexpr LayerNormTable<T> table{forward<T>, backward<T>};
  return table;
}
template const LayerNormTable<float>& layer_norm_table<float>();
template const LayerNormTable<double>& layer_norm_table<double>();

}  // namespace wengert::kernels::WENGERT_ISA
