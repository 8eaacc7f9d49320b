// Layer norm of each row of x[rows, cols] (Ba et al. 2016), and its gradient. T: float, double.
#pragma once
#include <cstdint>

#include "kernels/isa.h"

namespace wengert::kernels {

/// y = (x - mean) rstd weight + bias,  rstd = 1 / sqrt(mean((x - mean)^2) + eps)
template <class T>
struct LayerNorm {
  const T* x;
  std::int64_t rows, cols;
  const T *weight, *bias;  // [cols]; may be null
  double eps;
  T *y, *mean, *rstd;  // mean[rows] and rstd[rows] may be null
};
WENGERT_KERNEL(layer_norm, LayerNorm)

/// With xhat = (x - mean) rstd and g = dy weight:
///   dx = rstd (g - mean(g) - xhat mean(g xhat)),  dweight = sum_rows dy xhat,  dbias = sum_rows dy
template <class T>
struct LayerNormBackward {
  const T *dy, *x, *mean, *rstd;  // mean and rstd are those that layer_norm gave
  const T* weight;                // may be null
  std::int64_t rows, cols;
  T *dx, *dweight, *dbias;  // may be null; dx may be dy
  /// Row r has weights of its own, the r % groups-th of weight[groups, cols]; dweight and dbias likewise.
  std::int64_t groups = 1;
};
WENGERT_KERNEL(layer_norm_backward, LayerNormBackward)

}  // namespace wengert::kernels
