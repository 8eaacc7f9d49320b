// Adam and AdamW, which differ in one line: what weight decay is added to.
#include "wengert/optim/adam.h"

#include "kernels/optim.h"
#include "optim/update.h"
#include "wengert/optim/adamw.h"

namespace wengert::optim {
namespace {

template <class Options>
void check_adam(const char* op, const Options& options) {
  check_not_negative(op, "lr", options.lr());
  check_not_negative(op, "eps", options.eps());
  check_beta(op, "betas[0]", std::get<0>(options.betas()));
  check_beta(op, "betas[1]", std::get<1>(options.betas()));
  check_not_negative(op, "weight_decay", options.weight_decay());
}

template <class State, class Options>
void move_parameter(const char* op, bool decoupled, const Options& options, const Tensor& p, const Tensor& dp,
                    State& state) {
  const Tensor &m = buffer(state.exp_avg(), p), &v = buffer(state.exp_avg_sq(), p);
  const Tensor largest = options.amsgrad() ? buffer(state.max_exp_avg_sq(), p) : Tensor();
  const auto [beta1, beta2] = options.betas();
  const double step = double(++state.step());
  const kernels::AdamRule rule{.step_size = options.lr() / (1 - std::pow(beta1, step)),
                               .beta1 = beta1,
                               .beta2 = beta2,
                               .eps = options.eps(),
                               .bias2 = 1 / std::sqrt(1 - std::pow(beta2, step)),
                               .weight_decay = decoupled ? 0 : options.weight_decay(),
                               .shrink = decoupled ? 1 - options.lr() * options.weight_decay() : 1};
  update_elements(op, p, dp, [&]<class T>(T* to, const T* from) {
    kernels::adam<T>({rule, p.numel(), to, from, m.data_ptr<T>(), v.data_ptr<T>(), data_or_null<T>(largest)});
  });
}

}  // namespace

void AdamOptions::check() const { check_adam("Adam", *this); }
void AdamWOptions::check() const { check_adam("AdamW", *this); }

std::unique_ptr<OptimizerParamState> Adam::new_state() const { return std::make_unique<AdamParamState>(); }
std::unique_ptr<OptimizerParamState> AdamW::new_state() const { return std::make_unique<AdamWParamState>(); }

Tensor Adam::step(LossClosure closure) { return step_each("Adam", typeid(AdamParamState), closure, update); }
Tensor AdamW::step(LossClosure closure) {
  return step_each("AdamW", typeid(AdamWParamState), closure, update);
}

void Adam::update(const Update& u) {
  move_parameter("Adam", false, static_cast<const AdamOptions&>(u.options), u.p, u.dp,
                 state_as<AdamParamState>(u.state));
}
void AdamW::update(const Update& u) {
  move_parameter("AdamW", true, static_cast<const AdamWOptions&>(u.options), u.p, u.dp,
                 state_as<AdamWParamState>(u.state));
}

}  // namespace wengert::optim
