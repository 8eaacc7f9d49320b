#include "wengert/optim/schedulers/lambda_lr.h"

#include "tensor/check.h"

namespace wengert::optim {

LambdaLR::LambdaLR(Optimizer& optimizer, Lambda lambda)
    : LambdaLR(optimizer, std::vector<Lambda>(optimizer.param_groups().size(), lambda)) {}

LambdaLR::LambdaLR(Optimizer& optimizer, std::vector<Lambda> lambdas)
    : LRScheduler(optimizer), lambdas_(std::move(lambdas)) {
  if (lambdas_.size() != optimizer.param_groups().size())
    fail("LambdaLR: got {} lambdas, but the optimiser has {} groups", lambdas_.size(),
         optimizer.param_groups().size());
  for (const Lambda& lambda : lambdas_)
    if (!lambda) fail("LambdaLR: a lambda is empty");
  LambdaLR::step();
}

std::vector<double> LambdaLR::get_lrs() {
  std::vector<double> lrs = initial_lrs();
  for (std::size_t g = 0; g < lrs.size() && g < lambdas_.size(); ++g) lrs[g] *= lambdas_[g](step_count_);
  return lrs;
}

}  // namespace wengert::optim
