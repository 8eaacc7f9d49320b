// AdamW.
#pragma once
#include "wengert/optim/optimizer.h"

namespace wengert::optim {

/// lr, eps and weight_decay must be at least 0, betas in [0, 1).
struct AdamWOptions : OptimizerCloneableOptions<AdamWOptions> {
  using betas_t = std::tuple<double, double>;
  AdamWOptions(double lr = 1e-3) : lr_(lr) {}
  WENGERT_FIELDS((double, lr), (betas_t, betas, {0.9, 0.999}), (double, eps, 1e-8),
                 (double, weight_decay, 1e-2), (bool, amsgrad, false));
  void check() const override;
};

struct AdamWParamState : OptimizerCloneableParamState<AdamWParamState> {
  WENGERT_FIELDS((std::int64_t, step, 0), (Tensor, exp_avg), (Tensor, exp_avg_sq),
                 (OptionalTensor, max_exp_avg_sq));
};

/// Adam with the decay taken from p itself instead of from its gradient (Loshchilov and Hutter 2019,
/// algorithm 2): p *= 1 - lr weight_decay, then as Adam with g = dL/dp.
class AdamW : public Optimizer {
 public:
  explicit AdamW(std::vector<OptimizerParamGroup> param_groups, AdamWOptions defaults = {})
      : Optimizer(std::move(param_groups), std::make_unique<AdamWOptions>(defaults)) {}
  explicit AdamW(std::vector<Tensor> params, AdamWOptions defaults = {})
      : Optimizer(std::move(params), std::make_unique<AdamWOptions>(defaults)) {}

  Tensor step(LossClosure closure = nullptr) override;

 private:
  static void update(const Update& u);
  std::unique_ptr<OptimizerParamState> new_state() const override;
};

}  // namespace wengert::optim
