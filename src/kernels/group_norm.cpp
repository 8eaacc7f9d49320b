// Group norm (formulas: norm.h). A row, one group of one sample, is contiguous: its statistics are those of
// one run, but every channel in it has a weight and a bias of its own.
#include "kernels/parallel_reduce.h"
#include "kernels/norm.h"
#include "kernels/runs.h"

namespace wengert::kernels {
namespace {

template <class T>
T* from(T* p, std::int64_t at) {
  return p ? p + at : p;
}

/// total[c] = the sum of share[n, c, i] over n and i.
template <class S, class T>
void join(const std::vector<S>& share, std::int64_t channels, std::int64_t inner, T* total) {
  if (!total) return;
  std::vector<double> sum(static_cast<std::size_t>(channels));
  for (std::size_t k = 0; k < share.size();)
    for (std::size_t c = 0; c < sum.size(); ++c)
      for (std::int64_t i = 0; i < inner; ++i) sum[c] += double(share[k++]);
  for (std::size_t c = 0; c < sum.size(); ++c) total[c] = T(sum[c]);
}

/// Channels of so few values are not worth a call each. Their rows are taken as layer norm's, with every
/// channel's weight once for each of its values.
constexpr std::int64_t kShortRun = 32;

template <class T>
std::vector<T> spread(const T* per_channel, Groups shape) {
  std::vector<T> all;
  for (std::int64_t c = 0; per_channel && c < shape.channels; ++c)
    all.insert(all.end(), std::size_t(shape.inner), per_channel[c]);
  return all;
}

template <class T>
void forward_short(const T* x, Groups shape, const T* weight, const T* bias, double eps, T* y, T* mean,
                   T* var, T* rstd) {
  const std::int64_t cols = shape.cols();
  const std::vector<T> w = spread(weight, shape), b = spread(bias, shape);
  parallel_for(shape.rows(), items_per_block(cols), [&](std::int64_t r, std::int64_t end) {
    for (; r < end; ++r) {
      const std::int64_t first = r % shape.groups * cols;
      WENGERT_BEST(layer_norm_table<T>)
          .forward(x + r * cols, 1, cols, weight ? w.data() + first : nullptr,
                   bias ? b.data() + first : nullptr, eps, y + r * cols, mean + r, rstd + r);
      if (var) var[r] = T(statistics(x + r * cols, Runs{1, cols, cols}, eps).var);
    }
  });
}

template <class T>
void backward_short(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Groups shape,
                    T* dx, T* dweight, T* dbias) {
  constexpr std::int64_t piece = 16;  // samples whose shares are summed in T
  const std::int64_t cols = shape.cols(), width = shape.channels * shape.inner;
  const std::vector<T> w = spread(weight, shape);
  const std::size_t shares = std::size_t(divide_up(shape.n, piece) * width);
  std::vector<T> dy_xhat(dweight ? shares : 0), sum_dy(dbias ? shares : 0);
  parallel_for(shape.n, piece, [&](std::int64_t n, std::int64_t end) {
    const std::int64_t share = n / piece * width;
    for (std::int64_t r = n * shape.groups; r < end * shape.groups; ++r) {
      const std::int64_t first = r % shape.groups * cols;
      WENGERT_BEST(layer_norm_table<T>)
          .backward(dy + r * cols, x + r * cols, mean + r, rstd + r, weight ? w.data() + first : nullptr, 1,
                    cols, from(dx, r * cols), dweight ? dy_xhat.data() + share + first : nullptr,
                    dbias ? sum_dy.data() + share + first : nullptr);
    }
  });
  join(dy_xhat, shape.channels, shape.inner, dweight);
  join(sum_dy, shape.channels, shape.inner, dbias);
}

template <class T>
void backward_long(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Groups shape,
                   T* dx, T* dweight, T* dbias) {
  const std::int64_t cols = shape.cols(), inner = shape.inner, per_row = shape.channels / shape.groups;
  const BatchNormTable<T>& table = WENGERT_BEST(batch_norm_table<T>);
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
  join(dy_xhat, shape.channels, 1, dweight);
  join(sum_dy, shape.channels, 1, dbias);
}

}  // namespace

template <class T>
void group_norm(const T* x, Groups shape, const T* weight, const T* bias, double eps, T* y, T* mean, T* var,
                T* rstd) {
  if (shape.inner <= kShortRun) return forward_short(x, shape, weight, bias, eps, y, mean, var, rstd);
  const std::int64_t cols = shape.cols(), inner = shape.inner, per_row = shape.channels / shape.groups;
  const auto forward = WENGERT_BEST(batch_norm_table<T>).row_forward;
  parallel_for(shape.rows(), items_per_block(cols), [&](std::int64_t r, std::int64_t end) {
    for (; r < end; ++r) {
      const std::int64_t c0 = r % shape.groups * per_row;
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
  const auto backward = shape.inner <= kShortRun ? backward_short<T> : backward_long<T>;
  backward(dy, x, mean, rstd, weight, shape, dx, dweight, dbias);
  if (dx && shape.cols() == 1) std::fill_n(dx, shape.rows(), T(0));  // without the last bits of g - mean(g)
}

#define WENGERT_INSTANTIATE(T)                                                            \
  template void group_norm(const T*, Groups, const T*, const T*, double, T*, T*, T*, T*); \
  template void group_norm_backward(const T*, const T*, const T*, const T*, const T*, Groups, T*, T*, T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels
