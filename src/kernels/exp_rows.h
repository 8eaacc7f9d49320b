// Exponentials of a row, for kernels only: what softmax, logsumexp and cross-entropy are made of.
#pragma once
#include "kernels/math64.h"
#include "kernels/parallel.h"
#include "kernels/simd.h"

namespace wengert::kernels::WENGERT_ISA {

/// f(r) for every row of so many elements, on several threads.
template <class F>
static void each_row(std::int64_t rows, std::int64_t cols, F f) {
  parallel_for(rows, items_per_block(cols, kCostlyGrain), [&](std::int64_t r, std::int64_t end) {
    for (; r < end; ++r) f(r);
  });
}

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

/// sum exp(x - shift).
template <class T>
static double sum_exp(const T* x, std::int64_t n, T shift) {
  T e[kPiece];
  double s = 0;
  for (std::int64_t j = 0; j < n; j += kPiece) s += exps(x + j, n - j < kPiece ? n - j : kPiece, shift, e);
  return s;
}

}  // namespace wengert::kernels::WENGERT_ISA
