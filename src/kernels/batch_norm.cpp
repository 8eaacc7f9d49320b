// Batch norm (formulas: norm.h). A channel of x[n, channels, inner] is a column when inner = 1, else n planes
// of neighbours.
#include <cmath>

#include "kernels/fold.h"
#include "kernels/isa.h"
#include "kernels/isa/rows.h"
#include "kernels/norm.h"

namespace wengert::kernels {
namespace {

/// K sums per channel, as [K][channels]: column(first element, rows, width, first channel, acc) adds rows of
/// columns to acc[K][width]; plane(first element, channel, s) gives the sums s[K] of one plane.
template <int K, class T, class Column, class Plane>
std::vector<double> fold_channels(Planes s, Column column, Plane plane) {
  const std::int64_t C = s.channels;
  if (s.inner == 1)
    return fold_columns<K, T>(1, s.n, C,
                              [&](std::int64_t, std::int64_t r, std::int64_t rows, std::int64_t c,
                                  std::int64_t w, auto& acc) { column(r * C + c, rows, w, c, acc); });
  // By plane: [n * channels][K] first, joined in order.
  const std::vector<double> planes =
      fold_rows<K>(s.n * C, s.inner, [&](std::int64_t p, std::int64_t j, std::int64_t count, double* sums) {
        plane(p * s.inner + j, count, p % C, sums);
      });
  std::vector<double> totals(std::size_t(K * C));
  for (std::int64_t p = 0; p < s.n * C; ++p)
    for (int k = 0; k < K; ++k) totals[std::size_t(k * C + p % C)] += planes[std::size_t(p * K + k)];
  return totals;
}

/// f(first element, rows or values, channel) for the parts of x; channel is 0 when inner = 1.
template <class F>
void channel_parts(Planes s, F f) {
  if (s.inner == 1) {
    parallel_for(s.n, items_per_block(s.channels),
                 [&](std::int64_t r, std::int64_t end) { f(r * s.channels, end - r, 0); });
  } else {
    parallel_for(s.n * s.channels, items_per_block(s.inner), [&](std::int64_t p, std::int64_t end) {
      for (; p < end; ++p) f(p * s.inner, s.inner, p % s.channels);
    });
  }
}

/// Per channel: the mean in two parts, mean + low, and the biased variance.
template <class T>
struct Statistics {
  std::vector<T> mean, low;
  std::vector<double> var;
};

// For a channel whose squares leave float's range.
template <class T>
double far_variance(const T* x, Planes s, std::int64_t channel, double mean) {
  double m2 = 0;
  for (std::int64_t i = 0; i < s.n; ++i)
    for (std::int64_t j = 0; j < s.inner; ++j) {
      const double d = double(x[(i * s.channels + channel) * s.inner + j]) - mean;
      m2 += d * d;
    }
  return m2 / double(s.count());
}

template <class T>
Statistics<T> statistics(const T* x, Planes s) {
  const SumTable<T>& table = WENGERT_BEST(sum_table<T>);
  const std::int64_t C = s.channels;
  const double n = double(s.count());
  const std::vector<double> sum = fold_channels<1, T>(
      s,
      [&](std::int64_t at, std::int64_t rows, std::int64_t w, std::int64_t, auto& acc) {
        table.columns[int(Term::Value)](x + at, rows, w, C, acc[0]);
      },
      [&](std::int64_t at, std::int64_t count, std::int64_t, double* out) {
        *out = table.row[int(Term::Value)](x + at, count);
      });
  Statistics<T> st{std::vector<T>(std::size_t(C)), std::vector<T>(std::size_t(C)),
                   std::vector<double>(std::size_t(C))};
  for (std::size_t c = 0; c < std::size_t(C); ++c) st.mean[c] = T(sum[c] / n);
  const std::vector<double> d = fold_channels<2, T>(
      s,
      [&](std::int64_t at, std::int64_t rows, std::int64_t w, std::int64_t c, auto& acc) {
        table.column_deviations(x + at, rows, w, C, &st.mean[std::size_t(c)], acc[0], acc[1]);
      },
      [&](std::int64_t at, std::int64_t count, std::int64_t c, double* out) {
        table.row_deviations(x + at, count, st.mean[std::size_t(c)], out, out + 1);
      });
  for (std::size_t c = 0; c < std::size_t(C); ++c) {
    const double low = d[c] / n, var = d[std::size_t(C) + c] / n - low * low;
    st.low[c] = T(low);
    st.var[c] = var < 0 ? 0 : var;
    if (sizeof(T) == 4 && !std::isfinite(var))
      st.var[c] = far_variance(x, s, std::int64_t(c), double(st.mean[c]) + low);
  }
  return st;
}

/// y = ((x - mean) - low) rstd weight + bias.
template <class T>
void normalise(const T* x, Planes s, const T* mean, const T* low, const T* rstd, const T* weight,
               const T* bias, T* y) {
  const BatchNormTable<T>& table = WENGERT_BEST(batch_norm_table<T>);
  const std::size_t C = std::size_t(s.channels);
  std::vector<T> scale(rstd, rstd + C), shift(C);
  if (weight)
    for (std::size_t c = 0; c < C; ++c) scale[c] *= weight[c];
  if (bias) shift.assign(bias, bias + C);
  channel_parts(s, [&](std::int64_t at, std::int64_t n, std::int64_t channel) {
    const std::size_t c = std::size_t(channel);
    if (s.inner == 1)
      table.column_forward(x + at, n, s.channels, mean, low, scale.data(), shift.data(), y + at);
    else
      table.row_forward(x + at, n, mean[c], low[c], scale[c], shift[c], y + at);
  });
}

/// {sum dy, sum dy (x - mean) rstd, sum (x - mean)} per channel, as [3][channels].
template <class T>
std::vector<double> gradient_sums(const T* dy, const T* x, Planes s, const T* mean, const T* rstd) {
  const BatchNormTable<T>& table = WENGERT_BEST(batch_norm_table<T>);
  return fold_channels<3, T>(
      s,
      [&](std::int64_t at, std::int64_t rows, std::int64_t w, std::int64_t c, auto& acc) {
        table.column_sums(dy + at, x + at, rows, w, s.channels, mean + c, rstd + c, acc[0], acc[1], acc[2]);
      },
      [&](std::int64_t at, std::int64_t count, std::int64_t c, double* out) {
        table.row_sums(dy + at, x + at, count, mean[c], rstd[c], out);
      });
}

}  // namespace

template <class T>
void batch_statistics(const T* x, Planes shape, T* mean, T* var) {
  const Statistics<T> st = statistics(x, shape);
  for (std::size_t c = 0; c < st.mean.size(); ++c) {
    mean[c] = st.mean[c] + st.low[c];
    var[c] = T(st.var[c]);
  }
}

template <class T>
void batch_norm_eval(const T* x, Planes shape, const T* mean, const T* var, const T* weight, const T* bias,
                     double eps, T* y) {
  const std::size_t C = std::size_t(shape.channels);
  std::vector<T> rstd(C);
  const std::vector<T> low(C);
  for (std::size_t c = 0; c < C; ++c) rstd[c] = T(1 / std::sqrt(double(var[c]) + eps));
  normalise(x, shape, mean, low.data(), rstd.data(), weight, bias, y);
}

template <class T>
void batch_norm(const T* x, Planes shape, const T* weight, const T* bias, double eps, T* y, T* mean, T* var,
                T* rstd) {
  const Statistics<T> st = statistics(x, shape);
  for (std::size_t c = 0; c < st.mean.size(); ++c) {
    mean[c] = st.mean[c];
    if (var) var[c] = T(st.var[c]);
    rstd[c] = T(1 / std::sqrt(st.var[c] + eps));
  }
  normalise(x, shape, mean, st.low.data(), rstd, weight, bias, y);
}

template <class T>
void batch_norm_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Planes shape,
                         T* dx, T* dweight, T* dbias) {
  const BatchNormTable<T>& table = WENGERT_BEST(batch_norm_table<T>);
  const std::size_t C = std::size_t(shape.channels);
  const double n = double(shape.count());
  const std::vector<double> sums = gradient_sums(dy, x, shape, mean, rstd);
  std::vector<T> low(C), scale(C), mean_dy(C), mean_dy_xhat(C);
  for (std::size_t c = 0; c < C; ++c) {
    const double mean_low = sums[2 * C + c] / n, dy_xhat = sums[C + c] - mean_low * rstd[c] * sums[c];
    if (dweight) dweight[c] = T(dy_xhat);
    if (dbias) dbias[c] = T(sums[c]);
    low[c] = T(mean_low);
    scale[c] = weight ? rstd[c] * weight[c] : rstd[c];
    mean_dy[c] = T(sums[c] / n);
    mean_dy_xhat[c] = T(dy_xhat / n);
  }
  if (!dx) return;
  channel_parts(shape, [&](std::int64_t at, std::int64_t count, std::int64_t channel) {
    const std::size_t c = std::size_t(channel);
    if (shape.inner == 1)
      table.column_backward(dy + at, x + at, count, shape.channels, mean, low.data(), rstd, scale.data(),
                            mean_dy.data(), mean_dy_xhat.data(), dx + at);
    else
      table.row_backward(dy + at, x + at, count, mean[c], low[c], rstd[c], scale[c], mean_dy[c],
                         mean_dy_xhat[c], dx + at);
  });
}

