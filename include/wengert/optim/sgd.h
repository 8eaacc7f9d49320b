// Stochastic gradient descent.
#pragma once
#include "wengert/optim/optimizer.h"

namespace wengert::optim {

/// All values must be at least 0; nesterov wants momentum > 0 and dampening 0.
struct SGDOptions : OptimizerCloneableOptions<SGDOptions> {
  SGDOptions(double lr) : lr_(lr) {}
  WENGERT_ARG(double, lr);
  WENGERT_ARG(double, momentum) = 0;
  WENGERT_ARG(double, dampening) = 0;
  WENGERT_ARG(double, weight_decay) = 0;
  WENGERT_ARG(bool, nesterov) = false;

 public:
  void check() const override;
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor& visit) {
    visit("lr", self.lr_);
    visit("momentum", self.momentum_);
    visit("dampening", self.dampening_);
    visit("weight_decay", self.weight_decay_);
    visit("nesterov", self.nesterov_);
  }
};

/// Exists for parameters that were moved with momentum.
struct SGDParamState : OptimizerCloneableParamState<SGDParamState> {
  WENGERT_ARG(Tensor, momentum_buffer);

 public:
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor& visit) {
    visit("momentum_buffer", self.momentum_buffer_);
  }
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
