// Pooling and resizing of images: x is `planes` contiguous planes of rows.in x cols.in elements. A sequence
// is an image of one row. T: float, double.
#pragma once
#include <cstdint>

#include "kernels/isa.h"

namespace wengert::kernels {

/// A window that moves along one dimension: output o sees the places o stride - pad + k dilation, k < kernel,
/// of those that lie in [0, in). All but `in` and `out` fit into 32 bits.
struct PoolWindow {
  std::int64_t in = 1, out = 1, kernel = 1, stride = 1, pad = 0, dilation = 1;
};

/// y = the largest element in each window: the first of several, but a NaN wins, and the last one over the
/// others. Windows without elements give -infinity. places (optional): where in its plane that element is, or
/// -1.
template <class T>
void max_pool(const T* x, std::int64_t planes, const PoolWindow& rows, const PoolWindow& cols, T* y,
              std::int64_t* places);
/// dx[places] += dy, plane by plane; dx was filled with zeros.
template <class T>
void max_pool_backward(const T* dy, const std::int64_t* places, std::int64_t planes, std::int64_t outputs,
                       std::int64_t inputs, T* dx);

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

/// What one output of a resized dimension is made of: (1 - share) x[low] + share x[high]; x[low] alone where
/// both are the same.
struct Mix {
  std::int64_t low, high;
  double share;
};
struct Resizing {
  const Mix *rows, *cols;
  std::int64_t in_rows, in_cols, out_rows, out_cols;
};
template <class T>
void resize(const T* x, std::int64_t planes, const Resizing& r, T* y);
/// Adds dy's shares to dx, which was filled with zeros.
template <class T>
void resize_backward(const T* dy, std::int64_t planes, const Resizing& r, T* dx);

}  // namespace wengert::kernels
