// RMSprop.
#pragma once
#include "wengert/optim/optimizer.h"

namespace wengert::optim {

/// All values must be at least 0, alpha at most 1.
struct RMSpropOptions : OptimizerCloneableOptions<RMSpropOptions> {
  RMSpropOptions(double lr = 1e-2) : lr_(lr) {}
  WENGERT_ARG(double, lr);
  WENGERT_ARG(double, alpha) = 0.99;
  WENGERT_ARG(double, eps) = 1e-8;
  WENGERT_ARG(double, weight_decay) = 0;
  WENGERT_ARG(double, momentum) = 0;
  WENGERT_ARG(bool, centered) = false;

 public:
  void check() const override;
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor& visit) {
    visit("lr", self.lr_);
    visit("alpha", self.alpha_);
    visit("eps", self.eps_);
    visit("weight_decay", self.weight_decay_);
    visit("momentum", self.momentum_);
    visit("centered", self.centered_);
  }
};

struct RMSpropParamState : OptimizerCloneableParamState<RMSpropParamState> {
  WENGERT_ARG(std::int64_t, step) = 0;
  WENGERT_ARG(Tensor, square_avg);
  WENGERT_ARG(Tensor, momentum_buffer);
  WENGERT_ARG(Tensor, grad_avg);

 public:
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor& visit) {
    visit("step", self.step_);
    visit("square_avg", self.square_avg_);
    visit.optional("momentum_buffer", self.momentum_buffer_);
    visit.optional("grad_avg", self.grad_avg_);
  }
};

/// With g = dL/dp + weight_decay p (Tieleman and Hinton 2012; centered as in Graves 2013):
///   square_avg = alpha square_avg + (1 - alpha) g^2,  grad_avg = alpha grad_avg + (1 - alpha) g
///   d = g / (sqrt(square_avg) + eps),  centered: d = g / (sqrt(square_avg - grad_avg^2) + eps)
///   p -= lr d,  with momentum: momentum_buffer = momentum momentum_buffer + d,  p -= lr momentum_buffer
class RMSprop : public Optimizer {
 public:
  explicit RMSprop(std::vector<OptimizerParamGroup> param_groups, RMSpropOptions defaults = {})
      : Optimizer(std::move(param_groups), std::make_unique<RMSpropOptions>(defaults)) {}
  explicit RMSprop(std::vector<Tensor> params, RMSpropOptions defaults = {})
      : Optimizer(std::move(params), std::make_unique<RMSpropOptions>(defaults)) {}

  Tensor step(LossClosure closure = nullptr) override;

 private:
  static void update(const Update& u);
  std::unique_ptr<OptimizerParamState> new_state() const override;
};

}  // namespace wengert::optim
