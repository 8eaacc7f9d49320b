// Batch norm (formulas: norm.h). A channel of x[n, channels, inner] is n runs of neighbours, or a column when
// inner = 1 (batch_norm_columns.cpp). Channel by channel: what the first pass read, the later ones find in
// the cache.
#include "kernels/batch_norm_columns.h"
#include "kernels/parallel_reduce.h"
#include "kernels/norm.h"
#include "kernels/runs.h"

namespace wengert::kernels {
namespace {

/// f(channel, its first element, its runs) for all channels.
template <class F>
void for_channels(Planes s, F f) {
  parallel_for(s.channels, items_per_block(s.count()), [&](std::int64_t c, std::int64_t end) {
    for (; c < end; ++c) f(c, c * s.inner, Runs{s.n, s.inner, s.channels * s.inner});
  });
}

template <class T>
T bias_of(const T* bias, std::int64_t c) {
  return bias ? bias[c] : T(0);
}

/// sum dy, sum dy (x - mean) rstd, sum (x - mean) over a channel.
template <class T>
struct GradientSums {
  double dy = 0, dy_xhat = 0, d = 0;
  GradientSums(const T* at_dy, const T* at_x, Runs runs, T mean, T rstd) {
    const auto row_sums = WENGERT_BEST(batch_norm_table<T>).row_sums;
    for (std::int64_t r = 0; r < runs.count; ++r) {
      double s[3];
      row_sums(at_dy + r * runs.stride, at_x + r * runs.stride, runs.length, mean, rstd, s);
      dy += s[0];
      dy_xhat += s[1];
      d += s[2];
    }
  }
};

}  // namespace

template <class T>
void batch_norm_eval(const T* x, Planes shape, const T* mean, const T* rstd, const T* weight, const T* bias,
                     T* y) {
  if (shape.inner == 1) return columns::eval(x, shape, mean, rstd, weight, bias, y);
  const auto forward = WENGERT_BEST(batch_norm_table<T>).row_forward;
  for_channels(shape, [&](std::int64_t c, std::int64_t first, Runs runs) {
    const T a = scale(rstd[c], weight ? weight + c : nullptr), b = bias_of(bias, c);
    for (std::int64_t r = 0; r < runs.count; ++r) {
      const std::int64_t i = first + r * runs.stride;
      forward(x + i, runs.length, mean[c], T(0), a, b, y + i);
    }
  });
}

template <class T>
void batch_norm(const T* x, Planes shape, const T* weight, const T* bias, double eps, T* y, T* mean, T* var,
                T* rstd) {
  if (shape.inner == 1) return columns::forward(x, shape, weight, bias, eps, y, mean, var, rstd);
  const auto forward = WENGERT_BEST(batch_norm_table<T>).row_forward;
  for_channels(shape, [&](std::int64_t c, std::int64_t first, Runs runs) {
    const Statistics<T> st = statistics(x + first, runs, eps);
    const T a = scale(st.rstd, weight ? weight + c : nullptr), b = bias_of(bias, c);
    for (std::int64_t r = 0; r < runs.count; ++r) {
      const std::int64_t i = first + r * runs.stride;
      forward(x + i, runs.length, st.mean, st.low, a, b, y + i);
    }
    mean[c] = st.mean;
    rstd[c] = st.rstd;
    if (var) var[c] = T(st.var);
  });
}

template <class T>
void batch_norm_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Planes shape,
                         T* dx, T* dweight, T* dbias) {
  if (shape.inner == 1) return columns::backward(dy, x, mean, rstd, weight, shape, dx, dweight, dbias);
  const auto row_backward = WENGERT_BEST(batch_norm_table<T>).row_backward;
  for_channels(shape, [&](std::int64_t c, std::int64_t first, Runs runs) {
    const GradientSums<T> sum(dy + first, x + first, runs, mean[c], rstd[c]);
    const double n = runs.size(), low = sum.d / n, dy_xhat = sum.dy_xhat - low * double(rstd[c]) * sum.dy;
    if (dweight) dweight[c] = T(dy_xhat);
    if (dbias) dbias[c] = T(sum.dy);
    if (!dx) return;
    const T a = scale(rstd[c], weight ? weight + c : nullptr);
    const RunGradient<T> g{mean[c], T(low), rstd[c], T(1), T(sum.dy / n), T(dy_xhat / n), a};
    for (std::int64_t r = 0; r < runs.count; ++r) {
      const std::int64_t i = first + r * runs.stride;
      row_backward(dy + i, x + i, runs.length, g, dx + i);
    }
  });
}

template <class T>
void batch_norm_eval_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight,
                              Planes shape, T* dx, T* dweight, T* dbias) {
  if (shape.inner == 1) return columns::eval_backward(dy, x, mean, rstd, weight, shape, dx, dweight, dbias);
  const auto forward = WENGERT_BEST(batch_norm_table<T>).row_forward;
  for_channels(shape, [&](std::int64_t c, std::int64_t first, Runs runs) {
    if (dweight || dbias) {
      const GradientSums<T> sum(dy + first, x + first, runs, mean[c], rstd[c]);
      if (dweight) dweight[c] = T(sum.dy_xhat);
      if (dbias) dbias[c] = T(sum.dy);
    }
    if (!dx) return;
    const T a = scale(rstd[c], weight ? weight + c : nullptr);
    for (std::int64_t r = 0; r < runs.count; ++r) {  // dx = (dy - 0) a
      const std::int64_t i = first + r * runs.stride;
      forward(dy + i, runs.length, T(0), T(0), a, T(0), dx + i);
    }
  });
}

#define WENGERT_INSTANTIATE(T)                                                                             \
  template void batch_norm_eval(const T*, Planes, const T*, const T*, const T*, const T*, T*);             \
  template void batch_norm(const T*, Planes, const T*, const T*, double, T*, T*, T*, T*);                  \
  template void batch_norm_backward(const T*, const T*, const T*, const T*, const T*, Planes, T*, T*, T*); \
  template void batch_norm_eval_backward(const T*, const T*, const T*, const T*, const T*, Planes, T*, T*, \
                                         T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels
