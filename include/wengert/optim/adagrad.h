// Adagrad.
#pragma once
#include "wengert/optim/optimizer.h"

namespace wengert::optim {

/// All values must be at least 0.
struct AdagradOptions : OptimizerCloneableOptions<AdagradOptions> {
  static constexpr const char* optimizer = "Adagrad";
  AdagradOptions(double lr = 1e-2) : lr_(lr) {}
  WENGERT_FIELDS((double, lr), (double, lr_decay, 0), (double, weight_decay, 0),
                 (double, initial_accumulator_value, 0), (double, eps, 1e-10));
  void check() const override;
};

struct AdagradParamState : OptimizerCloneableParamState<AdagradParamState> {
  WENGERT_FIELDS((Tensor, sum), (std::int64_t, step, 0));
};

/// Duchi et al. 2011, with g = dL/dp + weight_decay p at step t. sum starts at the
/// initial_accumulator_value of the optimiser's defaults, whatever a group's options say, as in libtorch:
///   sum += g^2,  p -= lr / (1 + (t - 1) lr_decay) g / (sqrt(sum) + eps)
class Adagrad : public OptimizerOf<Adagrad, AdagradOptions, AdagradParamState> {
 public:
  using OptimizerOf::OptimizerOf;

 private:
  friend OptimizerOf;
  static void update(const Update& u);
};
WENGERT_OPTIMIZER(extern, Adagrad, AdagradOptions, AdagradParamState);

}  // namespace wengert::optim
