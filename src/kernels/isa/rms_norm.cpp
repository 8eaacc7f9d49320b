// RMS norm of rows and its gradient (formulas: norm.h).
#include "kernels/isa/rows.h"
#include "kernels/reciprocal.h"
#include "kernels/simd.h"

namespace wengert::kernels::WENGERT_ISA {

// The root mean square of a row whose squares leave T's range: in double, and in units of the largest
// magnitude.
template <class T>
static double far_root(const T* x, std::int64_t cols) {
  double unit = 0, m2 = 0;
  for (std::int64_t j = 0; j < cols; ++j)
    if (const double a = __builtin_fabs(x[j]); a > unit) unit = a;
  if (unit == 0) unit = 1;
  for (std::int64_t j = 0; j < cols; ++j) m2 += (x[j] / unit) * (x[j] / unit);
  return unit * __builtin_sqrt(m2 / double(cols));
}

template <class T>
static T row_rstd(const T* x, std::int64_t cols, double eps, bool clamp) {
  constexpr double big = sizeof(T) == 4 ? 1e38 : 1e300, small = sizeof(T) == 4 ? 1e-30 : 1e-280;
  double m2[1];
  sums<1, T>(
      cols, [&](auto at, auto& s) { s[0] += at(x) * at(x); }, m2);
  const double added = clamp ? eps * eps : eps;
  const bool far = !(m2[0] < big) || (m2[0] < small && added < small);
  if (!far && !clamp) return reciprocal<T>(__builtin_sqrt(m2[0] / double(cols) + eps));
  const double root = far ? far_root(x, cols) : __builtin_sqrt(m2[0] / double(cols));
  if (clamp) return reciprocal<T>(root <= eps ? eps : root);
  return reciprocal<T>(__builtin_hypot(root, __builtin_sqrt(eps)));
}

template <class T>
static void forward(const T* x, std::int64_t rows, std::int64_t cols, const T* weight, double eps, bool clamp,
                    T* y, T* rstd) {
  for (std::int64_t r = 0; r < rows; ++r, x += cols, y += cols) {
    const T rs = row_rstd(x, cols, eps, clamp);
    each<T>(cols, [&](auto at) {
      const auto v = at(x) * rs;
      at.put(y, weight ? v * at(weight) : v);
    });
    if (rstd) rstd[r] = rs;
  }
}

// R rows together: their sums do not wait for each other, and dweight is read and written once for all R.
template <int R, class T>
static void backward_rows(const T* dy, const T* x, const T* rstd, T fixed, const T* weight, std::int64_t cols,
                          T* dx, T* dweight) {
  T mean_gx[R];
  for (int r = 0; r < R; ++r) {
    const T rs = rstd[r];
    double s[1];
    sums<1, T>(
        cols,
        [&](auto at, auto& sum) {
          auto g = at(dy + r * cols);
          if (weight) g = g * at(weight);
          sum[0] += g * (at(x + r * cols) * rs);
        },
        s);
    mean_gx[r] = rs == fixed ? 0 : T(s[0] / double(cols));
  }
  each<T>(cols, [&](auto at) {
    auto dw = at(dy) * 0;
    for (int r = 0; r < R; ++r) {
      const auto xhat = at(x + r * cols) * rstd[r];
      auto g = at(dy + r * cols);
      dw = dw + g * xhat;
      if (weight) g = g * at(weight);
      if (dx) at.put(dx + r * cols, (g - xhat * mean_gx[r]) * rstd[r]);
    }
    if (dweight) at.put(dweight, at(dweight) + dw);
  });
}

template <class T>
static void backward(const T* dy, const T* x, const T* rstd, T fixed, const T* weight, std::int64_t rows,
                     std::int64_t cols, T* dx, T* dweight) {
  std::int64_t r = 0;
  const auto from = [&](T* p, std::int64_t at) { return p ? p + at : p; };
  for (; r + 4 <= rows; r += 4)
    backward_rows<4>(dy + r * cols, x + r * cols, rstd + r, fixed, weight, cols, from(dx, r * cols), dweight);
  for (; r < rows; ++r)
    backward_rows<1>(dy + r * cols, x + r * cols, rstd + r, fixed, weight, cols, from(dx, r * cols), dweight);
}

template <class T>
const RmsNormTable<T>& rms_norm_table() {
  static constexpr RmsNormTable<T> table{forward<T>, backward<T>};
  return table;
}
template const RmsNormTable<float>& rms_norm_table<float>();
template const RmsNormTable<double>& rms_norm_table<double>();

}  // namespace wengert::kernels::WENGERT_ISA
