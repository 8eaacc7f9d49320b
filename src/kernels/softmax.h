// softmax and log_softmax over the rows of a contiguous [rows, cols].
//
//   m = max_j x_j,  s = sum_j exp(x_j - m)
//   softmax:      y_j = exp(x_j - m) / s       dx_j = y_j (dy_j - sum_k dy_k y_k)
//   log_softmax:  y_j = x_j - m - log s        dx_j = dy_j - exp(y_j) sum_k dy_k
//
// T: float, double. A row that is all -inf, or holds NaN or +inf, gives NaN. y may be x, dx may be dy.
#pragma once
#include <cstdint>

#include "kernels/isa.h"

namespace wengert::kernels {

template <class T>
struct Softmax {
  const T* x;
  std::int64_t rows, cols;
  T* y;
};
WENGERT_KERNEL(softmax, Softmax)
WENGERT_KERNEL(log_softmax, Softmax)

template <class T>
struct SoftmaxBackward {
  const T *dy, *y;
  std::int64_t rows, cols;
  T* dx;
};
WENGERT_KERNEL(softmax_backward, SoftmaxBackward)
WENGERT_KERNEL(log_softmax_backward, SoftmaxBackward)

}  // namespace wengert::kernels
