// The layers as functions that are given their parameters, with the options of the layers.
//
//     namespace F = wengert::nn::functional;
//     y = F::layer_norm(x, F::LayerNormFuncOptions({64}).weight(w).bias(b));
//
// The formulas, and the errors, are those of the operations in ops/. Activations, pooling, losses and the
// others without parameters stand beside their layers.
#pragma once
#include "wengert/nn/activation.h"
#include "wengert/nn/conv_options.h"
#include "wengert/nn/options.h"
#include "wengert/tensor.h"

namespace wengert::nn::functional {

/// y = x weight^T + bias.
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias = {});

Tensor conv1d(const Tensor& x, const Tensor& weight, const Conv1dFuncOptions& options = {});
Tensor conv2d(const Tensor& x, const Tensor& weight, const Conv2dFuncOptions& options = {});
Tensor conv_transpose2d(const Tensor& x, const Tensor& weight,
                        const ConvTranspose2dFuncOptions& options = {});

Tensor layer_norm(const Tensor& x, const LayerNormFuncOptions& options);
Tensor rms_norm(const Tensor& x, const RMSNormFuncOptions& options);
Tensor group_norm(const Tensor& x, const GroupNormFuncOptions& options);
Tensor instance_norm(const Tensor& x, const InstanceNormFuncOptions& options = {});
/// In training, running_mean and running_var, when defined, move towards the batch's.
Tensor batch_norm(const Tensor& x, const Tensor& running_mean, const Tensor& running_var,
                  const BatchNormFuncOptions& options = {});
/// x / max(|x|_p, eps), the norm taken over one dimension.
Tensor normalize(const Tensor& x, const NormalizeFuncOptions& options = {});

}  // namespace wengert::nn::functional
