#include "wengert/optim/schedulers/cosine_annealing_lr.h"

#include <cmath>
#include <numbers>

#include "tensor/check.h"

namespace wengert::optim {

CosineAnnealingLR::CosineAnnealingLR(Optimizer& optimizer, std::int64_t T_max, double eta_min)
    : LRScheduler(optimizer), T_max_(T_max), eta_min_(eta_min) {
  if (T_max < 1) fail("CosineAnnealingLR: T_max is {}, wants at least 1", T_max);
  if (!(eta_min >= 0)) fail("CosineAnnealingLR: eta_min is {}, wants at least 0", eta_min);
  CosineAnnealingLR::step();
}

std::vector<double> CosineAnnealingLR::get_lrs() {
  std::vector<double> lrs = get_current_lrs();
  if (step_count_ == 0) return lrs;
  const auto height = [this](std::int64_t t) {
    return 1 + std::cos(std::numbers::pi * double(t) / double(T_max_));
  };
  // Up from the bottom, where the ratio below would divide by zero.
  const bool from_bottom = (step_count_ - 1 - T_max_) % (2 * T_max_) == 0;
  const std::vector<double> initial = initial_lrs();
  for (std::size_t g = 0; g < lrs.size(); ++g) {
    if (from_bottom)
      lrs[g] += (initial[g] - eta_min_) * (2 - height(1)) / 2;
    else
      lrs[g] = eta_min_ + (lrs[g] - eta_min_) * height(step_count_) / height(step_count_ - 1);
  }
  return lrs;
}

}  // namespace wengert::optim
