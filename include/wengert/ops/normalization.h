// The normalisation family. All three bring values to a common scale; they differ in what they average over:
// layer norm and RMS norm over the features of one sample, batch norm over the samples of one channel.
//
// float32 and float64; weight, bias and statistics have the input's type.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// Layer normalisation (Ba, Kiros, Hinton 2016, arXiv:1607.06450, eq. 3-4) over the last dimensions, whose
/// sizes are normalized_shape:
///   y = (x - mean) / sqrt(var + eps) weight + bias,   var = mean((x - mean)^2)
/// weight and bias have the shape normalized_shape and may be undefined. Equal values give exactly bias.
Tensor layer_norm(const Tensor& x, IntArrayRef normalized_shape, const Tensor& weight = {},
                  const Tensor& bias = {}, double eps = 1e-5);

/// Root mean square normalisation (Zhang, Sennrich 2019, arXiv:1910.07467, eq. 4) over the last dimensions:
///   y = x / sqrt(mean(x^2) + eps) weight
/// weight has the shape normalized_shape and may be undefined.
Tensor rms_norm(const Tensor& x, IntArrayRef normalized_shape, const Tensor& weight = {}, double eps = 1e-6);

/// Batch normalisation (Ioffe, Szegedy 2015, arXiv:1502.03167, alg. 1) of every channel of x: [N, C],
/// [N, C, L] or [N, C, ...]:
///   y = (x - mean) / sqrt(var + eps) weight + bias
/// training: mean and var = mean((x - mean)^2) are those of x's channel, and running_mean and running_var, if
/// defined, move towards the mean and the unbiased variance: running = (1 - momentum) running + momentum new.
/// An empty batch leaves them. Otherwise mean and var are running_mean and running_var. All per-channel
/// tensors are [C]; weight and bias may be undefined. Errors, before anything changes: training with a single
/// value per channel; no statistics to evaluate with.
Tensor batch_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, const Tensor& running_mean,
                  const Tensor& running_var, bool training, double momentum, double eps);

}  // namespace wengert
