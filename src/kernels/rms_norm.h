// RMS norm of each row of x[rows, cols] (Zhang and Sennrich 2019), and its gradient. T: float, double.
#pragma once
#include <cstdint>

#include "kernels/isa.h"

namespace wengert::kernels {

/// y = x rstd weight,  rstd = 1 / sqrt(mean(x^2) + eps), or 1 / max(sqrt(mean(x^2)), eps) if clamp
template <class T>
struct RmsNorm {
  const T* x;
  std::int64_t rows, cols;
  const T* weight;  // [cols]; may be null
  double eps;
  bool clamp;
  T *y, *rstd;  // rstd[rows] may be null
};
WENGERT_KERNEL(rms_norm, RmsNorm)

/// With xhat = x rstd and g = dy weight:
///   dx = rstd (g - xhat mean(g xhat)),  dweight = sum_rows dy xhat
/// In rows whose rstd is `fixed` (NaN: none) it does not depend on x, and dx = rstd g.
template <class T>
struct RmsNormBackward {
  const T *dy, *x, *rstd;  // rstd is what rms_norm gave
  T fixed;
  const T* weight;  // may be null
  std::int64_t rows, cols;
  T *dx, *dweight;  // may be null; dx may be dy
};
WENGERT_KERNEL(rms_norm_backward, RmsNormBackward)

}  // namespace wengert::kernels
