// Adam, and AdamW: two optimisers that differ in what weight decay is added to.
#pragma once
#include "wengert/optim/optimizer.h"

namespace wengert::optim {

/// lr, eps and weight_decay must be at least 0, betas in [0, 1). Decoupled is AdamW.
template <bool decoupled>
struct AdamOptionsOf : OptimizerCloneableOptions<AdamOptionsOf<decoupled>> {
  static constexpr const char* optimizer = decoupled ? "AdamW" : "Adam";
  using betas_t = std::tuple<double, double>;
  AdamOptionsOf(double lr = 1e-3) : lr_(lr) {}
  WENGERT_FIELDS((double, lr), (betas_t, betas, {0.9, 0.999}), (double, eps, 1e-8),
                 (double, weight_decay, decoupled ? 1e-2 : 0), (bool, amsgrad, false));
  void check() const override;
};
using AdamOptions = AdamOptionsOf<false>;
using AdamWOptions = AdamOptionsOf<true>;

struct AdamParamState : OptimizerCloneableParamState<AdamParamState> {
  WENGERT_FIELDS((std::int64_t, step, 0), (Tensor, exp_avg), (Tensor, exp_avg_sq),
                 (OptionalTensor, max_exp_avg_sq));
};
using AdamWParamState = AdamParamState;

/// Adam (Kingma and Ba 2015, algorithm 1), with g = dL/dp + weight_decay p at step t:
///   exp_avg = beta1 exp_avg + (1 - beta1) g,  exp_avg_sq = beta2 exp_avg_sq + (1 - beta2) g^2
///   p -= lr / (1 - beta1^t) exp_avg / (sqrt(exp_avg_sq / (1 - beta2^t)) + eps)
/// With amsgrad the largest exp_avg_sq so far stands under the root (Reddi et al. 2018).
///
/// AdamW takes the decay from p itself instead of from its gradient (Loshchilov and Hutter 2019, algorithm 2):
/// p *= 1 - lr weight_decay, then as Adam with g = dL/dp.
template <bool decoupled>
class AdamOf : public OptimizerOf<AdamOf<decoupled>, AdamOptionsOf<decoupled>, AdamParamState> {
  using Base = OptimizerOf<AdamOf<decoupled>, AdamOptionsOf<decoupled>, AdamParamState>;

 public:
  using Base::Base;

 private:
  friend Base;
  static void update(const typename Base::Update& u);
};
using Adam = AdamOf<false>;
using AdamW = AdamOf<true>;
extern template class OptimizerCloneableParamState<AdamParamState>;
extern template class OptimizerCloneableOptions<AdamOptions>;
extern template class OptimizerCloneableOptions<AdamWOptions>;
extern template class OptimizerOf<Adam, AdamOptions, AdamParamState>;
extern template class OptimizerOf<AdamW, AdamWOptions, AdamParamState>;

}  // namespace wengert::optim
