// Adam and AdamW, which differ in one line: what weight decay is added to.
#include "wengert/optim/adam.h"

#include "kernels/optim.h"
#include "optim/update.h"

namespace wengert::optim {

template <bool decoupled>
void AdamOptionsOf<decoupled>::check() const {
  this->fields(*this, RangeCheck(optimizer));
}
template struct AdamOptionsOf<false>;
template struct AdamOptionsOf<true>;

template <bool decoupled>
void AdamOf<decoupled>::update(const typename Base::Update& u) {
  const AdamOptionsOf<decoupled>& options = u.options;
  AdamParamState& state = u.state();
  const Tensor &m = buffer(state.exp_avg(), u.p), &v = buffer(state.exp_avg_sq(), u.p);
  const Tensor largest = options.amsgrad() ? buffer(state.max_exp_avg_sq(), u.p) : Tensor();
  const auto [beta1, beta2] = options.betas();
  const double step = double(++state.step());
  const kernels::AdamRule rule{.step_size = options.lr() / (1 - std::pow(beta1, step)),
                               .beta1 = beta1,
                               .beta2 = beta2,
                               .eps = options.eps(),
                               .bias2 = 1 / std::sqrt(1 - std::pow(beta2, step)),
                               .weight_decay = decoupled ? 0 : options.weight_decay(),
                               .shrink = decoupled ? 1 - options.lr() * options.weight_decay() : 1};
  update_elements(options.optimizer, u.p, u.dp, [&]<class T>(T* p, const T* dp) {
    kernels::adam<T>({rule, u.p.numel(), p, dp, m.data_ptr<T>(), v.data_ptr<T>(), data_or_null<T>(largest)});
  });
}
template class AdamOf<false>;
template class AdamOf<true>;
template class OptimizerCloneableParamState<AdamParamState>;
template class OptimizerCloneableOptions<AdamOptions>;
template class OptimizerCloneableOptions<AdamWOptions>;
template class OptimizerOf<Adam, AdamOptions, AdamParamState>;
template class OptimizerOf<AdamW, AdamWOptions, AdamParamState>;

}  // namespace wengert::optim
