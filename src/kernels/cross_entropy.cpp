// cross_entropy and its gradient: the rows are shared among threads; the exponentials are in isa/softmax.cpp.
#include "kernels/cross_entropy.h"

#include <algorithm>
#include <cmath>

#include "kernels/parallel_reduce.h"
#include "kernels/isa.h"
#include "kernels/isa/rows.h"

namespace wengert::kernels {
namespace {

template <class T>
double weight_of(const Labels<T>& labels, std::int64_t j) {
  return labels.weight ? double(labels.weight[j]) : 1;
}

/// f(r) for every row.
template <class F>
void each_row(std::int64_t rows, std::int64_t cols, F f) {
  parallel_for(rows, items_per_block(cols, kCostlyGrain), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) f(r);
  });
}

}  // namespace

template <class T>
void cross_entropy(const T* x, const Labels<T>& labels, std::int64_t rows, std::int64_t cols, T* loss, T* m,
                   T* s) {
  each_row(rows, cols, [&](std::int64_t r) {
    const std::int64_t y = labels.label[r];
    loss[r] = m[r] = s[r] = 0;
    if (y == labels.ignore) return;
    const T* row = x + r * cols;
    m[r] = WENGERT_BEST(extremes_table<T>).max(row, cols);
    const double total = WENGERT_BEST(softmax_table<T>).sum_exp(row, cols, m[r]);
    s[r] = T(total);
    // x - m before log s, or large logits would swallow it
    const double top = double(m[r]), log_s = std::log(total), e = labels.smoothing;
    double sum = (1 - e) * weight_of(labels, y) * (log_s - (double(row[y]) - top));
    if (e > 0) {
      double all = 0;
      for (std::int64_t j = 0; j < cols; ++j) all += weight_of(labels, j) * (log_s - (double(row[j]) - top));
      sum += e / double(cols) * all;
    }
    loss[r] = T(sum);
  });
}

template <class T>
void cross_entropy_backward(const T* dy, std::int64_t stride, double scale, const T* x,
                            const Labels<T>& labels, const T* m, const T* s, std::int64_t rows,
                            std::int64_t cols, T* dx) {
  const double e = labels.smoothing;
  double mean_weight = 0;
  if (e > 0)
    for (std::int64_t j = 0; j < cols; ++j) mean_weight += weight_of(labels, j) / double(cols);
  each_row(rows, cols, [&](std::int64_t r) {
    const std::int64_t y = labels.label[r];
    T* out = dx + r * cols;
    if (y == labels.ignore) {
      std::fill_n(out, cols, T(0));
      return;
    }
    const double g = scale * double(dy[r * stride]), hit = (1 - e) * weight_of(labels, y);
    WENGERT_BEST(softmax_table<T>)
        .scaled_exp(x + r * cols, cols, m[r], T(g * (hit + e * mean_weight) / double(s[r])), out);
    out[y] -= T(g * hit);
    if (e > 0)
      for (std::int64_t j = 0; j < cols; ++j) out[j] -= T(g * e / double(cols) * weight_of(labels, j));
  });
}

#define WENGERT_INSTANTIATE(T)                                                                               \
  template void cross_entropy(const T*, const Labels<T>&, std::int64_t, std::int64_t, T*, T*, T*);           \
  template void cross_entropy_backward(const T*, std::int64_t, double, const T*, const Labels<T>&, const T*, \
                                       const T*, std::int64_t, std::int64_t, T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels
