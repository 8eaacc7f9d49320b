// Group normalisation.
//
// float32 and float64; see layer_norm.h for what all norms have in common.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// Group normalisation (Wu, He 2018, arXiv:1803.08494, eq. 7-8): the C channels of x [N, C, ...] in
/// num_groups groups of neighbours, mean and var over a group's channels and places in one sample. weight and
/// bias [C]. With one group it is layer norm over [C, ...], with C groups instance norm.
Tensor group_norm(const Tensor& x, std::int64_t num_groups, const Tensor& weight = {},
                  const Tensor& bias = {}, double eps = 1e-5, bool cudnn_enabled = true);

}  // namespace wengert
