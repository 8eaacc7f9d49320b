// Group norm (formulas: norm.h). A row, one group of one sample, is contiguous: its statistics are those of
// one run, but every channel in it has a weight and a bias of its own.
#include "kernels/fold.h"
#include "kernels/norm.h"
#include "kernels/runs.h"

namespace wengert::kernels {
namespace {

template <class T>
T* from(T* p, std::int64_t at) {
  return p ? p + at : p;
}

/// total[c] = sum_n share[n, c].
template <class S, class T>
void join(const std::vector<S>& share, Groups shape, T* total) {
  if (!total) return;
  std::vector<double> sum(std::size_t(shape.channels));
  for (std::size_t i = 0; i < share.size(); ++i) sum[i % sum.size()] += double(share[i]);
  for (std::size_t c = 0; c < sum.size(); ++c) total[c] = T(sum[c]);
}

/// The gradient when inner = 1: every value is a channel, and a row is one of layer norm.
template <class T>
void backward_of_values(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Groups shape,
                        T* dx, T* dweight, T* dbias) {
  const std::int64_t cols = shape.cols();
  std::vector<T> dy_xhat(std::size_t(dweight ? shape.n * shape.channels : 0));
  std::vector<T> sum_dy(std::size_t(dbias ? shape.n * shape.channels : 0));
  parallel_for(shape.rows(), items_per_block(cols), [&](std::int64_t r, std::int64_t end) {
    for (; r < end; ++r)
      WENGERT_BEST(layer_norm_table<T>)
          .backward(dy + r * cols, x + r * cols, mean + r, rstd + r, from(weight, r % shape.groups * cols), 1,
                    cols, from(dx, r * cols), dweight ? dy_xhat.data() + r * cols : nullptr,
                    dbias ? sum_dy.data() + r * cols : nullptr);
  });
  join(dy_xhat, shape, dweight);
  join(sum_dy, shape, dbias);
}

}  // namespace

template <class T>
void group_norm(const T* x, Groups shape, const T* weight, const T* bias, double eps, T* y, T* mean, T* var,
                T* rstd) {
  const std::int64_t cols = shape.cols(), inner = shape.inner, per_row = shape.channels / shape.groups;
  const auto forward = WENGERT_BEST(batch_norm_table<T>).row_forward;
  parallel_for(shape.rows(), items_per_block(cols), [&](std::int64_t r, std::int64_t end) {
    for (; r < end; ++r) {
      const std::int64_t c0 = r % shape.groups * per_row;
      if (inner == 1 && !var) {  // every value is a channel: a row of layer norm
        WENGERT_BEST(layer_norm_table<T>)
            .forward(x + r * cols, 1, cols, from(weight, c0), from(bias, c0), eps, y + r * cols, mean + r,
                     rstd + r);
        continue;
      }
      const Statistics<T> st = statistics(x + r * cols, Runs{1, cols, cols}, eps);
      for (std::int64_t j = 0; j < per_row; ++j) {
        const std::int64_t i = r * cols + j * inner;
        forward(x + i, inner, st.mean, st.low, scale(st.rstd, from(weight, c0 + j)),
                bias ? bias[c0 + j] : T(0), y + i);
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
  const std::int64_t cols = shape.cols(), inner = shape.inner, per_row = shape.channels / shape.groups;
  const BatchNormTable<T>& table = WENGERT_BEST(batch_norm_table<T>);
  if (inner == 1) {
    backward_of_values(dy, x, mean, rstd, weight, shape, dx, dweight, dbias);
  } else {
    std::vector<double> dy_xhat(std::size_t(shape.n * shape.channels)), sum_dy(dy_xhat);  // of each channel
    parallel_for(shape.rows(), items_per_block(cols), [&](std::int64_t r, std::int64_t end) {
      for (; r < end; ++r) {
        const T *dy_r = dy + r * cols, *x_r = x + r * cols;
        const T* const w = from(weight, r % shape.groups * per_row);
        double* const gx = dy_xhat.data() + r * per_row;
        double* const g = sum_dy.data() + r * per_row;
        double sum_d = 0, sum_g = 0, sum_gx = 0;
        for (std::int64_t j = 0; j < per_row; ++j) {
          double s[3];
          table.row_sums(dy_r + j * inner, x_r + j * inner, inner, mean[r], rstd[r], s);
          g[j] = s[0];
          gx[j] = s[1];
          sum_d += s[2];
        }
        const double low = sum_d / double(cols);
        for (std::int64_t j = 0; j < per_row; ++j) {
          gx[j] -= low * double(rstd[r]) * g[j];
          sum_g += w ? double(w[j]) * g[j] : g[j];
          sum_gx += w ? double(w[j]) * gx[j] : gx[j];
        }
        if (!dx) continue;
        RunGradient<T> run{mean[r], T(low), rstd[r], T(1), T(sum_g / double(cols)), T(sum_gx / double(cols)),
                           rstd[r]};
        for (std::int64_t j = 0; j < per_row; ++j) {
          if (w) run.weight = w[j];
          table.row_backward(dy_r + j * inner, x_r + j * inner, inner, run, dx + r * cols + j * inner);
        }
      }
    });
    join(dy_xhat, shape, dweight);
    join(sum_dy, shape, dbias);
  }
  if (dx && cols == 1) std::fill_n(dx, shape.rows(), T(0));  // without the last bits of g - mean(g)
}

#define WENGERT_INSTANTIATE(T)                                                            \
  template void group_norm(const T*, Groups, const T*, const T*, double, T*, T*, T*, T*); \
  template void group_norm_backward(const T*, const T*, const T*, const T*, const T*, Groups, T*, T*, T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels
