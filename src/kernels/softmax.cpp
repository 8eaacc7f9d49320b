// softmax, log_softmax and logsumexp: the rows are shared among threads; what happens in a row is in
// isa/softmax.cpp.
#include "kernels/softmax.h"

#include <cmath>
#include <limits>

#include "kernels/parallel_reduce.h"
#include "kernels/isa.h"
#include "kernels/isa/rows.h"

namespace wengert::kernels {
namespace {

/// f(first row, rows) for blocks of rows that are worth a thread.
template <class F>
void row_blocks(std::int64_t rows, std::int64_t cols, F f) {
  if (cols == 0) return;
  parallel_for(rows, items_per_block(cols, kCostlyGrain),
               [&](std::int64_t b, std::int64_t e) { f(b * cols, e - b); });
}

}  // namespace

template <class T>
void softmax(const T* x, std::int64_t rows, std::int64_t cols, T* y) {
  row_blocks(rows, cols, [&](std::int64_t at, std::int64_t n) {
    WENGERT_BEST(softmax_table<T>).softmax(x + at, n, cols, y + at);
  });
}

template <class T>
void log_softmax(const T* x, std::int64_t rows, std::int64_t cols, T* y) {
  row_blocks(rows, cols, [&](std::int64_t at, std::int64_t n) {
    WENGERT_BEST(softmax_table<T>).log_softmax(x + at, n, cols, y + at);
  });
}

template <class T>
void softmax_backward(const T* dy, const T* y, std::int64_t rows, std::int64_t cols, T* dx) {
  row_blocks(rows, cols, [&](std::int64_t at, std::int64_t n) {
    WENGERT_BEST(softmax_table<T>).softmax_backward(dy + at, y + at, n, cols, dx + at);
  });
}

template <class T>
void log_softmax_backward(const T* dy, const T* y, std::int64_t rows, std::int64_t cols, T* dx) {
  row_blocks(rows, cols, [&](std::int64_t at, std::int64_t n) {
    WENGERT_BEST(softmax_table<T>).log_softmax_backward(dy + at, y + at, n, cols, dx + at);
  });
}

template <class T>
void logsumexp(const T* x, Box box, T* y) {
  if (box.out_size() == 0) return;
  if (box.inner > 1) {  // turn columns into rows
    std::vector<T> rows(std::size_t(box.in_size()));
    const std::int64_t n = box.reduced;
    for (std::int64_t o = 0; o < box.outer; ++o)
      for (std::int64_t r = 0; r < n; ++r)
        for (std::int64_t i = 0; i < box.inner; ++i)
          rows[std::size_t((o * box.inner + i) * n + r)] = x[(o * n + r) * box.inner + i];
    return logsumexp(rows.data(), {box.outer * box.inner, n, 1}, y);
  }
  const std::int64_t n = box.reduced;
  parallel_for(box.outer, items_per_block(n, kCostlyGrain), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t o = begin; o < end; ++o) {
      const T m =
          n == 0 ? -std::numeric_limits<T>::infinity() : WENGERT_BEST(extremes_table<T>).max(x + o * n, n);
      const bool finite = m - m == 0;
      y[o] = finite ? T(m + std::log(WENGERT_BEST(softmax_table<T>).sum_exp(x + o * n, n, m))) : m;
    }
  });
}

#define WENGERT_INSTANTIATE(T)                                                            \
  template void softmax(const T*, std::int64_t, std::int64_t, T*);                        \
  template void log_softmax(const T*, std::int64_t, std::int64_t, T*);                    \
  template void softmax_backward(const T*, const T*, std::int64_t, std::int64_t, T*);     \
  template void log_softmax_backward(const T*, const T*, std::int64_t, std::int64_t, T*); \
  template void logsumexp(const T*, Box, T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels
