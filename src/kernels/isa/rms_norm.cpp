// RMS norm of rows and its gradient (formulas: norm.h).
#include "kernels/isa/lanes.h"
#include "kernels/isa/rows.h"

namespace wengert::kernels::WENGERT_ISA {

// For rows whose squares leave T's range: in double, and in units of the largest magnitude.
template <class T>
static T far_rstd(const T* x, std::int64_t cols, double eps) {
  double unit = 0, m2 = 0;
  for (std::int64_t j = 0; j < cols; ++j)
    if (const double a = __builtin_fabs(x[j]); a > unit) unit = a;
  if (unit == 0) unit = 1;
  for (std::int64_t j = 0; j < cols; ++j) m2 += (x[j] / unit) * (x[j] / unit);
  return T(1 / unit / __builtin_sqrt(m2 / double(cols) + eps / unit / unit));
}

template <class T>
static T row_rstd(const T* x, std::int64_t cols, double eps) {
  constexpr double big = sizeof(T) == 4 ? 1e38 : 1e300, small = sizeof(T) == 4 ? 1e-30 : 1e-280;
  double m2[1];
  sums<1, T>(
      cols, [&](auto at, auto& s) { s[0] += at(x) * at(x); }, m2);
  if (!(m2[0] < big) || (m2[0] < small && eps < small)) return far_rstd(x, cols, eps);
  return T(1 / __builtin_sqrt(m2[0] / double(cols) + eps));
}

template <class T>
static void forward(const T* x, std::int64_t rows, std::int64_t cols, const T* weight, double eps, T* y,
                    T* rstd) {
  for (std::int64_t r = 0; r < rows; ++r, x += cols, y += cols) {
    const T rs = row_rstd(x, cols, eps);
    each<T>(cols, [&](auto at) {
      const auto v = at(x) * rs;
      at.put(y, weight ? v * at(weight) : v);
    });
    if (rstd) rstd[r] = rs;
  }
}

// R rows together: their sums do not wait for each other, and dweight is read and written once for all R.
template <int R, class T>
static void backward_rows(const T* dy, const T* x, const T* rstd, const T* weight, std::int64_t cols, T* dx,
                          T* dweight) {
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
    mean_gx[r] = T(s[0] / double(cols));
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
static void backward(const T* dy, const T* x, const T* rstd, const T* weight, std::int64_t rows,
                     std::int64_t cols, T* dx, T* dweight) {
  std::int64_t r = 0;
  for (; r + 4 <= rows; r += 4)
    backward_rows<4>(dy + r * cols, x + r * cols, rstd + r, weight, cols, dx ? dx + r * cols : dx, dweight);
  for (; r < rows; ++r)
    backward_rows<1>(dy + r * cols, x + r * cols, rstd + r, weight, cols, dx ? dx + r * cols : dx, dweight);
}

template <class T>
const RmsNormTable<T>& rms_norm_table() {
  static constexpr RmsNormTable<T> table{forward<T>, backward<T>};
  return table;
}
template const RmsNormTable<float>& rms_norm_table<float>();
template const RmsNormTable<double>& rms_norm_table<double>();

}  // namespace wengert::kernels::WENGERT_ISA
