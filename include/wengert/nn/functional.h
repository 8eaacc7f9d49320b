// The layers as functions that are given their parameters, with the options of the layers.
//
//     namespace F = wengert::nn::functional;
//     y = F::layer_norm(x, F::LayerNormFuncOptions({64}).weight(w).bias(b));
//
// The formulas, and the errors, are those of the operations in ops/. Where options say inplace, the result is
// written into x.
#pragma once
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

Tensor relu(const Tensor& x, const ReLUFuncOptions& options = {});
Tensor relu6(const Tensor& x, const ReLU6FuncOptions& options = {});
Tensor leaky_relu(const Tensor& x, const LeakyReLUFuncOptions& options = {});
Tensor elu(const Tensor& x, const ELUFuncOptions& options = {});
Tensor selu(const Tensor& x, const SELUFuncOptions& options = {});
Tensor celu(const Tensor& x, const CELUFuncOptions& options = {});
Tensor hardtanh(const Tensor& x, const HardtanhFuncOptions& options = {});
Tensor gelu(const Tensor& x, const GELUFuncOptions& options = {});
Tensor softplus(const Tensor& x, const SoftplusFuncOptions& options = {});
Tensor silu(const Tensor& x);
Tensor mish(const Tensor& x);
Tensor softsign(const Tensor& x);
Tensor logsigmoid(const Tensor& x);
/// x - tanh(x).
Tensor tanhshrink(const Tensor& x);
Tensor softmax(const Tensor& x, const SoftmaxFuncOptions& options);
Tensor log_softmax(const Tensor& x, const LogSoftmaxFuncOptions& options);
/// softmax(-x).
Tensor softmin(const Tensor& x, const SoftmaxFuncOptions& options);

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
