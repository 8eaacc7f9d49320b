// Every pass reads the rows in order, and works on all channels side by side.
#include "kernels/batch_norm_columns.h"

#include "kernels/norm_parts.h"

namespace wengert::kernels::WENGERT_ISA {

/// K sums down each column, as [K][channels]: add(first element, rows, width, first channel, acc) adds rows of
/// columns to acc[K][width].
template <int K, class T, class Add>
static Scratch<double> totals(Planes s, Add add) {
  return fold_columns<K, T>(1, s.n, s.channels,
                            [&](std::int64_t, std::int64_t r, std::int64_t rows, std::int64_t c,
                                std::int64_t w, auto& acc) { add(r * s.channels + c, rows, w, c, acc); });
}

/// f(first element, rows, R) for strips of R rows.
template <class F>
static void each_strip(Planes s, F f) {
  parallel_for(s.n, items_per_block(s.channels), [&](std::int64_t begin, std::int64_t end) {
    strips(begin, end, [&](std::int64_t r, auto rows) { f(r * s.channels, rows); });
  });
}

/// y = ((x - mean) - low) rstd weight + bias, with 0 for a null mean, low or bias.
template <class T>
static void standardize(const BatchNormEval<T>& a, const T* low) {
  const std::int64_t C = a.shape.channels;
  const Scratch<T> zeros(C), scales(C);
  for (std::int64_t c = 0; c < C; ++c) scales[c] = scale_of(a.rstd[c], from(a.weight, c));
  const auto given = [&](const T* p) -> const T* { return p ? p : zeros.data(); };
  const T *const mean = given(a.mean), *const lows = given(low), *const bias = given(a.bias);
  each_strip(a.shape, [&](std::int64_t first, auto rows) {
    const T* const x = a.x + first;
    T* const y = a.y + first;
    each<T>(C, [&](auto at) {
      const auto m = at(mean), l = at(lows), scale = at(scales.data()), b = at(bias);
      for (int r = 0; r < rows.value; ++r) at.put(y + r * C, ((at(x + r * C) - m) - l) * scale + b);
    });
  });
}

template <class T>
void columns_eval(const BatchNormEval<T>& a) {
  standardize<T>(a, nullptr);
}
WENGERT_FLOATING(columns_eval)

template <class T>
void columns_forward(const BatchNorm<T>& a) {
  const std::int64_t C = a.shape.channels, n = a.shape.n;
  const Scratch<double> sum =
      totals<1, T>(a.shape, [&](std::int64_t at, std::int64_t rows, std::int64_t w, std::int64_t, auto& acc) {
        column_sums<Term::Value>(a.x + at, rows, w, C, acc[0]);
      });
  for (std::int64_t c = 0; c < C; ++c) a.mean[c] = T(sum[c] / double(n));
  const Scratch<double> d = totals<2, T>(
      a.shape, [&](std::int64_t at, std::int64_t rows, std::int64_t w, std::int64_t c, auto& acc) {
        column_deviations(a.x + at, rows, w, C, a.mean + c, acc[0], acc[1]);
      });
  const Scratch<T> low(C);
  for (std::int64_t c = 0; c < C; ++c) {
    Statistics<T> s{a.mean[c], 0, 0, 0};
    finish_statistics(a.x + c, 1, 0, Runs{n, 1, C}, &d[c], &d[C + c], a.eps, &s);
    a.mean[c] = s.mean;
    a.rstd[c] = s.rstd;
    low[c] = s.low;
    if (a.var) a.var[c] = T(s.var);
  }
  standardize<T>({a.x, a.shape, a.mean, a.rstd, a.weight, a.bias, a.y}, low.data());
}
WENGERT_FLOATING(columns_forward)

/// sum dy, sum dy (x - mean) rstd and sum (x - mean) of each channel, as [3][channels].
template <class T>
static Scratch<double> gradient_sums(const BatchNormBackward<T>& a) {
  const std::int64_t C = a.shape.channels;
  return totals<3, T>(a.shape,
                      [&](std::int64_t first, std::int64_t n, std::int64_t w, std::int64_t c, auto& acc) {
                        const T *const mean = a.mean + c, *const rstd = a.rstd + c;
                        T *const g = acc[0], *const g_d_rstd = acc[1], *const sum_d = acc[2];
                        strips(0, n, [&](std::int64_t row, auto rows) {
                          const T *const dy = a.dy + first + row * C, *const x = a.x + first + row * C;
                          each<T>(w, [&](auto at) {
                            const auto m = at(mean), rs = at(rstd);
                            auto s0 = at(dy) * 0, s1 = s0, s2 = s0;
                            for (int r = 0; r < rows.value; ++r) {
                              const auto d = at(x + r * C) - m, dy_r = at(dy + r * C);
                              s0 = s0 + dy_r;
                              s1 = s1 + dy_r * (d * rs);
                              s2 = s2 + d;
                            }
                            at.put(g, at(g) + s0);
                            at.put(g_d_rstd, at(g_d_rstd) + s1);
                            at.put(sum_d, at(sum_d) + s2);
                          });
                        });
                      });
}

template <class T>
void columns_backward(const BatchNormBackward<T>& a) {
  const std::int64_t C = a.shape.channels;
  const double n = double(a.shape.n);
  const Scratch<double> sums = gradient_sums(a);
  const Scratch<T> lows(C), scales(C), means_dy(C), means_dy_xhat(C);
  for (std::int64_t c = 0; c < C; ++c) {
    const GradientSums sum{sums[c], sums[C + c], sums[2 * C + c]};
    const double dy_xhat = sum.g_xhat(n, double(a.rstd[c]));
    if (a.dweight) a.dweight[c] = T(dy_xhat);
    if (a.dbias) a.dbias[c] = T(sum.g);
    lows[c] = T(sum.low(n));
    scales[c] = scale_of(a.rstd[c], from(a.weight, c));
    means_dy[c] = T(sum.g / n);
    means_dy_xhat[c] = T(dy_xhat / n);
  }
  if (!a.dx) return;
  const T *const mean = a.mean, *const rstd = a.rstd, *const low = lows.data(), *const scale = scales.data(),
                 *const mean_dy = means_dy.data(), *const mean_dy_xhat = means_dy_xhat.data();
  each_strip(a.shape, [&](std::int64_t first, auto rows) {
    const T *const dy = a.dy + first, *const x = a.x + first;
    T* const dx = a.dx + first;
    each<T>(C, [&](auto at) {
      const auto m = at(mean), l = at(low), rs = at(rstd), s = at(scale), g = at(mean_dy),
                 gx = at(mean_dy_xhat);
      for (int r = 0; r < rows.value; ++r) {
        const auto xhat = ((at(x + r * C) - m) - l) * rs;
        at.put(dx + r * C, (at(dy + r * C) - g - xhat * gx) * s);
      }
    });
  });
}
WENGERT_FLOATING(columns_backward)

template <class T>
void columns_eval_backward(const BatchNormBackward<T>& a) {
  const std::int64_t C = a.shape.channels;
  if (a.dweight || a.dbias) {
    const Scratch<double> sums = gradient_sums(a);
    for (std::int64_t c = 0; c < C; ++c) {
      if (a.dweight) a.dweight[c] = T(sums[C + c]);
      if (a.dbias) a.dbias[c] = T(sums[c]);
    }
  }
  if (a.dx) standardize<T>({a.dy, a.shape, nullptr, a.rstd, a.weight, nullptr, a.dx}, nullptr);
}
WENGERT_FLOATING(columns_eval_backward)

}  // namespace wengert::kernels::WENGERT_ISA
