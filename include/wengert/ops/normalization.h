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

/// How RMS norm is kept from dividing by 0: x / sqrt(mean(x^2) + eps) or x / max(sqrt(mean(x^2)), eps). They
/// differ on rows whose root mean square is not far above sqrt(eps), or eps.
enum class EpsForm { inside, clamp };

/// Root mean square normalisation (Zhang, Sennrich 2019, arXiv:1910.07467, eq. 4) over the last dimensions:
///   y = x / sqrt(mean(x^2) + eps) weight
/// weight has the shape normalized_shape. Rows of zeros give zeros.
Tensor rms_norm(const Tensor& x, IntArrayRef normalized_shape, const Tensor& weight = {}, double eps = 1e-6,
                EpsForm eps_form = EpsForm::inside);

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

/// Group normalisation (Wu, He 2018, arXiv:1803.08494, eq. 7-8): the C channels of x [N, C, ...] in
/// num_groups groups of neighbours, mean and var over a group's channels and places in one sample. weight and
/// bias [C]. With one group it is layer norm over [C, ...], with C groups instance norm.
Tensor group_norm(const Tensor& x, std::int64_t num_groups, const Tensor& weight = {},
                  const Tensor& bias = {}, double eps = 1e-5, bool cudnn_enabled = true);

/// Instance normalisation (Ulyanov, Vedaldi, Lempitsky 2016, arXiv:1607.08022, eq. 3) of x [N, C, ...]: each
/// channel of each sample for itself.
/// use_input_stats: running_mean and running_var [C], if defined, move towards the averages over the batch,
/// as batch_norm's. Otherwise they take the place of mean and var.
Tensor instance_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, const Tensor& running_mean,
                     const Tensor& running_var, bool use_input_stats, double momentum, double eps,
                     bool cudnn_enabled = true);

}  // namespace wengert
