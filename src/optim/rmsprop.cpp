#include "wengert/optim/rmsprop.h"

#include "kernels/optim.h"
#include "optim/update.h"

namespace wengert::optim {

void RMSpropOptions::check() const {
  check_not_negative("RMSprop", "lr", lr_);
  check_not_negative("RMSprop", "eps", eps_);
  check_not_negative("RMSprop", "weight_decay", weight_decay_);
  check_not_negative("RMSprop", "momentum", momentum_);
  if (!(alpha_ >= 0 && alpha_ <= 1)) fail("RMSprop: alpha is {}, wants 0 <= alpha <= 1", alpha_);
}

std::unique_ptr<OptimizerParamState> RMSprop::new_state() const {
  return std::make_unique<RMSpropParamState>();
}

Tensor RMSprop::step(LossClosure closure) {
  return step_each("RMSprop", typeid(RMSpropParamState), closure, update);
}

void RMSprop::update(const Update& u) {
  const auto& options = static_cast<const RMSpropOptions&>(u.options);
  auto& state = state_as<RMSpropParamState>(u.state);
  const Tensor& square = buffer(state.square_avg(), u.p);
  const Tensor mean = options.centered() ? buffer(state.grad_avg(), u.p) : Tensor();
  const Tensor momentum = options.momentum() > 0 ? buffer(state.momentum_buffer(), u.p) : Tensor();
  ++state.step();
  const kernels::RmspropRule rule{options.lr(), options.alpha(), options.eps(), options.weight_decay(),
                                  options.momentum()};
  update_elements("RMSprop", u.p, u.dp, [&]<class T>(T* p, const T* dp) {
    kernels::rmsprop<T>(
        {rule, u.p.numel(), p, dp, square.data_ptr<T>(), data_or_null<T>(mean), data_or_null<T>(momentum)});
  });
}

}  // namespace wengert::optim
