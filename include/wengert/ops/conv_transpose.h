// Transposed convolution. Of images, types and options see conv.h.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// What conv2d's gradient does to dy, as an operation: every input value is spread over a window of the
/// output. x [N, in, H, W], weight [in, out / groups, kH, kW], bias [out] or undefined, y [N, out, H', W']
/// with
///   H' = (H - 1) stride - 2 padding + dilation (kH - 1) + output_padding + 1
/// Several sizes have the same H under conv2d with a stride; output_padding, which must be smaller than
/// stride or dilation, chooses among them.
Tensor conv_transpose2d(const Tensor& x, const Tensor& weight, const Tensor& bias = {},
                        IntArrayRef stride = 1, IntArrayRef padding = 0, IntArrayRef output_padding = 0,
                        std::int64_t groups = 1, IntArrayRef dilation = 1);

}  // namespace wengert
