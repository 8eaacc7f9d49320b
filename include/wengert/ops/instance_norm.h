// Instance normalisation.
//
// float32 and float64; see layer_norm.h for what all norms have in common.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// Instance normalisation (Ulyanov, Vedaldi, Lempitsky 2016, arXiv:1607.08022, eq. 3) of x [N, C, ...]: each
/// channel of each sample for itself.
/// use_input_stats: running_mean and running_var [C], if defined, move towards the averages over the batch,
/// as batch_norm's. Otherwise they take the place of mean and var.
Tensor instance_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, const Tensor& running_mean,
                     const Tensor& running_var, bool use_input_stats, double momentum, double eps,
                     bool cudnn_enabled = true);

}  // namespace wengert
