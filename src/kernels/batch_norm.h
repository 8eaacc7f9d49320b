// Batch norm (Ioffe and Szegedy 2015) and its gradient. T: float, double.
#pragma once
#include <cstdint>

#include "kernels/isa.h"

namespace wengert::kernels {

/// x[n, channels, inner]: inner = 1 for [N, C], L for [N, C, L], H W for images.
struct Planes {
  std::int64_t n = 1, channels = 1, inner = 1;
  std::int64_t size() const { return n * channels * inner; }
  std::int64_t count() const { return n * inner; }  // values per channel
};

/// y = (x - mean) rstd weight + bias with statistics of this batch, rstd = 1 / sqrt(var + eps).
template <class T>
struct BatchNorm {
  const T* x;
  Planes shape;
  const T *weight, *bias;  // [channels]; may be null
  double eps;
  T *y, *mean, *rstd;  // mean[channels], rstd[channels]
  T* var;              // [channels], biased; may be null
};
WENGERT_KERNEL(batch_norm, BatchNorm)

/// The same with given statistics.
template <class T>
struct BatchNormEval {
  const T* x;
  Planes shape;
  const T *mean, *rstd;
  const T *weight, *bias;  // may be null
  T* y;
};
WENGERT_KERNEL(batch_norm_eval, BatchNormEval)

/// With xhat = (x - mean) rstd, all means over a channel's values:
///   dx = weight rstd (dy - mean(dy) - xhat mean(dy xhat)),  dweight = sum dy xhat,  dbias = sum dy
template <class T>
struct BatchNormBackward {
  const T *dy, *x, *mean, *rstd;  // mean and rstd are those that batch_norm gave
  const T* weight;                // may be null
  Planes shape;
  T *dx, *dweight, *dbias;  // may be null; dx may be dy
};
WENGERT_KERNEL(batch_norm_backward, BatchNormBackward)
/// When mean and rstd are constants: dx = dy weight rstd; dweight and dbias as above.
WENGERT_KERNEL(batch_norm_eval_backward, BatchNormBackward)

}  // namespace wengert::kernels
