#pragma once
#include "wengert/optim/schedulers/lr_scheduler.h"

namespace wengert::optim {

/// lr(t) = eta_min + (initial lr - eta_min) (1 + cos(pi t / T_max)) / 2  (Loshchilov and Hutter 2017), which
/// after T_max steps is eta_min, and then rises again. Computed from the rate it finds, so it can be chained
/// with another schedule.
/// Errors: T_max < 1, eta_min < 0.
class CosineAnnealingLR : public LRScheduler {
 public:
  CosineAnnealingLR(Optimizer& optimizer, std::int64_t T_max, double eta_min = 0);

 private:
  std::vector<double> get_lrs() override;

  std::int64_t T_max_;
  double eta_min_;
};

}  // namespace wengert::optim
