// The normalisation family. All of them bring values to a common scale,
//   y = (x - mean) / sqrt(var + eps) weight + bias,   var = mean((x - mean)^2),
// and differ in which values share mean and var. Of x [N, C, H, W]:
//   layer norm     the last dimensions of one sample          weight [those sizes]
//   batch norm     one channel of all samples, [N, H, W]       weight [C]
//   group norm     C / groups channels of one sample           weight [C]
//   instance norm  one channel of one sample, [H, W]           weight [C]
// RMS norm is layer norm without mean and bias.
//
// float32 and float64; weight, bias and statistics have the input's type, and weight and bias may be
// undefined. Equal values, or a single one, give exactly bias and a gradient of 0, with eps = 0 too. 1 /
// sqrt(var + eps) is kept in x's type, so that with eps = 0 deviations below 3e-39 (float32) come out smaller
// than 1. cudnn_enabled means nothing here.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// Layer normalisation (Ba, Kiros, Hinton 2016, arXiv:1607.06450, eq. 3-4) over the last dimensions, whose
/// sizes are normalized_shape. weight and bias have the shape normalized_shape.
Tensor layer_norm(const Tensor& x, IntArrayRef normalized_shape, const Tensor& weight = {},
                  const Tensor& bias = {}, double eps = 1e-5, bool cudnn_enabled = true);

}  // namespace wengert
