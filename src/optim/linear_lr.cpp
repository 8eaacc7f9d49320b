#include "wengert/optim/schedulers/linear_lr.h"

#include "tensor/check.h"

namespace wengert::optim {

LinearLR::LinearLR(Optimizer& optimizer, double start_factor, double end_factor, std::int64_t total_iters)
    : LRScheduler(optimizer),
      start_factor_(start_factor),
      end_factor_(end_factor),
      total_iters_(total_iters) {
  if (!(start_factor > 0 && start_factor <= 1))
    fail("LinearLR: start_factor is {}, wants 0 < start_factor <= 1", start_factor);
  if (!(end_factor >= 0 && end_factor <= 1))
    fail("LinearLR: end_factor is {}, wants 0 <= end_factor <= 1", end_factor);
  if (total_iters < 1) fail("LinearLR: total_iters is {}, wants at least 1", total_iters);
  LinearLR::step();
}

std::vector<double> LinearLR::get_lrs() {
  // The factor of this step over that of the step before.
  const double slope = end_factor_ - start_factor_, n = double(total_iters_), t = double(step_count_);
  double change = 1;
  if (step_count_ == 0)
    change = start_factor_;
  else if (step_count_ <= total_iters_)
    change = 1 + slope / (n * start_factor_ + (t - 1) * slope);
  std::vector<double> lrs = get_current_lrs();
  for (double& lr : lrs) lr *= change;
  return lrs;
}

}  // namespace wengert::optim
