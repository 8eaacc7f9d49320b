// Stochastic gradient descent.
#pragma once
#include "wengert/optim/optimizer.h"

namespace wengert::optim {

/// All values must be at least 0; nesterov wants momentum > 0 and dampening 0.
struct SGDOptions : OptimizerCloneableOptions<SGDOptions> {
  SGDOptions(double lr) : lr_(lr) {}
  WENGERT_FIELDS((double, lr), (double, momentum, 0), (double, dampening, 0), (double, weight_decay, 0),
                 (bool, nesterov, false));
  void check() const override;
};

/// Exists for parameters that were moved with momentum.
struct SGDParamState : OptimizerCloneableParamState<SGDParamState> {
  WENGERT_FIELDS((Tensor, momentum_buffer));
};

/// With g = dL/dp + weight_decay p (Polyak 1964; Nesterov's form as in Sutskever et al. 2013):
///   buffer = momentum buffer + (1 - dampening) g,  at the first step buffer = g
///   p -= lr buffer,  with nesterov p -= lr (g + momentum buffer),  without momentum p -= lr g
class SGD : public Optimizer {
 public:
  explicit SGD(std::vector<OptimizerParamGroup> param_groups, SGDOptions defaults)
      : Optimizer(std::move(param_groups), std::make_unique<SGDOptions>(defaults)) {}
  explicit SGD(std::vector<Tensor> params, SGDOptions defaults)
      : Optimizer(std::move(params), std::make_unique<SGDOptions>(defaults)) {}

  Tensor step(LossClosure closure = nullptr) override;

 private:
  static void update(const Update& u);
  std::unique_ptr<OptimizerParamState> new_state() const override;
};

}  // namespace wengert::optim
