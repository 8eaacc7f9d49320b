#pragma once

#include "wengert/base/callback.h"
#include "wengert/optim/schedulers/lr_scheduler.h"

namespace wengert::optim {

/// lr = initial lr * lambda(number of steps made), from the start (lambda(0)) on; one lambda for all groups,
/// or one for each. The lambdas are not part of a checkpoint.
/// Errors: an empty lambda; another number of lambdas than groups.
class LambdaLR : public LRScheduler {
 public:
  using Lambda = Callback<double(std::int64_t)>;
  LambdaLR(Optimizer& optimizer, Lambda lambda);
  LambdaLR(Optimizer& optimizer, std::vector<Lambda> lambdas);

 private:
  std::vector<double> get_lrs() override;

  std::vector<Lambda> lambdas_;
};

}  // namespace wengert::optim
