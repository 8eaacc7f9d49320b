// Convolution: each output is a weighted sum of a window of the input, with the same weights everywhere.
//
// (Without flipping the weights, as everywhere in deep learning.) Images are [N, C, H, W], sequences
// [N, C, L]; without N they are one image. float32 and float64; input, weight and bias are of one type.
// stride, padding and dilation are one number, or one for each spatial dimension.
#pragma once
#include <string>

#include "wengert/tensor.h"

namespace wengert {

/// y[n, o, p] = bias[o] + sum over c, k of weight[o, c, k] x[n, c, p stride + k dilation - padding]
/// x [N, in, H, W], weight [out, in / groups, kH, kW], bias [out] or undefined, y [N, out, H', W'] with
///   H' = (H + 2 padding - dilation (kH - 1) - 1) / stride + 1
/// x counts as 0 in the padding. With groups, channels are cut into as many parts, and each part of y sees
/// its own part of x only. Errors: sizes that do not fit, a window larger than the padded input.
Tensor conv2d(const Tensor& x, const Tensor& weight, const Tensor& bias = {}, IntArrayRef stride = 1,
              IntArrayRef padding = 0, IntArrayRef dilation = 1, std::int64_t groups = 1);
/// The same along one dimension: x [N, in, L], weight [out, in / groups, k].
Tensor conv1d(const Tensor& x, const Tensor& weight, const Tensor& bias = {}, IntArrayRef stride = 1,
              IntArrayRef padding = 0, IntArrayRef dilation = 1, std::int64_t groups = 1);

namespace detail {
/// Padding by its name: "valid" is none; "same" gives an output of the input's size (stride 1), with the odd
/// one behind.
Tensor conv2d_named(const Tensor& x, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
                    const std::string& padding, IntArrayRef dilation, std::int64_t groups);
Tensor conv1d_named(const Tensor& x, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
                    const std::string& padding, IntArrayRef dilation, std::int64_t groups);
template <class T>
concept PaddingName = std::is_convertible_v<const T&, std::string>;  // which a literal 0 is not
}  // namespace detail

template <detail::PaddingName Name>
Tensor conv2d(const Tensor& x, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
              const Name& padding, IntArrayRef dilation = 1, std::int64_t groups = 1) {
  return detail::conv2d_named(x, weight, bias, stride, padding, dilation, groups);
}
template <detail::PaddingName Name>
Tensor conv1d(const Tensor& x, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
              const Name& padding, IntArrayRef dilation = 1, std::int64_t groups = 1) {
  return detail::conv1d_named(x, weight, bias, stride, padding, dilation, groups);
}

}  // namespace wengert
