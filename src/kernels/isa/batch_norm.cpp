// Batch and group norm with given statistics and the pieces of their gradients (formulas: norm.h): a channel
// is either a run of neighbours (row_...) or a column (column_...). The mean comes as mean + mean_low; why:
// layer_norm.cpp.
#include "kernels/isa/rows.h"
#include "kernels/simd.h"

namespace wengert::kernels::WENGERT_ISA {

template <class T>
static void row_forward(const T* x, std::int64_t n, T mean, T mean_low, T scale, T bias, T* y) {
  each<T>(n, [&](auto at) { at.put(y, ((at(x) - mean) - mean_low) * scale + bias); });
}

template <class T>
static void row_sums(const T* dy, const T* x, std::int64_t n, T mean, T rstd, double* out) {
  double s[3];
  sums<3, T>(
      n,
      [&](auto at, auto& sum) {
        const auto d = at(x) - mean;
        sum[0] += at(dy);
        sum[1] += at(dy) * (d * rstd);
        sum[2] += d;
      },
      s);
  for (int k = 0; k < 3; ++k) out[k] = s[k];
}

template <class T>
static void row_backward(const T* dy, const T* x, std::int64_t n, const RunGradient<T>& run, T* dx) {
  const RunGradient<T> c = run;  // dx cannot overlap it
  each<T>(n, [&](auto at) {
    const auto xhat = ((at(x) - c.mean) - c.mean_low) * c.rstd;
    at.put(dx, (at(dy) * c.weight - c.mean_g - xhat * c.mean_gx) * c.scale);
  });
}

template <int R, class T>
static void column_forward_rows(const T* x, std::int64_t width, const T* mean, const T* mean_low,
                                const T* scale, const T* bias, T* y) {
  each<T>(width, [&](auto at) {
    const auto m = at(mean), low = at(mean_low), a = at(scale), b = at(bias);
    for (int r = 0; r < R; ++r) at.put(y + r * width, ((at(x + r * width) - m) - low) * a + b);
  });
}

template <class T>
static void column_forward(const T* x, std::int64_t rows, std::int64_t width, const T* mean,
                           const T* mean_low, const T* scale, const T* bias, T* y) {
  std::int64_t r = 0;
  for (; r + 4 <= rows; r += 4)
    column_forward_rows<4>(x + r * width, width, mean, mean_low, scale, bias, y + r * width);
  for (; r < rows; ++r)
    column_forward_rows<1>(x + r * width, width, mean, mean_low, scale, bias, y + r * width);
}

template <int R, class T>
static void column_sums_rows(const T* dy, const T* x, std::int64_t width, std::int64_t stride, const T* mean,
                             const T* rstd, T* sum_dy, T* sum_dy_xhat, T* sum_d) {
  each<T>(width, [&](auto at) {
    const auto m = at(mean), rs = at(rstd);
    auto g_sum = at(dy) * 0, gx_sum = g_sum, d_sum = g_sum;
    for (int r = 0; r < R; ++r) {
      const auto d = at(x + r * stride) - m, g = at(dy + r * stride);
      g_sum = g_sum + g;
      gx_sum = gx_sum + g * (d * rs);
      d_sum = d_sum + d;
    }
    at.put(sum_dy, at(sum_dy) + g_sum);
    at.put(sum_dy_xhat, at(sum_dy_xhat) + gx_sum);
    at.put(sum_d, at(sum_d) + d_sum);
  });
}

template <class T>
static void column_sums(const T* dy, const T* x, std::int64_t rows, std::int64_t width, std::int64_t stride,
                        const T* mean, const T* rstd, T* sum_dy, T* sum_dy_xhat, T* sum_d) {
  std::int64_t r = 0;
  for (; r + 4 <= rows; r += 4)
    column_sums_rows<4>(dy + r * stride, x + r * stride, width, stride, mean, rstd, sum_dy, sum_dy_xhat,
                        sum_d);
  for (; r < rows; ++r)
    column_sums_rows<1>(dy + r * stride, x + r * stride, width, stride, mean, rstd, sum_dy, sum_dy_xhat,
                        sum_d);
}

template <int R, class T>
static void column_backward_rows(const T* dy, const T* x, std::int64_t width, const T* mean,
                                 const T* mean_low, const T* rstd, const T* scale, const T* mean_dy,
                                 const T* mean_dy_xhat, T* dx) {
  each<T>(width, [&](auto at) {
    const auto m = at(mean), low = at(mean_low), rs = at(rstd), a = at(scale), g = at(mean_dy),
               gx = at(mean_dy_xhat);
    for (int r = 0; r < R; ++r) {
      const auto xhat = ((at(x + r * width) - m) - low) * rs;
      at.put(dx + r * width, (at(dy + r * width) - g - xhat * gx) * a);
    }
  });
}

template <class T>
static void column_backward(const T* dy, const T* x, std::int64_t rows, std::int64_t width, const T* mean,
                            const T* mean_low, const T* rstd, const T* scale, const T* mean_dy,
                            const T* mean_dy_xhat, T* dx) {
  std::int64_t r = 0;
  for (; r + 4 <= rows; r += 4)
    column_backward_rows<4>(dy + r * width, x + r * width, width, mean, mean_low, rstd, scale, mean_dy,
                            mean_dy_xhat, dx + r * width);
  for (; r < rows; ++r)
    column_backward_rows<1>(dy + r * width, x + r * width, width, mean, mean_low, rstd, scale, mean_dy,
                            mean_dy_xhat, dx + r * width);
}

template <class T>
const BatchNormTable<T>& batch_norm_table() {
  static constexpr BatchNormTable<T> table{row_forward<T>,    row_sums<T>,    row_backward<T>,
                                           column_forward<T>, column_sums<T>, column_backward<T>};
  return table;
}
template const BatchNormTable<float>& batch_norm_table<float>();
template const BatchNormTable<double>& batch_norm_table<double>();

}  // namespace wengert::kernels::WENGERT_ISA
