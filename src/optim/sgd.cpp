#include "wengert/optim/sgd.h"

#include "kernels/optim.h"
#include "optim/update.h"

namespace wengert::optim {

void SGDOptions::check() const {
  fields(*this, RangeCheck(optimizer, "dampening"));
  if (!std::isfinite(dampening_)) fail("SGD: dampening is {}, wants a finite number", dampening_);
  if (nesterov_ && (momentum_ == 0 || dampening_ != 0))
    fail("SGD: nesterov wants momentum > 0 and dampening 0, got momentum {} and dampening {}", momentum_,
         dampening_);
}

void SGD::update(const Update& u) {
  const SGDOptions& options = u.options;
  Tensor momentum;
  bool first = false;
  if (options.momentum() != 0) {
    Tensor& kept = u.state().momentum_buffer();
    first = !kept.defined();
    if (first) kept = empty(u.p.sizes(), u.p.dtype());
    momentum = kept;
  }
  const kernels::SgdRule rule{options.lr(),           options.momentum(), options.dampening(),
                              options.weight_decay(), options.nesterov(), first};
  update_elements(options.optimizer, u.p, u.dp, [&]<class T>(T* p, const T* dp) {
    kernels::sgd<T>({rule, u.p.numel(), p, dp, data_or_null<T>(momentum)});
  });
}

WENGERT_OPTIMIZER(, SGD, SGDOptions, SGDParamState);

}  // namespace wengert::optim
