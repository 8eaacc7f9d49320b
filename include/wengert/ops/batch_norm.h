// Batch normalisation.
//
// float32 and float64; see layer_norm.h for what all norms have in common.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// Batch normalisation (Ioffe, Szegedy 2015, arXiv:1502.03167, alg. 1) of every channel of x: [N, C],
/// [N, C, L] or [N, C, ...].
/// training: mean and var are those of x's channel, and running_mean and running_var, if defined, move
/// towards the mean and the unbiased variance: running = (1 - momentum) running + momentum new. An empty
/// batch leaves them. Otherwise mean and var are running_mean and running_var. All per-channel tensors are
/// [C]. Errors, before anything changes: training with a single value per channel; no statistics to evaluate
/// with; one running statistic without the other.
Tensor batch_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, const Tensor& running_mean,
                  const Tensor& running_var, bool training, double momentum, double eps,
                  bool cudnn_enabled = true);

}  // namespace wengert
