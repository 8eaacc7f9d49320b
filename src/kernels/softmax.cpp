#include "kernels/softmax.h"

#include "kernels/exp_rows.h"
#include "kernels/reduce.h"
#include "kernels/scratch.h"

namespace wengert::kernels::WENGERT_ISA {

/// f(first element) for every row; rows of nothing have none.
template <class F>
static void each_start(std::int64_t rows, std::int64_t cols, F f) {
  each_row(cols == 0 ? 0 : rows, cols, [&](std::int64_t r) { f(r * cols); });
}

template <class T>
void softmax(const Softmax<T>& s) {
  const std::int64_t cols = s.cols;
  each_start(s.rows, cols, [&](std::int64_t first) {
    const T* const x = s.x + first;
    T* const y = s.y + first;
    const T m = extreme<Larger>(x, cols);
    T e[kPiece];
    double total = 0;
    for (std::int64_t j = 0; j < cols; j += kPiece) {
      const std::int64_t n = cols - j < kPiece ? cols - j : kPiece;
      total += exps(x + j, n, m, e);
      each<T>(n, [&](auto at) { at.put(y + j, at(e)); });
    }
    const T scale = T(1 / total);
    each<T>(cols, [&](auto at) { at.put(y, at(y) * scale); });
  });
}
WENGERT_FLOATING(softmax)

template <class T>
void log_softmax(const Softmax<T>& s) {
  each_start(s.rows, s.cols, [&](std::int64_t first) {
    const T* const x = s.x + first;
    T* const y = s.y + first;
    const T m = extreme<Larger>(x, s.cols);
    const T log_s = T(__builtin_log(sum_exp(x, s.cols, m)));
    each<T>(s.cols, [&](auto at) { at.put(y, (at(x) - m) - log_s); });
  });
}
WENGERT_FLOATING(log_softmax)

template <class T>
void softmax_backward(const SoftmaxBackward<T>& s) {
  each_start(s.rows, s.cols, [&](std::int64_t first) {
    const T *const dy = s.dy + first, *const y = s.y + first;
    T* const dx = s.dx + first;
    double total[1];
    sums<1, T>(
        s.cols, [&](auto at, auto& sum) { sum[0] += at(dy) * at(y); }, total);
    const T dot = T(total[0]);
    each<T>(s.cols, [&](auto at) { at.put(dx, at(y) * (at(dy) - dot)); });
  });
}
WENGERT_FLOATING(softmax_backward)

template <class T>
void log_softmax_backward(const SoftmaxBackward<T>& s) {
  each_start(s.rows, s.cols, [&](std::int64_t first) {
    const T *const dy = s.dy + first, *const y = s.y + first;
    T* const dx = s.dx + first;
    double total[1];
    sums<1, T>(
        s.cols, [&](auto at, auto& sum) { sum[0] += at(dy); }, total);
    const T sum_dy = T(total[0]);
    T e[kPiece];
    for (std::int64_t j = 0; j < s.cols; j += kPiece) {
      const std::int64_t n = s.cols - j < kPiece ? s.cols - j : kPiece;
      for (std::int64_t i = 0; i < n; ++i) e[i] = math::exp(y[j + i]);
      each<T>(n, [&](auto at) { at.put(dx + j, at(dy + j) - at(e) * sum_dy); });
    }
  });
}
WENGERT_FLOATING(log_softmax_backward)

/// log sum_r exp(x_r) of n values.
template <class T>
static T logsumexp_row(const T* x, std::int64_t n) {
  const T m = n == 0 ? -T(math::kInf) : extreme<Larger>(x, n);
  const bool finite = m - m == 0;
  return finite ? T(m + __builtin_log(sum_exp(x, n, m))) : m;
}

template <class T>
void logsumexp(const Reduce<T>& s) {
  const std::int64_t n = s.box.reduced, inner = s.box.inner;
  parallel_for(s.box.outer * inner, items_per_block(n, kCostlyGrain), [&](std::int64_t i, std::int64_t end) {
    const Scratch<T> column(inner == 1 ? 0 : n);
    for (; i < end; ++i) {
      const T* x = n == 0 ? s.x : s.x + i / inner * n * inner + i % inner;
      for (std::int64_t r = 0; inner > 1 && r < n; ++r) column[r] = x[r * inner];
      s.y[i] = logsumexp_row(inner == 1 ? x : column.data(), n);
    }
  });
}
WENGERT_FLOATING(logsumexp)

}  // namespace wengert::kernels::WENGERT_ISA
