// The loops of a convolution, for kernels only. How it becomes a matrix product: convolution.cpp.
#pragma once
#include "kernels/simd.h"
#include "kernels/transpose_corner.h"

namespace wengert::kernels::WENGERT_ISA {

/// `count` places along one dimension: first, first + step, ...
struct Grid {
  std::int64_t first, step, count;
};

/// What shifted_dots() runs over: s.n elements (a multiple of the lanes) of s.rows rows of s.images images.
struct DotShape {
  std::int64_t images, rows, n, taps;
  std::int64_t a_row, a_pitch, a_image;  // distances: between the rows of a, and inside one of them
  std::int64_t b_pitch, b_image;
};

// Sums fill the registers: 8 x 3 or 4 x 6 of 32, 4 x 3 of 16.
static constexpr bool kManyRegisters = kVectorBytes == 64;
static constexpr int kRows = kManyRegisters ? 8 : 4;
static constexpr int kDotRows = 4, kDotTaps = kManyRegisters ? 6 : 3;

/// The samples [first, last) of a grid that lie in [0, size).
struct Inside {
  std::int64_t first, last;
  Inside(Grid g, std::int64_t size) : first(steps(g, 0)), last(steps(g, size)) {}
  static std::int64_t steps(Grid g, std::int64_t end) {  // samples in front of `end`
    const std::int64_t n = g.first >= end ? 0 : (end - g.first - 1) / g.step + 1;
    return n < g.count ? n : g.count;
  }
};

/// The first and the last of n bytes, half <= n <= 2 half: all of them.
template <std::int64_t half>
static inline void copy_ends(const char* x, std::int64_t n, char* y) {
  char first[half], last[half];
  __builtin_memcpy(first, x, half);
  __builtin_memcpy(last, x + n - half, half);
  __builtin_memcpy(y, first, half);
  __builtin_memcpy(y + n - half, last, half);
}

/// y[0..n) = x: for short rows, with vectors that overlap in place of single elements at the end.
template <class T>
static inline void copy(const T* from, std::int64_t n, T* to) {
  const std::int64_t bytes = n * std::int64_t(sizeof(T)), V = kVectorBytes;
  const char* x = reinterpret_cast<const char*>(from);
  char* y = reinterpret_cast<char*>(to);
  if (bytes >= V) {
    for (std::int64_t j = 0; j + V < bytes; j += V) __builtin_memcpy(y + j, x + j, V);
    __builtin_memcpy(y + bytes - V, x + bytes - V, V);
  } else if (bytes >= 32) {
    copy_ends<32>(x, bytes, y);
  } else if (bytes >= 16) {
    copy_ends<16>(x, bytes, y);
  } else if (bytes >= 8) {
    copy_ends<8>(x, bytes, y);
  } else if (bytes > 0) {
    *to = *from;
  }
}

/// y[rows.count, cols.count] = x at the places of the grid; what lies outside of x[in_rows, in_cols] is left.
template <class T>
static void sample(const T* x, std::int64_t in_rows, std::int64_t in_cols, Grid rows, Grid cols, T* y) {
  const Inside r(rows, in_rows), c(cols, in_cols);
  for (std::int64_t i = r.first; i < r.last; ++i) {
    const T* from = x + (rows.first + i * rows.step) * in_cols + cols.first;
    T* to = y + i * cols.count;
    if (cols.step == 1)
      copy(from + c.first, c.last - c.first, to + c.first);
    else
      for (std::int64_t j = c.first; j < c.last; ++j) to[j] = from[j * cols.step];
  }
}

/// M rows and V vectors of a product, kept in registers.
template <int M, int V, class T>
static inline void product_tile(const T* a, const T* start, const std::int64_t* offset, std::int64_t taps,
                                const T* b, T* y, std::int64_t distance) {
  Vec<T> sum[M][V];
  for (int m = 0; m < M; ++m)
    for (int v = 0; v < V; ++v) sum[m][v] = Vec<T>{} + start[m];
  for (std::int64_t k = 0; k < taps; ++k, a += M) {
    Vec<T> x[V];
    for (int v = 0; v < V; ++v) x[v] = At<Vec<T>>{offset[k] + v * kLanes<T>}(b);
    for (int m = 0; m < M; ++m)
      for (int v = 0; v < V; ++v) sum[m][v] += x[v] * a[m];
  }
  for (int m = 0; m < M; ++m)
    for (int v = 0; v < V; ++v) At<Vec<T>>{m * distance + v * kLanes<T>}.put(y, sum[m][v]);
}

template <int M, class T>
static void product_rows(const T* a, const T* start, const std::int64_t* offset, std::int64_t taps,
                         const T* b, std::int64_t n, T* y, std::int64_t distance) {
  constexpr std::int64_t L = kLanes<T>;
  std::int64_t p = 0;
  for (; p + 2 * L < n; p += 3 * L) product_tile<M, 3>(a, start, offset, taps, b + p, y + p, distance);
  for (; p < n; p += L) product_tile<M, 1>(a, start, offset, taps, b + p, y + p, distance);
}

/// y[m, p] = start[m] + sum_k a[k, m] b[offset[k] + p] for m < rows (a power of two up to kRows), p < n, and on to
/// the next multiple of the lanes; the rows of y lie `distance` apart.
template <class T>
static void product(std::int64_t rows, const T* a, const T* start, const std::int64_t* offset,
                    std::int64_t taps, const T* b, std::int64_t n, T* y, std::int64_t distance) {
  if constexpr (kRows == 8)
    if (rows == 8) return product_rows<8>(a, start, offset, taps, b, n, y, distance);
  if (rows == 4) return product_rows<4>(a, start, offset, taps, b, n, y, distance);
  if (rows == 2) return product_rows<2>(a, start, offset, taps, b, n, y, distance);
  return product_rows<1>(a, start, offset, taps, b, n, y, distance);
}

/// M times K dots, kept in registers until the last image.
template <int M, int K, class T>
static inline void dots_tile(const T* a, const T* b, const std::int64_t* offset, const DotShape& s, T* out) {
  Vec<T> sum[M][K] = {};
  for (std::int64_t i = 0; i < s.images; ++i)
    for (std::int64_t r = 0; r < s.rows; ++r) {
      const T *p = a + i * s.a_image + r * s.a_pitch, *q = b + i * s.b_image + r * s.b_pitch;
      for (std::int64_t j = 0; j < s.n; j += kLanes<T>) {
        Vec<T> x[K];
        for (int k = 0; k < K; ++k) x[k] = At<Vec<T>>{offset[k] + j}(q);
        for (int m = 0; m < M; ++m) {
          const Vec<T> g = At<Vec<T>>{m * s.a_row + j}(p);
          for (int k = 0; k < K; ++k) sum[m][k] += g * x[k];
        }
      }
    }
  for (int m = 0; m < M; ++m)
    for (int k = 0; k < K; ++k) out[m * s.taps + k] += total<T>(sum[m][k]);
}

template <int M, class T>
static void dots_rows(const T* a, const T* b, const std::int64_t* offset, const DotShape& s, T* out) {
  std::int64_t k = 0;
  for (; k + kDotTaps <= s.taps; k += kDotTaps) dots_tile<M, kDotTaps>(a, b, offset + k, s, out + k);
  for (; k < s.taps; ++k) dots_tile<M, 1>(a, b, offset + k, s, out + k);
}

/// out[m, k] += sum_p a[m, p] b[offset[k] + p].
template <class T>
static void dots(std::int64_t rows, const T* a, const T* b, const std::int64_t* offset, const DotShape& s,
                 T* out) {
  std::int64_t m = 0;
  for (; m + kDotRows <= rows; m += kDotRows)
    dots_rows<kDotRows>(a + m * s.a_row, b, offset, s, out + m * s.taps);
  for (; m < rows; ++m) dots_rows<1>(a + m * s.a_row, b, offset, s, out + m * s.taps);
}

/// y[r row_step + c col_step] = x[r pitch + c].
template <class T>
static void place(const T* x, std::int64_t rows, std::int64_t cols, std::int64_t pitch, T* y,
                  std::int64_t row_step, std::int64_t col_step) {
  for (std::int64_t r = 0; r < rows; ++r, x += pitch, y += row_step) {
    if (col_step == 1)
      copy(x, cols, y);
    else
      for (std::int64_t c = 0; c < cols; ++c) y[c * col_step] = x[c];
  }
}

std::uint32_t as_integer(float);
std::uint64_t as_integer(double);

/// y[c to_distance + r] = x[r from_distance + c].
template <class T>
static void turn(const T* from, std::int64_t from_distance, std::int64_t rows, std::int64_t cols, T* to,
                 std::int64_t to_distance) {
  typedef decltype(as_integer(T{})) Bits;
  constexpr std::int64_t corner = 16 / sizeof(T);
  const Bits* x = reinterpret_cast<const Bits*>(from);
  Bits* y = reinterpret_cast<Bits*>(to);
  std::int64_t r = 0;
  for (; r + corner <= rows; r += corner) {
    std::int64_t c = 0;
    for (; c + corner <= cols; c += corner)
      transpose_corner(y + c * to_distance + r, to_distance, x + r * from_distance + c, from_distance);
    for (; c < cols; ++c)
      for (std::int64_t i = r; i < r + corner; ++i) to[c * to_distance + i] = from[i * from_distance + c];
  }
  for (; r < rows; ++r)
    for (std::int64_t c = 0; c < cols; ++c) to[c * to_distance + r] = from[r * from_distance + c];
}

}  // namespace wengert::kernels::WENGERT_ISA
