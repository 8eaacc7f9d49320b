#include "kernels/layer_norm.h"

#include "kernels/norm_parts.h"

namespace wengert::kernels::WENGERT_ISA {

// `a` by value: nothing that is written through its pointers can change it.
template <class T>
static void forward_rows(LayerNorm<T> a, std::int64_t begin, std::int64_t end) {
  const std::int64_t cols = a.cols;
  each_few_sets(begin, end, cols, [&](std::int64_t r, std::int64_t rows) {
    Statistics<T> s[kSets];
    const T* x = a.x + r * cols;
    T* y = a.y + r * cols;
    statistics(x, rows, cols, Runs{1, cols, cols}, a.eps, s);
    for (std::int64_t i = 0; i < rows; ++i, ++r, x += cols, y += cols) {
      row_forward(x, cols, s[i], a.weight, a.bias, y);
      if (a.mean) a.mean[r] = s[i].mean;
      if (a.rstd) a.rstd[r] = s[i].rstd;
    }
  });
}

template <class T>
void layer_norm(const LayerNorm<T>& a) {
  parallel_for(a.rows, items_per_block(a.cols, kCostlyGrain),
               [&](std::int64_t begin, std::int64_t end) { forward_rows(a, begin, end); });
}
WENGERT_FLOATING(layer_norm)

// R rows, the first of them and those `step` after one another. They have the same weight.
template <int R, class T>
static void backward_rows(const LayerNormBackward<T>& a, std::int64_t first, std::int64_t step,
                          const T* weight, T* dweight, T* dbias) {
  const std::int64_t cols = a.cols, distance = step * cols;
  const double n = double(cols);
  const T *const dy = a.dy + first * cols, *const x = a.x + first * cols;
  T* const dx = from(a.dx, first * cols);
  T mean[R], low[R], rstd[R], mean_g[R], mean_gx[R];
  for (int r = 0; r < R; ++r) {
    const T m = a.mean[first + r * step], rs = a.rstd[first + r * step];
    double s[3];
    sums<3, T>(
        cols,
        [&](auto at, auto& sum) {
          const auto d = at(x + r * distance) - m;
          auto g = at(dy + r * distance);
          if (weight) g = g * at(weight);
          sum[0] += g;
          sum[1] += g * (d * rs);
          sum[2] += d;
        },
        s);
    const GradientSums total{s[0], s[1], s[2]};
    mean[r] = m;
    low[r] = T(total.low(n));
    rstd[r] = rs;
    mean_g[r] = T(total.g / n);
    mean_gx[r] = T(total.g_xhat(n, rs) / n);
  }
  each<T>(cols, [&](auto at) {
    auto dw = at(dy) * 0, db = dw;
    for (int r = 0; r < R; ++r) {
      const auto xhat = ((at(x + r * distance) - mean[r]) - low[r]) * rstd[r];
      auto g = at(dy + r * distance);
      dw = dw + g * xhat;
      db = db + g;
      if (weight) g = g * at(weight);
      if (dx) at.put(dx + r * distance, (g - mean_g[r] - xhat * mean_gx[r]) * rstd[r]);
    }
    if (dweight) at.put(dweight, at(dweight) + dw);
    if (dbias) at.put(dbias, at(dbias) + db);
  });
}

template <class T>
void layer_norm_backward(const LayerNormBackward<T>& a) {
  const std::int64_t groups = a.groups, cols = a.cols;
  sum_over_samples(a.rows / groups, groups * cols, groups == 1 ? kShortRows : 16, a.dweight, a.dbias,
                   [&](std::int64_t begin, std::int64_t end, T* dweight, T* dbias) {
                     strips(begin, end, [&](std::int64_t sample, auto count) {
                       for (std::int64_t g = 0; g < groups; ++g)
                         backward_rows<count.value>(a, sample * groups + g, groups, from(a.weight, g * cols),
                                                    from(dweight, g * cols), from(dbias, g * cols));
                     });
                   });
  if (a.dx && cols == 1)  // without the last bits of g - mean(g)
    for (std::int64_t r = 0; r < a.rows; ++r) a.dx[r] = 0;
}
WENGERT_FLOATING(layer_norm_backward)

}  // namespace wengert::kernels::WENGERT_ISA
