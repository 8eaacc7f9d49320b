// Group norm (Wu and He 2018) and its gradient. T: float, double.
#pragma once
#include <cstdint>

#include "kernels/isa.h"

namespace wengert::kernels {

/// x[n, channels, inner], whose channels are cut into groups of equal size. A row, one group of one sample, is
/// contiguous.
struct Groups {
  std::int64_t n = 1, channels = 1, inner = 1, groups = 1;
  std::int64_t rows() const { return n * groups; }
  std::int64_t per_group() const { return channels / groups; }
  std::int64_t cols() const { return per_group() * inner; }  // values per row; at least 1
};

/// y = (x - mean) rstd weight + bias: each row has its own mean and rstd = 1 / sqrt(var + eps), each channel its
/// own weight and bias.
template <class T>
struct GroupNorm {
  const T* x;
  Groups shape;
  const T *weight, *bias;  // [channels]; may be null
  double eps;
  T *y, *mean, *rstd;  // mean[rows], rstd[rows]
  T* var;              // [rows], biased; may be null
};
WENGERT_KERNEL(group_norm, GroupNorm)

/// With g = dy weight, and means over a row:
///   dx = rstd (g - mean(g) - xhat mean(g xhat)),  dweight = sum dy xhat,  dbias = sum dy
template <class T>
struct GroupNormBackward {
  const T *dy, *x, *mean, *rstd;  // mean and rstd are those that group_norm gave
  const T* weight;                // may be null
  Groups shape;
  T *dx, *dweight, *dbias;  // may be null; dx may be dy
};
WENGERT_KERNEL(group_norm_backward, GroupNormBackward)

}  // namespace wengert::kernels
