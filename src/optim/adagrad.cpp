#include "wengert/optim/adagrad.h"

#include "kernels/optim.h"
#include "optim/update.h"

namespace wengert::optim {

void AdagradOptions::check() const { fields(*this, RangeCheck(optimizer)); }

void Adagrad::update(const Update& u) {
  const AdagradOptions& options = u.options;
  AdagradParamState& state = u.state();
  const double start = u.defaults.initial_accumulator_value();
  const Tensor& sum = buffer(state.sum(), u.p, start);
  const double steps_before = double(state.step()++);
  const kernels::AdagradRule rule{options.lr() / (1 + steps_before * options.lr_decay()), options.eps(),
                                  options.weight_decay()};
  update_elements(options.optimizer, u.p, u.dp, [&]<class T>(T* p, const T* dp) {
    kernels::adagrad<T>({rule, u.p.numel(), p, dp, sum.data_ptr<T>()});
  });
}

WENGERT_OPTIMIZER(, Adagrad, AdagradOptions, AdagradParamState);

}  // namespace wengert::optim
