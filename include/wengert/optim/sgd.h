// Stochastic gradient descent.
#pragma once
#include "wengert/optim/optimizer.h"

namespace wengert::optim {

/// All values must be at least 0; nesterov wants momentum > 0 and dampening 0.
struct SGDOptions : OptimizerCloneableOptions<SGDOptions> {
  static constexpr const char* optimizer = "SGD";
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
class SGD : public OptimizerOf<SGD, SGDOptions, SGDParamState> {
 public:
  using OptimizerOf::OptimizerOf;

 private:
  friend OptimizerOf;
  static void update(const Update& u);
};
WENGERT_OPTIMIZER(extern, SGD, SGDOptions, SGDParamState);

}  // namespace wengert::optim
