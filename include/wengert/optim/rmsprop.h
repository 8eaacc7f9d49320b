// RMSprop.
#pragma once
#include "wengert/optim/optimizer.h"

namespace wengert::optim {

/// All values must be at least 0, alpha at most 1.
struct RMSpropOptions : OptimizerCloneableOptions<RMSpropOptions> {
  static constexpr const char* optimizer = "RMSprop";
  RMSpropOptions(double lr = 1e-2) : lr_(lr) {}
  WENGERT_FIELDS((double, lr), (double, alpha, 0.99), (double, eps, 1e-8), (double, weight_decay, 0),
                 (double, momentum, 0), (bool, centered, false));
  void check() const override;
};

struct RMSpropParamState : OptimizerCloneableParamState<RMSpropParamState> {
  WENGERT_FIELDS((std::int64_t, step, 0), (Tensor, square_avg), (OptionalTensor, momentum_buffer),
                 (OptionalTensor, grad_avg));
};

/// With g = dL/dp + weight_decay p (Tieleman and Hinton 2012; centered as in Graves 2013):
///   square_avg = alpha square_avg + (1 - alpha) g^2,  grad_avg = alpha grad_avg + (1 - alpha) g
///   d = g / (sqrt(square_avg) + eps),  centered: d = g / (sqrt(square_avg - grad_avg^2) + eps)
///   p -= lr d,  with momentum: momentum_buffer = momentum momentum_buffer + d,  p -= lr momentum_buffer
class RMSprop : public OptimizerOf<RMSprop, RMSpropOptions, RMSpropParamState> {
 public:
  using OptimizerOf::OptimizerOf;

 private:
  friend OptimizerOf;
  static void update(const Update& u);
};
WENGERT_OPTIMIZER(extern, RMSprop, RMSpropOptions, RMSpropParamState);

}  // namespace wengert::optim
