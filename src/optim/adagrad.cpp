#include "wengert/optim/adagrad.h"

#include "kernels/optim.h"
#include "optim/update.h"

namespace wengert::optim {

void AdagradOptions::check() const {
  check_not_negative("Adagrad", "lr", lr_);
  check_not_negative("Adagrad", "lr_decay", lr_decay_);
  check_not_negative("Adagrad", "weight_decay", weight_decay_);
  check_not_negative("Adagrad", "initial_accumulator_value", initial_accumulator_value_);
  check_not_negative("Adagrad", "eps", eps_);
}

std::unique_ptr<OptimizerParamState> Adagrad::new_state() const {
  return std::make_unique<AdagradParamState>();
}

Tensor Adagrad::step(LossClosure closure) {
  return step_each("Adagrad", typeid(AdagradParamState), closure, update);
}

void Adagrad::update(const Update& u) {
  const auto& options = static_cast<const AdagradOptions&>(u.options);
  auto& state = state_as<AdagradParamState>(u.state);
  const double start = static_cast<const AdagradOptions&>(u.defaults).initial_accumulator_value();
  const Tensor& sum = buffer(state.sum(), u.p, start);
  const double steps_before = double(state.step()++);
  const kernels::AdagradRule rule{options.lr() / (1 + steps_before * options.lr_decay()), options.eps(),
                                  options.weight_decay()};
  update_elements("Adagrad", u.p, u.dp, [&]<class T>(T* p, const T* dp) {
    kernels::adagrad<T>({rule, u.p.numel(), p, dp, sum.data_ptr<T>()});
  });
}

}  // namespace wengert::optim
