// Cross-entropy between the rows of a contiguous [rows, cols], taken as logits, and one label a row.
//
//   p_j = exp(x_j - m) / s,  m = max_k x_k,  s = sum_k exp(x_k - m)
//   loss = -sum_j q_j log p_j,   q_j = (1 - e) w_y [j = y] + (e / cols) w_j
//   dx_j = dy (W p_j - q_j),     W = sum_j q_j
//
// with y the label, w the weights of the classes (1 when there are none) and e the smoothing. A row whose
// label is `ignore` has loss 0 and dx 0. T: float, double. The labels have been checked.
#pragma once
#include <cstdint>

#include "kernels/isa.h"

namespace wengert::kernels {

template <class T>
struct Labels {
  const std::int64_t* label;
  const T* weight;  // [cols], or null
  std::int64_t ignore;
  double smoothing;
};

/// loss, m and s of each row.
template <class T>
struct CrossEntropy {
  const T* x;
  Labels<T> labels;
  std::int64_t rows, cols;
  T *loss, *m, *s;
};
WENGERT_KERNEL(cross_entropy, CrossEntropy)

/// dx for a gradient of scale * dy[r * stride] in row r.
template <class T>
struct CrossEntropyBackward {
  const T* dy;
  std::int64_t stride;
  double scale;
  const T* x;
  Labels<T> labels;
  const T *m, *s;
  std::int64_t rows, cols;
  T* dx;
};
WENGERT_KERNEL(cross_entropy_backward, CrossEntropyBackward)

}  // namespace wengert::kernels
