// Convolution (cross-correlation, as everywhere in deep learning) of images on contiguous memory, and its two
// gradients:
//
//   y[n, o, p]  = bias[o] + sum_{c, k} weight[o, c, k] x[n, c, p stride + k dilation - padding]
//   dx[n, c, q] = sum_{o, k, p : p stride + k dilation - padding = q} weight[o, c, k] dy[n, o, p]
//   dweight[o, c, k] = sum_{n, p} dy[n, o, p] x[n, c, p stride + k dilation - padding]
//
// p, q, k are positions in the plane; x outside its plane counts as 0. With groups, the channels of x and y
// are cut into as many parts, and each part of y sees its own part of x.
//
// Where a window's out is 1, so is its stride. T: float, double. The bits do not depend on the number of threads. Sizes are at least 1 but for n and the
// input channels. Throws Error when there is no memory for the padded copies.
#pragma once
#include <cstdint>

#include "kernels/isa.h"
#include "kernels/window.h"

namespace wengert::kernels {

/// x[n, in, rows.in, cols.in], weight[out, in / groups, rows.kernel, cols.kernel],
/// y[n, out, rows.out, cols.out].
struct ConvShape {
  std::int64_t n = 1, in = 1, out = 1, groups = 1;
  Window rows, cols;
};

/// bias[out] may be null.
template <class T>
struct Convolution {
  const T *x, *weight, *bias;
  ConvShape shape;
  T* y;
};
WENGERT_KERNEL(convolution, Convolution)

/// dx, plus bias[in] unless it is null: the transposed convolution of dy.
template <class T>
struct ConvolutionTransposed {
  const T *dy, *weight, *bias;
  ConvShape shape;
  T* dx;
};
WENGERT_KERNEL(convolution_transposed, ConvolutionTransposed)

template <class T>
struct ConvolutionWeight {
  const T *x, *dy;
  ConvShape shape;
  T* dweight;
};
WENGERT_KERNEL(convolution_weight, ConvolutionWeight)

}  // namespace wengert::kernels
