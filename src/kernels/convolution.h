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
// T: float, double. The bits do not depend on the number of threads. Sizes are at least 1 but for n and the
// input channels. Throws Error when there is no memory for the padded copies.
#pragma once
#include <cstdint>

namespace wengert::kernels {

/// One dimension of the plane: output p and tap k meet input p stride + k dilation - padding. (Padding behind
/// is what `out` needs.) Where out is 1, so is the stride.
struct Window {
  std::int64_t in = 1, kernel = 1, out = 1, stride = 1, padding = 0, dilation = 1;
};

/// x[n, in, rows.in, cols.in], weight[out, in / groups, rows.kernel, cols.kernel],
/// y[n, out, rows.out, cols.out].
struct ConvShape {
  std::int64_t n = 1, in = 1, out = 1, groups = 1;
  Window rows, cols;
};

/// bias[out] may be null.
template <class T>
void convolution(const T* x, const T* weight, const T* bias, const ConvShape& shape, T* y);

/// dx, plus bias[in] unless it is null: the transposed convolution of dy.
template <class T>
void convolution_transposed(const T* dy, const T* weight, const T* bias, const ConvShape& shape, T* dx);

template <class T>
void convolution_weight(const T* x, const T* dy, const ConvShape& shape, T* dweight);

}  // namespace wengert::kernels
