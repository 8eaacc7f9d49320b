// Group norm (formulas: norm.h). A row, one group of one sample, is contiguous: its statistics are those of
// one run, but every channel in it has a weight and a bias of its own.
#include "kernels/fold.h"
#include "kernels/norm.h"
#include "kernels/runs.h"

namespace wengert::kernels {

template <class T>
void group_norm(const T* x, Groups shape, const T* weight, const T* bias, double eps, T* y, T* mean, T* var,
                T* rstd) {
  const std::int64_t cols = shape.cols(), inner = shape.inner, per_row = shape.channels / shape.groups;
  const auto forward = WENGERT_BEST(batch_norm_table<T>).row_forward;
  parallel_for(shape.rows(), items_per_block(cols), [&](std::int64_t r, std::int64_t end) {
    for (; r < end; ++r) {
      const Statistics<T> st = statistics(x + r * cols, Runs{1, cols, cols}, eps);
      for (std::int64_t j = 0; j < per_row; ++j) {
        const std::int64_t c = r % shape.groups * per_row + j, i = r * cols + j * inner;
        forward(x + i, inner, st.mean, st.low, scale(st.rstd, weight ? weight + c : nullptr),
                bias ? bias[c] : T(0), y + i);
      }
      mean[r] = st.mean;
      rstd[r] = st.rstd;
      if (var) var[r] = T(st.var);
    }
  });
}

template <class T>
void group_norm_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Groups shape,
                         T* dx, T* dweight, T* dbias) {
  const std::int64_t cols = shape.cols(), inner = shape.inner, C = shape.channels, per_row = C / shape.groups;
  const BatchNormTable<T>& table = WENGERT_BEST(batch_norm_table<T>);
  std::vector<double> shares(
      std::size_t(2 * shape.n * C));  // each channel's sums of dy xhat and dy, by sample
  parallel_for(shape.rows(), items_per_block(cols), [&](std::int64_t r, std::int64_t end) {
    for (; r < end; ++r) {
      const std::int64_t c0 = r % shape.groups * per_row;
      double* const dy_xhat = shares.data() + 2 * r * per_row;
      double* const sum_dy = dy_xhat + per_row;
      double sum_d = 0, sum_g = 0, sum_gx = 0;
      for (std::int64_t j = 0; j < per_row; ++j) {
        double s[3];
        table.row_sums(dy + r * cols + j * inner, x + r * cols + j * inner, inner, mean[r], rstd[r], s);
        sum_dy[j] = s[0];
        dy_xhat[j] = s[1];
        sum_d += s[2];
      }
      const double low = sum_d / double(cols);
      for (std::int64_t j = 0; j < per_row; ++j) {
        dy_xhat[j] -= low * double(rstd[r]) * sum_dy[j];
        const double w = weight ? double(weight[c0 + j]) : 1;
        sum_g += w * sum_dy[j];
        sum_gx += w * dy_xhat[j];
      }
      if (!dx) continue;
      RunGradient<T> g{mean[r], T(low), rstd[r], T(1), T(sum_g / double(cols)), T(sum_gx / double(cols)),
                       rstd[r]};
      for (std::int64_t j = 0; j < per_row; ++j) {
        if (weight) g.weight = weight[c0 + j];
        table.row_backward(dy + r * cols + j * inner, x + r * cols + j * inner, inner, g,
                           dx + r * cols + j * inner);
      }
    }
  });
  if (dx && cols == 1) std::fill_n(dx, shape.rows(), T(0));  // without the last bits of g - mean(g)
  if (!dweight && !dbias) return;
  for (std::int64_t c = 0; c < C; ++c) {
    double dy_xhat = 0, sum_dy = 0;
    for (std::int64_t n = 0; n < shape.n; ++n) {
      const double* row = shares.data() + 2 * (n * shape.groups + c / per_row) * per_row;
      dy_xhat += row[c % per_row];
      sum_dy += row[per_row + c % per_row];
    }
    if (dweight) dweight[c] = T(dy_xhat);
    if (dbias) dbias[c] = T(sum_dy);
  }
}

#define WENGERT_INSTANTIATE(T)                                                            \
  template void group_norm(const T*, Groups, const T*, const T*, double, T*, T*, T*, T*); \
  template void group_norm_backward(const T*, const T*, const T*, const T*, const T*, Groups, T*, T*, T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels
