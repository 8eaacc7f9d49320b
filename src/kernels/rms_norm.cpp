#include "kernels/rms_norm.h"

#include "kernels/norm_parts.h"

namespace wengert::kernels::WENGERT_ISA {

template <class T>
static T row_rstd(const T* x, std::int64_t cols, double eps, bool clamp) {
  const double square = row_sum<Term::Square>(x, cols);
  const bool far = out_of_range<T>(square, clamp ? eps * eps : eps);
  if (!far && !clamp) return reciprocal<T>(__builtin_sqrt(square / double(cols) + eps));
  const double root =
      far ? far_statistics(x, Runs{1, cols, cols}, false).deviation : __builtin_sqrt(square / double(cols));
  if (clamp) return reciprocal<T>(root <= eps ? eps : root);
  return reciprocal<T>(__builtin_hypot(root, __builtin_sqrt(eps)));
}

// `a` by value: nothing that is written through its pointers can change it.
template <class T>
static void forward_rows(RmsNorm<T> a, std::int64_t r, std::int64_t end) {
  const std::int64_t cols = a.cols;
  for (; r < end; ++r) {
    const T *const x = a.x + r * cols, rstd = row_rstd(x, cols, a.eps, a.clamp);
    T* const y = a.y + r * cols;
    each<T>(cols, [&](auto at) {
      const auto v = at(x) * rstd;
      at.put(y, a.weight ? v * at(a.weight) : v);
    });
    if (a.rstd) a.rstd[r] = rstd;
  }
}

template <class T>
void rms_norm(const RmsNorm<T>& a) {
  parallel_for(a.rows, items_per_block(a.cols, kCostlyGrain),
               [&](std::int64_t begin, std::int64_t end) { forward_rows(a, begin, end); });
}
WENGERT_FLOATING(rms_norm)

template <int R, class T>
static void backward_rows(const RmsNormBackward<T>& a, std::int64_t first, T* dweight) {
  const std::int64_t cols = a.cols;
  const T *const dy = a.dy + first * cols, *const x = a.x + first * cols, *const weight = a.weight;
  T* const dx = from(a.dx, first * cols);
  T rstd[R], mean_gx[R];
  for (int r = 0; r < R; ++r) {
    const T rs = a.rstd[first + r];
    double s[1];
    sums<1, T>(
        cols,
        [&](auto at, auto& sum) {
          auto g = at(dy + r * cols);
          if (weight) g = g * at(weight);
          sum[0] += g * (at(x + r * cols) * rs);
        },
        s);
    rstd[r] = rs;
    mean_gx[r] = rs == a.fixed ? 0 : T(s[0] / double(cols));
  }
  each<T>(cols, [&](auto at) {
    auto dw = at(dy) * 0;
    for (int r = 0; r < R; ++r) {
      const auto xhat = at(x + r * cols) * rstd[r];
      auto g = at(dy + r * cols);
      dw = dw + g * xhat;
      if (weight) g = g * at(weight);
      if (dx) at.put(dx + r * cols, (g - xhat * mean_gx[r]) * rstd[r]);
    }
    if (dweight) at.put(dweight, at(dweight) + dw);
  });
}

template <class T>
void rms_norm_backward(const RmsNormBackward<T>& a) {
  sum_over_samples<T>(
      a.rows, a.cols, kShortRows, a.dweight, nullptr,
      [&](std::int64_t begin, std::int64_t end, T* dweight, T*) {
        strips(begin, end, [&](std::int64_t r, auto count) { backward_rows<count.value>(a, r, dweight); });
      });
}
WENGERT_FLOATING(rms_norm_backward)

}  // namespace wengert::kernels::WENGERT_ISA
