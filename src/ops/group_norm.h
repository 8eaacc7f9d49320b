// Group norm, for operations that want its statistics too.
#pragma once
#include "kernels/group_norm.h"
#include "ops/norm_checks.h"

namespace wengert {

/// group_norm of checked inputs. mean and var (biased), if not null, become [N * groups].
Tensor group_norm_with(const Tensor& x, std::int64_t groups, const Tensor& weight, const Tensor& bias,
                       double eps, Tensor* mean, Tensor* var);

}  // namespace wengert
