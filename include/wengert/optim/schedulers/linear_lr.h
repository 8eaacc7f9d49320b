#pragma once
#include "wengert/optim/schedulers/lr_scheduler.h"

namespace wengert::optim {

/// Warm-up: multiplies the rates by a factor that goes from start_factor, from the start on, to end_factor in
/// total_iters steps, along a line; then leaves them. Changes the rates it finds, so it can be chained with
/// another schedule.
/// Errors: start_factor outside (0, 1], end_factor outside [0, 1], total_iters < 1.
class LinearLR : public LRScheduler {
 public:
  explicit LinearLR(Optimizer& optimizer, double start_factor = 1.0 / 3, double end_factor = 1,
                    std::int64_t total_iters = 5);

 private:
  std::vector<double> get_lrs() override;

  double start_factor_, end_factor_;
  std::int64_t total_iters_;
};

}  // namespace wengert::optim
