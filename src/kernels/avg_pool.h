// Average pooling of images: x is `planes` contiguous planes of in_rows x in_cols elements. A sequence is an image of one
// row. T: float, double.
#pragma once
#include <cstdint>

#include "kernels/isa.h"

namespace wengert::kernels {

/// What one output of an average covers along one dimension: the places [begin, end), which count as `count`.
struct Span {
  std::int64_t begin, end, count;
};
/// Output (o, p) is the mean over rows[o] x cols[p]: the sum divided by their counts, or by `divisor` unless
/// that is 0.
struct Averages {
  const Span *rows, *cols;
  std::int64_t in_rows, in_cols, out_rows, out_cols;
  double divisor;
};
template <class T>
struct AvgPool {
  const T* x;
  std::int64_t planes;
  Averages a;
  T* y;
};
WENGERT_KERNEL(avg_pool, AvgPool)
/// Adds dy's shares to dx, which was filled with zeros.
template <class T>
struct AvgPoolBackward {
  const T* dy;
  std::int64_t planes;
  Averages a;
  T* dx;
};
WENGERT_KERNEL(avg_pool_backward, AvgPoolBackward)

}  // namespace wengert::kernels
