// What the row and column kernels of isa/ offer to the files above it: one table of functions a family and
// element type. This header is included on both sides, so it declares and defines no function.
#pragma once
#include <cstdint>

#include "kernels/isa.h"

namespace wengert::kernels {

/// `count` places along one dimension: first, first + step, ...
struct Grid {
  std::int64_t first, step, count;
};

/// What dots() runs over: s.n elements (a multiple of the lanes) of s.rows rows of s.images images.
struct DotShape {
  std::int64_t images, rows, n, taps;
  std::int64_t a_row, a_pitch, a_image;  // distances: between the rows of a, and inside one of them
  std::int64_t b_pitch, b_image;
};

/// The pieces of a convolution; see convolution.cpp.
template <class T>
struct ConvolutionTable {
  std::int64_t lanes;
  /// The most rows that product() takes; fewer are a power of two.
  std::int64_t rows;
  /// y[rows.count, cols.count] = x at the places of the grid; what lies outside of x[in_rows, in_cols] is
  /// left.
  void (*sample)(const T* x, std::int64_t in_rows, std::int64_t in_cols, Grid rows, Grid cols, T* y);
  /// y[m, p] = start[m] + sum_k a[k, m] b[offset[k] + p] for m < rows, p < n, and on to the next multiple of
  /// the lanes; the rows of y lie `distance` apart. Returns the rows.
  std::int64_t (*product)(std::int64_t rows, const T* a, const T* start, const std::int64_t* offset,
                          std::int64_t taps, const T* b, std::int64_t n, T* y, std::int64_t distance);
  /// out[m, k] += sum_p a[m, p] b[offset[k] + p].
  void (*dots)(std::int64_t rows, const T* a, const T* b, const std::int64_t* offset, const DotShape& shape,
               T* out);
  /// y[r row_step + c col_step] = x[r pitch + c].
  void (*place)(const T* x, std::int64_t rows, std::int64_t cols, std::int64_t pitch, T* y,
                std::int64_t row_step, std::int64_t col_step);
  /// y[c to_distance + r] = x[r from_distance + c].
  void (*turn)(const T* x, std::int64_t from_distance, std::int64_t rows, std::int64_t cols, T* y,
               std::int64_t to_distance);
};

#define WENGERT_ROW_TABLES(isa)                   \
  namespace isa {                                 \
  template <class T>                              \
  const ConvolutionTable<T>& convolution_table(); \
  }
WENGERT_ROW_TABLES(baseline)
WENGERT_ROW_TABLES(avx2)
WENGERT_ROW_TABLES(avx512)
#undef WENGERT_ROW_TABLES

#define WENGERT_BEST(table) (WENGERT_CHOOSE(table)())

}  // namespace wengert::kernels
