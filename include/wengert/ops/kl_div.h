// The distance of distributions.
//
// Of x, t, the reduction and broadcasting see loss_reduction.h.
#pragma once
#include "wengert/ops/loss_reduction.h"

namespace wengert {

/// t (log t - x), 0 where t = 0: the Kullback-Leibler divergence of the distribution t from the one whose
/// log-probabilities are x. log_target: t are log-probabilities too. The gradient to a t of 0 is 0: by the
/// definition it would be -infinity, in libtorch it is NaN. The shapes broadcast without a warning.
Tensor kl_div(const Tensor& x, const Tensor& t, std::int64_t reduction = Reduction::Mean,
              bool log_target = false);

}  // namespace wengert
