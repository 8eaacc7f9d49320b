#pragma once
#include "wengert/optim/schedulers/lr_scheduler.h"

namespace wengert::optim {

/// Multiplies the rates by gamma after every step_size steps, counted as libtorch counts them: in the call of
/// step() that has step_size, 2 step_size, ... calls before it.
/// Error: step_size < 1.
class StepLR : public LRScheduler {
 public:
  StepLR(Optimizer& optimizer, std::int64_t step_size, double gamma = 0.1);

 private:
  std::vector<double> get_lrs() override;

  std::int64_t step_size_;
  double gamma_;
};

}  // namespace wengert::optim
