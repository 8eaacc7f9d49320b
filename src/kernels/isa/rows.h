// What the row and column kernels of isa/ offer to the files above it: one table of functions a family and
// element type. This header is included on both sides, so it declares and defines no function.
#pragma once
#include <cstdint>

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

template <class T>
struct ExtremesTable {
  /// The largest (smallest) of x[0..n), n >= 1; NaN if one is there.
  T (*max)(const T* x, std::int64_t n);
  T (*min)(const T* x, std::int64_t n);
};

/// Whole rows; see softmax.h.
template <class T>
struct SoftmaxTable {
  void (*softmax)(const T* x, std::int64_t rows, std::int64_t cols, T* y);
  void (*log_softmax)(const T* x, std::int64_t rows, std::int64_t cols, T* y);
  void (*softmax_backward)(const T* dy, const T* y, std::int64_t rows, std::int64_t cols, T* dx);
  void (*log_softmax_backward)(const T* dy, const T* y, std::int64_t rows, std::int64_t cols, T* dx);
  /// sum exp(x - shift).
  double (*sum_exp)(const T* x, std::int64_t n, T shift);
  /// y = scale exp(x - shift).
  void (*scaled_exp)(const T* x, std::int64_t n, T shift, T scale, T* y);
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
  void (*forward)(const T* x, std::int64_t rows, std::int64_t cols, const T* weight, double eps, T* y,
                  T* rstd);
  void (*backward)(const T* dy, const T* x, const T* rstd, const T* weight, std::int64_t rows,
                   std::int64_t cols, T* dx, T* dweight);
};

/// A channel's constants: xhat = ((x - mean) - mean_low) rstd, scale = weight rstd, y = xhat weight + bias.
template <class T>
struct BatchNormTable {
  /// One channel's plane of n values.
  void (*row_forward)(const T* x, std::int64_t n, T mean, T mean_low, T scale, T bias, T* y);
  /// sums = {sum dy, sum dy (x - mean) rstd, sum (x - mean)}.
  void (*row_sums)(const T* dy, const T* x, std::int64_t n, T mean, T rstd, double* sums);
  /// dx = scale (dy - mean_dy - xhat mean_dy_xhat).
  void (*row_backward)(const T* dy, const T* x, std::int64_t n, T mean, T mean_low, T rstd, T scale,
                       T mean_dy, T mean_dy_xhat, T* dx);
  /// The same for rows of x[rows, width] where every column is a channel; arrays of width.
  void (*column_forward)(const T* x, std::int64_t rows, std::int64_t width, const T* mean, const T* mean_low,
                         const T* scale, const T* bias, T* y);
  void (*column_sums)(const T* dy, const T* x, std::int64_t rows, std::int64_t width, std::int64_t stride,
                      const T* mean, const T* rstd, T* sum_dy, T* sum_dy_xhat, T* sum_d);
  void (*column_backward)(const T* dy, const T* x, std::int64_t rows, std::int64_t width, const T* mean,
                          const T* mean_low, const T* rstd, const T* scale, const T* mean_dy,
                          const T* mean_dy_xhat, T* dx);
};

#define WENGERT_ROW_TABLES(isa)                \
  namespace isa {                              \
  template <class T>                           \
  const SumTable<T>& sum_table();              \
  template <class T>                           \
  const ExtremesTable<T>& extremes_table();    \
  template <class T>                           \
  const SoftmaxTable<T>& softmax_table();      \
  template <class T>                           \
  const LayerNormTable<T>& layer_norm_table(); \
  template <class T>                           \
  const RmsNormTable<T>& rms_norm_table();     \
  template <class T>                           \
  const BatchNormTable<T>& batch_norm_table(); \
  }
WENGERT_ROW_TABLES(baseline)
WENGERT_ROW_TABLES(avx2)
WENGERT_ROW_TABLES(avx512)
#undef WENGERT_ROW_TABLES

/// The best of the three tables for this processor: WENGERT_BEST(sum_table<T>).
#ifdef WENGERT_BASELINE_ONLY
#define WENGERT_BEST(table) (baseline::table())
#else
#define WENGERT_BEST(table)                       \
  (current_isa() == Isa::Avx512 ? avx512::table() \
   : current_isa() == Isa::Avx2 ? avx2::table()   \
                                : baseline::table())
#endif

}  // namespace wengert::kernels
