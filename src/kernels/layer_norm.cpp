// Layer norm and RMS norm: how rows are shared among threads, and how the rows' shares of dweight and dbias
// meet. What happens in a row is in isa/layer_norm.cpp and isa/rms_norm.cpp; the formulas are in norm.h.
#include <algorithm>
#include <vector>

#include "kernels/isa.h"
#include "kernels/isa/rows.h"
#include "kernels/norm.h"
#include "kernels/parallel_reduce.h"

namespace wengert::kernels {
namespace {

/// p + at, or null.
template <class T>
T* from(T* p, std::int64_t at) {
  return p ? p + at : p;
}

/// backward(first row, rows, dweight, dbias) for blocks of rows; it adds their shares to dweight[cols],
/// dbias[cols]. The shares are kept in T for a few rows, then in double, and those of the blocks are joined
/// in order.
template <class T, class Backward>
void backward_blocks(std::int64_t rows, std::int64_t cols, T* dweight, T* dbias, Backward backward) {
  if (!dweight && !dbias) {
    parallel_for(rows, items_per_block(cols, kCostlyGrain),
                 [&](std::int64_t begin, std::int64_t end) { backward(begin, end - begin, dweight, dbias); });
    return;
  }
  const std::int64_t piece = rows_per_piece(rows, cols),
                     pieces = std::max<std::int64_t>(1, divide_up(rows, piece));
  const std::int64_t width = 2 * cols;  // dweight and dbias side by side
  std::vector<T> shares(std::size_t(pieces * width));
  std::vector<double> totals(std::size_t(pieces * width));
  parallel_for(rows, piece, [&](std::int64_t begin, std::int64_t end) {
    T* share = shares.data() + begin / piece * width;
    double* total = totals.data() + begin / piece * width;
    for (std::int64_t r = begin; r < end; r += kShortRows) {
      backward(r, std::min(kShortRows, end - r), dweight ? share : nullptr, dbias ? share + cols : nullptr);
      for (std::int64_t j = 0; j < width; ++j) {
        total[j] += double(share[j]);
        share[j] = 0;
      }
    }
  });
  for (std::int64_t p = 1; p < pieces; ++p)
    for (std::int64_t j = 0; j < width; ++j) totals[std::size_t(j)] += totals[std::size_t(p * width + j)];
  for (std::int64_t j = 0; j < cols; ++j) {
    if (dweight) dweight[j] = T(totals[std::size_t(j)]);
    if (dbias) dbias[j] = T(totals[std::size_t(cols + j)]);
  }
}

}  // namespace

template <class T>
void layer_norm(const T* x, std::int64_t rows, std::int64_t cols, const T* weight, const T* bias, double eps,
                T* y, T* mean, T* rstd) {
  parallel_for(rows, items_per_block(cols, kCostlyGrain), [&](std::int64_t r, std::int64_t end) {
    WENGERT_BEST(layer_norm_table<T>)
        .forward(x + r * cols, end - r, cols, weight, bias, eps, y + r * cols, from(mean, r), from(rstd, r));
  });
}

template <class T>
void layer_norm_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight,
                         std::int64_t rows, std::int64_t cols, T* dx, T* dweight, T* dbias) {
  backward_blocks(rows, cols, dweight, dbias, [&](std::int64_t r, std::int64_t n, T* dw, T* db) {
    WENGERT_BEST(layer_norm_table<T>)
        .backward(dy + r * cols, x + r * cols, mean + r, rstd + r, weight, n, cols, from(dx, r * cols), dw,
                  db);
  });
  if (dx && cols == 1) std::fill_n(dx, rows, T(0));  // without the last bits of g - mean(g)
}

template <class T>
void rms_norm(const T* x, std::int64_t rows, std::int64_t cols, const T* weight, double eps, bool clamp, T* y,
              T* rstd) {
  parallel_for(rows, items_per_block(cols, kCostlyGrain), [&](std::int64_t r, std::int64_t end) {
    WENGERT_BEST(rms_norm_table<T>)
        .forward(x + r * cols, end - r, cols, weight, eps, clamp, y + r * cols, from(rstd, r));
  });
}

template <class T>
void rms_norm_backward(const T* dy, const T* x, const T* rstd, T fixed, const T* weight, std::int64_t rows,
                       std::int64_t cols, T* dx, T* dweight) {
  backward_blocks<T>(rows, cols, dweight, nullptr, [&](std::int64_t r, std::int64_t n, T* dw, T*) {
    WENGERT_BEST(rms_norm_table<T>)
        .backward(dy + r * cols, x + r * cols, rstd + r, fixed, weight, n, cols, from(dx, r * cols), dw);
  });
}

#define WENGERT_INSTANTIATE(T)                                                                               \
  template void layer_norm(const T*, std::int64_t, std::int64_t, const T*, const T*, double, T*, T*, T*);    \
  template void layer_norm_backward(const T*, const T*, const T*, const T*, const T*, std::int64_t,          \
                                    std::int64_t, T*, T*, T*);                                               \
  template void rms_norm(const T*, std::int64_t, std::int64_t, const T*, double, bool, T*, T*);              \
  template void rms_norm_backward(const T*, const T*, const T*, T, const T*, std::int64_t, std::int64_t, T*, \
                                  T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels
