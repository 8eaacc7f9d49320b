// Sums of x, |x|, x^2 and of deviations, along a row and down a few rows of columns. For kernels only.
#pragma once
#include <cstdint>

#include "kernels/isa.h"
#include "kernels/simd.h"

namespace wengert::kernels::WENGERT_ISA {

/// What a sum adds up: x, |x| or x^2.
enum class Term { Value, Magnitude, Square };

template <Term term, class V>
static inline V map(V x) {
  if constexpr (term == Term::Value) return x;
  if constexpr (term == Term::Magnitude) return x < 0 ? -x : x;
  if constexpr (term == Term::Square) return x * x;
}

/// The sum of term(x[0..n)).
template <Term term, class T>
WENGERT_INLINE double row_sum(const T* x, std::int64_t n) {
  double s[1];
  sums<1, T>(
      n, [&](auto at, auto& sum) { sum[0] += map<term>(at(x)); }, s);
  return s[0];
}

/// acc[i] += the sum of term(x[r, i]) over rows that lie `stride` apart: four at a time, so that acc is read and
/// written once for four. Keep them few (kShortRows), and add the results up in double.
template <Term term, class T>
static void column_sums(const T* x, std::int64_t rows, std::int64_t width, std::int64_t stride, T* acc) {
  std::int64_t r = 0;
  for (; r + 4 <= rows; r += 4, x += 4 * stride)
    each<T>(width, [&](auto at) {
      at.put(acc, at(acc) + ((map<term>(at(x)) + map<term>(at(x + stride))) +
                             (map<term>(at(x + 2 * stride)) + map<term>(at(x + 3 * stride)))));
    });
  for (; r < rows; ++r, x += stride)
    each<T>(width, [&](auto at) { at.put(acc, at(acc) + map<term>(at(x))); });
}

/// d = sum (x - center), d2 = sum (x - center)^2.
template <class T>
WENGERT_INLINE void row_deviations(const T* x, std::int64_t n, T center, double* d, double* d2) {
  double s[2];
  sums<2, T>(
      n,
      [&](auto at, auto& sum) {
        const auto e = at(x) - center;
        sum[0] += e;
        sum[1] += e * e;
      },
      s);
  *d = s[0];
  *d2 = s[1];
}

/// The same down columns, as column_sums does it.
template <class T>
static void column_deviations(const T* x, std::int64_t rows, std::int64_t width, std::int64_t stride,
                              const T* center, T* d, T* d2) {
  std::int64_t r = 0;
  for (; r + 4 <= rows; r += 4, x += 4 * stride)
    each<T>(width, [&](auto at) {
      const auto c = at(center);
      const auto e0 = at(x) - c, e1 = at(x + stride) - c, e2 = at(x + 2 * stride) - c,
                 e3 = at(x + 3 * stride) - c;
      at.put(d, at(d) + ((e0 + e1) + (e2 + e3)));
      at.put(d2, at(d2) + ((e0 * e0 + e1 * e1) + (e2 * e2 + e3 * e3)));
    });
  for (; r < rows; ++r, x += stride)
    each<T>(width, [&](auto at) {
      const auto e = at(x) - at(center);
      at.put(d, at(d) + e);
      at.put(d2, at(d2) + e * e);
    });
}

}  // namespace wengert::kernels::WENGERT_ISA
