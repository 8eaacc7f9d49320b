// Group norm, for operations that want its statistics too.
#pragma once
#include "ops/standardize.h"

namespace wengert {

/// group_norm of checked inputs. stats, if not null, becomes [3, N * groups]: mean, rstd and biased var.
Tensor group_norm_with(const Tensor& x, std::int64_t groups, const Tensor& weight, const Tensor& bias,
                       double eps, Tensor* stats);

}  // namespace wengert
