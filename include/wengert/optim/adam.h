// Adam.
#pragma once
#include "wengert/optim/optimizer.h"

namespace wengert::optim {

/// lr, eps and weight_decay must be at least 0, betas in [0, 1).
struct AdamOptions : OptimizerCloneableOptions<AdamOptions> {
  using betas_t = std::tuple<double, double>;
  AdamOptions(double lr = 1e-3) : lr_(lr) {}
  WENGERT_FIELDS((double, lr), (betas_t, betas, {0.9, 0.999}), (double, eps, 1e-8), (double, weight_decay, 0),
                 (bool, amsgrad, false));
  void check() const override;
};

struct AdamParamState : OptimizerCloneableParamState<AdamParamState> {
  WENGERT_FIELDS((std::int64_t, step, 0), (Tensor, exp_avg), (Tensor, exp_avg_sq),
                 (OptionalTensor, max_exp_avg_sq));
};

/// Kingma and Ba 2015, algorithm 1, with g = dL/dp + weight_decay p at step t:
///   exp_avg = beta1 exp_avg + (1 - beta1) g,  exp_avg_sq = beta2 exp_avg_sq + (1 - beta2) g^2
///   p -= lr / (1 - beta1^t) exp_avg / (sqrt(exp_avg_sq / (1 - beta2^t)) + eps)
/// With amsgrad the largest exp_avg_sq so far stands under the root (Reddi et al. 2018).
class Adam : public Optimizer {
 public:
  explicit Adam(std::vector<OptimizerParamGroup> param_groups, AdamOptions defaults = {})
      : Optimizer(std::move(param_groups), std::make_unique<AdamOptions>(defaults)) {}
  explicit Adam(std::vector<Tensor> params, AdamOptions defaults = {})
      : Optimizer(std::move(params), std::make_unique<AdamOptions>(defaults)) {}

  Tensor step(LossClosure closure = nullptr) override;

 private:
  static void update(const Update& u);
  std::unique_ptr<OptimizerParamState> new_state() const override;
};

}  // namespace wengert::optim
