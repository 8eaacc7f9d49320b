// Adagrad.
#pragma once
#include "wengert/optim/optimizer.h"

namespace wengert::optim {

/// All values must be at least 0.
struct AdagradOptions : OptimizerCloneableOptions<AdagradOptions> {
  AdagradOptions(double lr = 1e-2) : lr_(lr) {}
  WENGERT_ARG(double, lr);
  WENGERT_ARG(double, lr_decay) = 0;
  WENGERT_ARG(double, weight_decay) = 0;
  WENGERT_ARG(double, initial_accumulator_value) = 0;
  WENGERT_ARG(double, eps) = 1e-10;

 public:
  void check() const override;
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor& visit) {
    visit("lr", self.lr_);
    visit("lr_decay", self.lr_decay_);
    visit("weight_decay", self.weight_decay_);
    visit("initial_accumulator_value", self.initial_accumulator_value_);
    visit("eps", self.eps_);
  }
};

struct AdagradParamState : OptimizerCloneableParamState<AdagradParamState> {
  WENGERT_ARG(Tensor, sum);
  WENGERT_ARG(std::int64_t, step) = 0;

 public:
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor& visit) {
    visit("sum", self.sum_);
    visit("step", self.step_);
  }
};

/// Duchi et al. 2011, with g = dL/dp + weight_decay p at step t. sum starts at the
/// initial_accumulator_value of the optimiser's defaults, whatever a group's options say, as in libtorch:
///   sum += g^2,  p -= lr / (1 + (t - 1) lr_decay) g / (sqrt(sum) + eps)
class Adagrad : public Optimizer {
 public:
  explicit Adagrad(std::vector<OptimizerParamGroup> param_groups, AdagradOptions defaults = {})
      : Optimizer(std::move(param_groups), std::make_unique<AdagradOptions>(defaults)) {}
  explicit Adagrad(std::vector<Tensor> params, AdagradOptions defaults = {})
      : Optimizer(std::move(params), std::make_unique<AdagradOptions>(defaults)) {}

  Tensor step(LossClosure closure = nullptr) override;

 private:
  static void update(const Update& u);
  std::unique_ptr<OptimizerParamState> new_state() const override;
};

}  // namespace wengert::optim
