// What the row and column kernels of isa/ offer to the files above it: one table of functions a family and
// element type. This header is included on both sides, so it declares and defines no function.
#pragma once
#include <cstdint>

#include "kernels/isa.h"

namespace wengert::kernels {

/// What a sum adds up: x, |x| or x^2.
enum class Term { Value, Magnitude, Square };
inline constexpr int kTerms = 3;

/// Sums along rows are complete. Those down columns are pieces: the caller keeps the number of rows short and
/// adds the results up in double.
template <class T>
struct SumTable {
  /// The sum of term(x[0..n)).
  double (*row[kTerms])(const T* x, std::int64_t n);
  /// acc[i] += sum of term(x[r, i]) over rows that lie `stride` apart.
  void (*columns[kTerms])(const T* x, std::int64_t rows, std::int64_t width, std::int64_t stride, T* acc);
  /// d = sum (x - center), d2 = sum (x - center)^2.
  void (*row_deviations)(const T* x, std::int64_t n, T center, double* d, double* d2);
  void (*column_deviations)(const T* x, std::int64_t rows, std::int64_t width, std::int64_t stride,
                            const T* center, T* d, T* d2);
};

/// Whole rows; see norm.h. Backward kernels add a few rows' share to dweight and dbias.
template <class T>
struct LayerNormTable {
  void (*forward)(const T* x, std::int64_t rows, std::int64_t cols, const T* weight, const T* bias,
                  double eps, T* y, T* mean, T* rstd);
  void (*backward)(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, std::int64_t rows,
                   std::int64_t cols, T* dx, T* dweight, T* dbias);
};

template <class T>
struct RmsNormTable {
  void (*forward)(const T* x, std::int64_t rows, std::int64_t cols, const T* weight, double eps, bool clamp,
                  T* y, T* rstd);
  void (*backward)(const T* dy, const T* x, const T* rstd, T fixed, const T* weight, std::int64_t rows,
                   std::int64_t cols, T* dx, T* dweight);
};

/// What the gradient of a run of values has in common: xhat = ((x - mean) - mean_low) rstd.
template <class T>
struct RunGradient {
  T mean, mean_low, rstd, weight, mean_g, mean_gx, scale;
};

/// A channel's constants: xhat = ((x - mean) - mean_low) rstd, scale = weight rstd, y = xhat weight + bias.
template <class T>
struct BatchNormTable {
  /// A run of n values of one channel.
  void (*row_forward)(const T* x, std::int64_t n, T mean, T mean_low, T scale, T bias, T* y);
  /// sums = {sum dy, sum dy (x - mean) rstd, sum (x - mean)}.
  void (*row_sums)(const T* dy, const T* x, std::int64_t n, T mean, T rstd, double* sums);
  /// dx = scale (dy weight - mean_g - xhat mean_gx).
  void (*row_backward)(const T* dy, const T* x, std::int64_t n, const RunGradient<T>& c, T* dx);
  /// The same for rows of x[rows, width] where every column is a channel, with weight = 1; arrays of width.
  void (*column_forward)(const T* x, std::int64_t rows, std::int64_t width, const T* mean, const T* mean_low,
                         const T* scale, const T* bias, T* y);
  void (*column_sums)(const T* dy, const T* x, std::int64_t rows, std::int64_t width, std::int64_t stride,
                      const T* mean, const T* rstd, T* sum_dy, T* sum_dy_xhat, T* sum_d);
  void (*column_backward)(const T* dy, const T* x, std::int64_t rows, std::int64_t width, const T* mean,
                          const T* mean_low, const T* rstd, const T* scale, const T* mean_dy,
                          const T* mean_dy_xhat, T* dx);
};

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
  const SumTable<T>& sum_table();                 \
  template <class T>                              \
  const LayerNormTable<T>& layer_norm_table();    \
  template <class T>                              \
  const RmsNormTable<T>& rms_norm_table();        \
  template <class T>                              \
  const BatchNormTable<T>& batch_norm_table();    \
  template <class T>                              \
  const ConvolutionTable<T>& convolution_table(); \
  }
WENGERT_ROW_TABLES(baseline)
WENGERT_ROW_TABLES(avx2)
WENGERT_ROW_TABLES(avx512)
#undef WENGERT_ROW_TABLES

#define WENGERT_BEST(table) (WENGERT_CHOOSE(table)())

}  // namespace wengert::kernels
