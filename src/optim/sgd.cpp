#include "wengert/optim/sgd.h"

#include "kernels/optim.h"
#include "optim/update.h"

namespace wengert::optim {

void SGDOptions::check() const {
  check_not_negative("SGD", "lr", lr_);
  check_not_negative("SGD", "momentum", momentum_);
  check_not_negative("SGD", "weight_decay", weight_decay_);
  if (!std::isfinite(dampening_)) fail("SGD: dampening is {}, wants a finite number", dampening_);
  if (nesterov_ && (momentum_ == 0 || dampening_ != 0))
    fail("SGD: nesterov wants momentum > 0 and dampening 0, got momentum {} and dampening {}", momentum_,
         dampening_);
}

std::unique_ptr<OptimizerParamState> SGD::new_state() const { return std::make_unique<SGDParamState>(); }

Tensor SGD::step(LossClosure closure) { return step_each("SGD", typeid(SGDParamState), closure, update); }

void SGD::update(const Update& u) {
  const auto& options = static_cast<const SGDOptions&>(u.options);
  Tensor momentum;
  bool first = false;
  if (options.momentum() != 0) {
    Tensor& kept = state_as<SGDParamState>(u.state).momentum_buffer();
    first = !kept.defined();
    if (first) kept = empty(u.p.sizes(), u.p.dtype());
    momentum = kept;
  }
  const kernels::SgdRule rule{options.lr(),           options.momentum(), options.dampening(),
                              options.weight_decay(), options.nesterov(), first};
  update_elements("SGD", u.p, u.dp, [&]<class T>(T* p, const T* dp) {
    kernels::sgd<T>({rule, u.p.numel(), p, dp, data_or_null<T>(momentum)});
  });
}

}  // namespace wengert::optim
