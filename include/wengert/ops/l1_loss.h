// The absolute error, and two losses that bend it into a square near 0.
//
// Of x, t, the reduction and broadcasting see loss_reduction.h.
#pragma once
#include "wengert/ops/loss_reduction.h"

namespace wengert {

/// |x - t|; the gradient at 0 is 0. Broadcast.
Tensor l1_loss(const Tensor& x, const Tensor& t, std::int64_t reduction = Reduction::Mean);
/// d^2 / (2 beta) where d = |x - t| < beta, d - beta / 2 beyond (Girshick 2015, arXiv:1504.08083, eq. 3);
/// beta = 0 is l1_loss. The second derivative is 1 / beta inside, and 0 from d = beta on, as libtorch has it.
/// Broadcast. Error: beta < 0.
Tensor smooth_l1_loss(const Tensor& x, const Tensor& t, std::int64_t reduction = Reduction::Mean,
                      double beta = 1.0);
/// d^2 / 2 where d = |x - t| <= delta, delta (d - delta / 2) beyond (Huber 1964). The second derivative is 1
/// inside, and 0 from d = delta on, as libtorch has it. Broadcast. Error: delta not above 0.
Tensor huber_loss(const Tensor& x, const Tensor& t, std::int64_t reduction = Reduction::Mean,
                  double delta = 1.0);

}  // namespace wengert
