// The squared error.
//
// Of x, t, the reduction and broadcasting see loss_reduction.h.
#pragma once
#include "wengert/ops/loss_reduction.h"

namespace wengert {

/// (x - t)^2. Broadcast.
Tensor mse_loss(const Tensor& x, const Tensor& t, std::int64_t reduction = Reduction::Mean);

}  // namespace wengert
