// Batch norm of columns: rows are read in order, and every pass works on all channels side by side.
#include "kernels/batch_norm_columns.h"

#include <vector>

#include "kernels/parallel_reduce.h"
#include "kernels/runs.h"

namespace wengert::kernels::columns {
namespace {

/// K sums down each column, as [K][channels]: add(first element, rows, width, first channel, acc) adds rows
/// of columns to acc[K][width].
template <int K, class T, class Add>
Scratch<double> fold(Planes s, Add add) {
  return fold_columns<K, T>(1, s.n, s.channels,
                            [&](std::int64_t, std::int64_t r, std::int64_t rows, std::int64_t c,
                                std::int64_t w, auto& acc) { add(r * s.channels + c, rows, w, c, acc); });
}

/// f(first element, rows) for blocks of rows.
template <class F>
void for_rows(Planes s, F f) {
  parallel_for(s.n, items_per_block(s.channels),
               [&](std::int64_t r, std::int64_t end) { f(r * s.channels, end - r); });
}

/// y = ((x - mean) - low) rstd weight + bias.
template <class T>
void normalise(const T* x, Planes s, const T* mean, const T* low, const T* rstd, const T* weight,
               const T* bias, T* y) {
  const std::size_t C = std::size_t(s.channels);
  std::vector<T> a(C), b(C);
  for (std::size_t c = 0; c < C; ++c) a[c] = scale(rstd[c], weight ? weight + c : nullptr);
  if (bias) b.assign(bias, bias + C);
  for_rows(s, [&](std::int64_t at, std::int64_t rows) {
    WENGERT_BEST(batch_norm_table<T>)
        .column_forward(x + at, rows, s.channels, mean, low, a.data(), b.data(), y + at);
  });
}

/// {sum dy, sum dy (x - mean) rstd, sum (x - mean)} per channel, as [3][channels].
template <class T>
Scratch<double> gradient_sums(const T* dy, const T* x, Planes s, const T* mean, const T* rstd) {
  return fold<3, T>(s, [&](std::int64_t at, std::int64_t rows, std::int64_t w, std::int64_t c, auto& acc) {
    WENGERT_BEST(batch_norm_table<T>)
        .column_sums(dy + at, x + at, rows, w, s.channels, mean + c, rstd + c, acc[0], acc[1], acc[2]);
  });
}

}  // namespace

template <class T>
void eval(const T* x, Planes shape, const T* mean, const T* rstd, const T* weight, const T* bias, T* y) {
  const std::vector<T> low(std::size_t(shape.channels));
  normalise(x, shape, mean, low.data(), rstd, weight, bias, y);
}

template <class T>
void forward(const T* x, Planes shape, const T* weight, const T* bias, double eps, T* y, T* mean, T* var,
             T* rstd) {
  const SumTable<T>& table = WENGERT_BEST(sum_table<T>);
  const std::int64_t C = shape.channels;
  const Scratch<double> sum =
      fold<1, T>(shape, [&](std::int64_t at, std::int64_t rows, std::int64_t w, std::int64_t, auto& acc) {
        table.columns[int(Term::Value)](x + at, rows, w, C, acc[0]);
      });
  for (std::int64_t c = 0; c < C; ++c) mean[c] = T(sum[std::size_t(c)] / double(shape.n));
  const Scratch<double> d =
      fold<2, T>(shape, [&](std::int64_t at, std::int64_t rows, std::int64_t w, std::int64_t c, auto& acc) {
        table.column_deviations(x + at, rows, w, C, mean + c, acc[0], acc[1]);
      });
  std::vector<T> low(std::size_t(C), T(0));
  for (std::int64_t c = 0; c < C; ++c) {
    const Statistics<T> st =
        finish_statistics(x + c, Runs{shape.n, 1, C}, mean[c], d[std::size_t(c)], d[std::size_t(C + c)], eps);
    mean[c] = st.mean;
    low[std::size_t(c)] = st.low;
    rstd[c] = st.rstd;
    if (var) var[c] = T(st.var);
  }
  normalise(x, shape, mean, low.data(), rstd, weight, bias, y);
}

template <class T>
void backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Planes shape, T* dx,
              T* dweight, T* dbias) {
  const std::size_t C = std::size_t(shape.channels);
  const double n = double(shape.n);
  const Scratch<double> sums = gradient_sums(dy, x, shape, mean, rstd);
  std::vector<T> low(C), a(C), mean_dy(C), mean_dy_xhat(C);
  for (std::size_t c = 0; c < C; ++c) {
    const double mean_low = sums[2 * C + c] / n;
    const double dy_xhat = sums[C + c] - mean_low * double(rstd[c]) * sums[c];
    if (dweight) dweight[c] = T(dy_xhat);
    if (dbias) dbias[c] = T(sums[c]);
    low[c] = T(mean_low);
    a[c] = scale(rstd[c], weight ? weight + c : nullptr);
    mean_dy[c] = T(sums[c] / n);
    mean_dy_xhat[c] = T(dy_xhat / n);
  }
  if (!dx) return;
  for_rows(shape, [&](std::int64_t at, std::int64_t rows) {
    WENGERT_BEST(batch_norm_table<T>)
        .column_backward(dy + at, x + at, rows, shape.channels, mean, low.data(), rstd, a.data(),
                         mean_dy.data(), mean_dy_xhat.data(), dx + at);
  });
}

template <class T>
void eval_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Planes shape,
                   T* dx, T* dweight, T* dbias) {
  if (dweight || dbias) {
    const Scratch<double> sums = gradient_sums(dy, x, shape, mean, rstd);
    for (std::int64_t c = 0; c < shape.channels; ++c) {
      if (dweight) dweight[c] = T(sums[std::size_t(shape.channels + c)]);
      if (dbias) dbias[c] = T(sums[std::size_t(c)]);
    }
  }
  if (!dx) return;
  const std::vector<T> zero(std::size_t(shape.channels));  // dx = (dy - 0) rstd weight
  eval<T>(dy, shape, zero.data(), rstd, weight, nullptr, dx);
}

#define WENGERT_INSTANTIATE(T)                                                                  \
  template void eval(const T*, Planes, const T*, const T*, const T*, const T*, T*);             \
  template void forward(const T*, Planes, const T*, const T*, double, T*, T*, T*, T*);          \
  template void backward(const T*, const T*, const T*, const T*, const T*, Planes, T*, T*, T*); \
  template void eval_backward(const T*, const T*, const T*, const T*, const T*, Planes, T*, T*, T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels::columns