template <class T>
void batch_norm_eval_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight,
                              Planes shape, T* dx, T* dweight, T* dbias) {
  const std::int64_t C = shape.channels;
  if (dweight || dbias) {
    const std::vector<double> sums = gradient_sums(dy, x, shape, mean, rstd);
    for (std::int64_t c = 0; c < C; ++c) {
      if (dweight) dweight[c] = T(sums[std::size_t(C + c)]);
      if (dbias) dbias[c] = T(sums[std::size_t(c)]);
    }
  }
  if (!dx) return;
  const auto scale = [&](std::int64_t c) { return weight ? rstd[c] * weight[c] : rstd[c]; };
  channel_parts(shape, [&](std::int64_t at, std::int64_t count, std::int64_t channel) {
    if (shape.inner == 1) {
      for (std::int64_t r = 0; r < count; ++r)
        for (std::int64_t c = 0; c < C; ++c) dx[at + r * C + c] = dy[at + r * C + c] * scale(c);
    } else {
      for (std::int64_t j = 0; j < count; ++j) dx[at + j] = dy[at + j] * scale(channel);
    }
  });
}

#define WENGERT_INSTANTIATE(T)                                                                             \
  template void batch_statistics(const T*, Planes, T*, T*);                                                \
  template void batch_norm_eval(const T*, Planes, const T*, const T*, const T*, const T*, double, T*);     \
  template void batch_norm(const T*, Planes, const T*, const T*, double, T*, T*, T*, T*);                  \
  template void batch_norm_backward(const T*, const T*, const T*, const T*, const T*, Planes, T*, T*, T*); \
  template void batch_norm_eval_backward(const T*, const T*, const T*, const T*, const T*, Planes, T*, T*, \
                                         T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels
