#include "wengert/optim/rmsprop.h"

#include "kernels/optim.h"
#include "optim/update.h"

namespace wengert::optim {

void RMSpropOptions::check() const {
  fields(*this, RangeCheck(optimizer));
  if (!(alpha_ <= 1)) fail("RMSprop: alpha is {}, wants 0 <= alpha <= 1", alpha_);
}

void RMSprop::update(const Update& u) {
  const RMSpropOptions& options = u.options;
  RMSpropParamState& state = u.state();
  const Tensor& square = buffer(state.square_avg(), u.p);
  const Tensor mean = options.centered() ? buffer(state.grad_avg(), u.p) : Tensor();
  const Tensor momentum = options.momentum() > 0 ? buffer(state.momentum_buffer(), u.p) : Tensor();
  ++state.step();
  const kernels::RmspropRule rule{options.lr(), options.alpha(), options.eps(), options.weight_decay(),
                                  options.momentum()};
  update_elements(options.optimizer, u.p, u.dp, [&]<class T>(T* p, const T* dp) {
    kernels::rmsprop<T>(
        {rule, u.p.numel(), p, dp, square.data_ptr<T>(), data_or_null<T>(mean), data_or_null<T>(momentum)});
  });
}

WENGERT_OPTIMIZER(, RMSprop, RMSpropOptions, RMSpropParamState);

}  // namespace wengert::optim
