// A channel of x[n, channels, inner] is n runs of neighbours, taken channel by channel: what the first pass read,
// the later ones find in the cache. With inner = 1 it is a column: batch_norm_columns.cpp.
#include "kernels/batch_norm.h"

#include "kernels/batch_norm_columns.h"
#include "kernels/norm_parts.h"

namespace wengert::kernels::WENGERT_ISA {

/// f(channel) for all of them.
template <class F>
static void each_channel(Planes s, F f) {
  parallel_for(s.channels, items_per_block(s.count()), [&](std::int64_t c, std::int64_t end) {
    for (; c < end; ++c) f(c);
  });
}

/// f(where it begins) for the runs of channel c.
template <class F>
static void each_run(Planes s, std::int64_t c, F f) {
  for (std::int64_t i = 0; i < s.n; ++i) f((i * s.channels + c) * s.inner);
}

template <class T>
void batch_norm_eval(const BatchNormEval<T>& a) {
  if (a.shape.inner == 1) return columns_eval(a);
  each_channel(a.shape, [&](std::int64_t c) {
    const T scale = scale_of(a.rstd[c], from(a.weight, c)), bias = a.bias ? a.bias[c] : T(0);
    each_run(a.shape, c, [&](std::int64_t i) {
      run_forward(a.x + i, a.shape.inner, a.mean[c], T(0), scale, bias, a.y + i);
    });
  });
}
WENGERT_FLOATING(batch_norm_eval)

template <class T>
void batch_norm(const BatchNorm<T>& a) {
  if (a.shape.inner == 1) return columns_forward(a);
  const std::int64_t inner = a.shape.inner;
  each_channel(a.shape, [&](std::int64_t c) {
    Statistics<T> s;
    statistics(a.x + c * inner, 1, 0, Runs{a.shape.n, inner, a.shape.channels * inner}, a.eps, &s);
    const T scale = scale_of(s.rstd, from(a.weight, c)), bias = a.bias ? a.bias[c] : T(0);
    each_run(a.shape, c,
             [&](std::int64_t i) { run_forward(a.x + i, inner, s.mean, s.low, scale, bias, a.y + i); });
    a.mean[c] = s.mean;
    a.rstd[c] = s.rstd;
    if (a.var) a.var[c] = T(s.var);
  });
}
WENGERT_FLOATING(batch_norm)

template <class T>
static GradientSums channel_sums(const BatchNormBackward<T>& a, std::int64_t c) {
  GradientSums total;
  each_run(a.shape, c,
           [&](std::int64_t i) { add_run(total, a.dy + i, a.x + i, a.shape.inner, a.mean[c], a.rstd[c]); });
  return total;
}

template <class T>
void batch_norm_backward(const BatchNormBackward<T>& a) {
  if (a.shape.inner == 1) return columns_backward(a);
  const double n = double(a.shape.count());
  each_channel(a.shape, [&](std::int64_t c) {
    const GradientSums sum = channel_sums(a, c);
    const double dy_xhat = sum.g_xhat(n, double(a.rstd[c]));
    if (a.dweight) a.dweight[c] = T(dy_xhat);
    if (a.dbias) a.dbias[c] = T(sum.g);
    if (!a.dx) return;
    const RunGradient<T> run{a.mean[c],
                             T(sum.low(n)),
                             a.rstd[c],
                             T(1),
                             T(sum.g / n),
                             T(dy_xhat / n),
                             scale_of(a.rstd[c], from(a.weight, c))};
    each_run(a.shape, c,
             [&](std::int64_t i) { run_backward(a.dy + i, a.x + i, a.shape.inner, run, a.dx + i); });
  });
}
WENGERT_FLOATING(batch_norm_backward)

template <class T>
void batch_norm_eval_backward(const BatchNormBackward<T>& a) {
  if (a.shape.inner == 1) return columns_eval_backward(a);
  each_channel(a.shape, [&](std::int64_t c) {
    if (a.dweight || a.dbias) {
      const GradientSums sum = channel_sums(a, c);
      if (a.dweight) a.dweight[c] = T(sum.g_d_rstd);
      if (a.dbias) a.dbias[c] = T(sum.g);
    }
    if (!a.dx) return;
    const T scale = scale_of(a.rstd[c], from(a.weight, c));
    each_run(a.shape, c, [&](std::int64_t i) {  // dx = (dy - 0) scale
      run_forward(a.dy + i, a.shape.inner, T(0), T(0), scale, T(0), a.dx + i);
    });
  });
}
WENGERT_FLOATING(batch_norm_eval_backward)

}  // namespace wengert::kernels::WENGERT_ISA
