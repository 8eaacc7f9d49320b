// AdamW.
#pragma once
#include "wengert/optim/optimizer.h"

namespace wengert::optim {

/// lr, eps and weight_decay must be at least 0, betas in [0, 1).
struct AdamWOptions : OptimizerCloneableOptions<AdamWOptions> {
  using betas_t = std::tuple<double, double>;
  AdamWOptions(double lr = 1e-3) : lr_(lr) {}
  WENGERT_ARG(double, lr);
  WENGERT_ARG(betas_t, betas) = {0.9, 0.999};
  WENGERT_ARG(double, eps) = 1e-8;
  WENGERT_ARG(double, weight_decay) = 1e-2;
  WENGERT_ARG(bool, amsgrad) = false;

 public:
  void check() const override;
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor& visit) {
    visit("lr", self.lr_);
    visit("betas", self.betas_);
    visit("eps", self.eps_);
    visit("weight_decay", self.weight_decay_);
    visit("amsgrad", self.amsgrad_);
  }
};

struct AdamWParamState : OptimizerCloneableParamState<AdamWParamState> {
  WENGERT_ARG(std::int64_t, step) = 0;
  WENGERT_ARG(Tensor, exp_avg);
  WENGERT_ARG(Tensor, exp_avg_sq);
  WENGERT_ARG(Tensor, max_exp_avg_sq);

 public:
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor& visit) {
    visit("step", self.step_);
    visit("exp_avg", self.exp_avg_);
    visit("exp_avg_sq", self.exp_avg_sq_);
    visit.optional("max_exp_avg_sq", self.max_exp_avg_sq_);
  }
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
