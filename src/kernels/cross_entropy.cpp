#include "kernels/cross_entropy.h"

#include "kernels/exp_rows.h"

namespace wengert::kernels::WENGERT_ISA {

template <class T>
static double weight_of(const Labels<T>& labels, std::int64_t j) {
  return labels.weight ? double(labels.weight[j]) : 1;
}

template <class T>
void cross_entropy(const CrossEntropy<T>& c) {
  const Labels<T>& labels = c.labels;
  each_row(c.rows, c.cols, [&](std::int64_t r) {
    const std::int64_t y = labels.label[r];
    c.loss[r] = c.m[r] = c.s[r] = 0;
    if (y == labels.ignore) return;
    const T* x = c.x + r * c.cols;
    const T m = extreme<Larger>(x, c.cols);
    const double s = sum_exp(x, c.cols, m);
    // x - m before log s, or large logits would swallow it
    const double top = double(m), log_s = __builtin_log(s), e = labels.smoothing;
    double loss = (1 - e) * weight_of(labels, y) * (log_s - (double(x[y]) - top));
    if (e > 0) {
      double all = 0;
      for (std::int64_t j = 0; j < c.cols; ++j) all += weight_of(labels, j) * (log_s - (double(x[j]) - top));
      loss += e / double(c.cols) * all;
    }
    c.loss[r] = T(loss);
    c.m[r] = m;
    c.s[r] = T(s);
  });
}
WENGERT_FLOATING(cross_entropy)

/// y = scale exp(x - shift).
template <class T>
static void scaled_exp(const T* x, std::int64_t n, T shift, T scale, T* y) {
  T e[kPiece];
  for (std::int64_t j = 0; j < n; j += kPiece) {
    const std::int64_t m = n - j < kPiece ? n - j : kPiece;
    for (std::int64_t i = 0; i < m; ++i) e[i] = math::exp(x[j + i] - shift);
    each<T>(m, [&](auto at) { at.put(y + j, at(e) * scale); });
  }
}

template <class T>
void cross_entropy_backward(const CrossEntropyBackward<T>& c) {
  const Labels<T>& labels = c.labels;
  const double e = labels.smoothing;
  double mean_weight = 0;
  if (e > 0)
    for (std::int64_t j = 0; j < c.cols; ++j) mean_weight += weight_of(labels, j) / double(c.cols);
  each_row(c.rows, c.cols, [&](std::int64_t r) {
    const std::int64_t y = labels.label[r];
    T* const dx = c.dx + r * c.cols;
    if (y == labels.ignore) {
      for (std::int64_t j = 0; j < c.cols; ++j) dx[j] = 0;
      return;
    }
    const double g = c.scale * double(c.dy[r * c.stride]), hit = (1 - e) * weight_of(labels, y);
    scaled_exp(c.x + r * c.cols, c.cols, c.m[r], T(g * (hit + e * mean_weight) / double(c.s[r])), dx);
    dx[y] -= T(g * hit);
    if (e > 0)
      for (std::int64_t j = 0; j < c.cols; ++j) dx[j] -= T(g * e / double(c.cols) * weight_of(labels, j));
  });
}
WENGERT_FLOATING(cross_entropy_backward)

}  // namespace wengert::kernels::WENGERT_ISA
