// softmax and log_softmax of rows, and their gradients (formulas: softmax.h).
#include "kernels/isa/lanes.h"
#include "kernels/isa/math64.h"
#include "kernels/isa/rows.h"

namespace wengert::kernels::WENGERT_ISA {

static constexpr std::int64_t kPiece = 256;

/// e = exp(x - shift) for n <= kPiece elements, and their sum. A place of its own, so that e cannot overlap x
/// and the loop becomes vector code.
template <class T>
static inline double exps(const T* x, std::int64_t n, T shift, T (&e)[kPiece]) {
  for (std::int64_t j = 0; j < n; ++j) e[j] = math::exp(x[j] - shift);
  double s[1];
  sums<1, T>(
      n, [&](auto at, auto& sum) { sum[0] += at(e); }, s);
  return s[0];
}

template <class T>
static double sum_exp(const T* x, std::int64_t n, T shift) {
  T e[kPiece];
  double s = 0;
  for (std::int64_t j = 0; j < n; j += kPiece) s += exps(x + j, n - j < kPiece ? n - j : kPiece, shift, e);
  return s;
}

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
static void softmax(const T* x, std::int64_t rows, std::int64_t cols, T* y) {
  for (std::int64_t r = 0; r < rows; ++r, x += cols, y += cols) {
    const T m = extreme<Larger>(x, cols);
    T e[kPiece];
    double s = 0;
    for (std::int64_t j = 0; j < cols; j += kPiece) {
      const std::int64_t n = cols - j < kPiece ? cols - j : kPiece;
      s += exps(x + j, n, m, e);
      each<T>(n, [&](auto at) { at.put(y + j, at(e)); });
    }
    const T scale = T(1 / s);
    each<T>(cols, [&](auto at) { at.put(y, at(y) * scale); });
  }
}

template <class T>
static void log_softmax(const T* x, std::int64_t rows, std::int64_t cols, T* y) {
  for (std::int64_t r = 0; r < rows; ++r, x += cols, y += cols) {
    const T m = extreme<Larger>(x, cols);
    const T log_s = T(__builtin_log(sum_exp(x, cols, m)));
    each<T>(cols, [&](auto at) { at.put(y, (at(x) - m) - log_s); });
  }
}

template <class T>
static void softmax_backward(const T* dy, const T* y, std::int64_t rows, std::int64_t cols, T* dx) {
  for (std::int64_t r = 0; r < rows; ++r, dy += cols, y += cols, dx += cols) {
    double total[1];
    sums<1, T>(
        cols, [&](auto at, auto& s) { s[0] += at(dy) * at(y); }, total);
    const T s = T(total[0]);
    each<T>(cols, [&](auto at) { at.put(dx, at(y) * (at(dy) - s)); });
  }
}

template <class T>
static void log_softmax_backward(const T* dy, const T* y, std::int64_t rows, std::int64_t cols, T* dx) {
  for (std::int64_t r = 0; r < rows; ++r, dy += cols, y += cols, dx += cols) {
    double total[1];
    sums<1, T>(
        cols, [&](auto at, auto& s) { s[0] += at(dy); }, total);
    const T s = T(total[0]);
    T e[kPiece];
    for (std::int64_t j = 0; j < cols; j += kPiece) {
      const std::int64_t n = cols - j < kPiece ? cols - j : kPiece;
      for (std::int64_t i = 0; i < n; ++i) e[i] = math::exp(y[j + i]);
      each<T>(n, [&](auto at) { at.put(dx + j, at(dy + j) - at(e) * s); });
    }
  }
}

template <class T>
const SoftmaxTable<T>& softmax_table() {
  static constexpr SoftmaxTable<T> table{
      softmax<T>, log_softmax<T>, softmax_backward<T>, log_softmax_backward<T>, sum_exp<T>, scaled_exp<T>};
  return table;
}
template const SoftmaxTable<float>& softmax_table<float>();
template const SoftmaxTable<double>& softmax_table<double>();

}  // namespace wengert::kernels::WENGERT_ISA
