// What the optimisers share: checks of their options, and the way from tensors to their kernels.
//
// They call the kernels without an operation between: an update is recorded nowhere and differentiated never,
// so that an operation would only be a second name for its kernel.
#pragma once
#include <cmath>
#include <string_view>

#include "tensor/check.h"
#include "tensor/elementwise.h"
#include "wengert/ops/creation.h"
#include "wengert/optim/optimizer.h"

namespace wengert::optim {

inline void check_not_negative(const char* op, const char* name, double value) {
  if (!(value >= 0) || !std::isfinite(value)) fail("{}: {} is {}, wants a number from 0 on", op, name, value);
}

/// A visitor of options: numbers must not be negative (but for the exempt one), pairs of betas lie in [0, 1).
class RangeCheck {
 public:
  explicit RangeCheck(const char* op, std::string_view exempt = "") : op_(op), exempt_(exempt) {}
  void operator()(const char* name, double value) const {
    if (name != exempt_) check_not_negative(op_, name, value);
  }
  void operator()(const char* name, const std::tuple<double, double>& betas) const {
    check_beta(name, 0, std::get<0>(betas));
    check_beta(name, 1, std::get<1>(betas));
  }
  void operator()(const char*, bool) const {}

 private:
  void check_beta(const char* name, int i, double value) const {
    if (!(value >= 0 && value < 1))
      fail("{0}: {1}[{2}] is {3}, wants 0 <= {1}[{2}] < 1", op_, name, i, value);
  }

  const char* op_;
  std::string_view exempt_;
};

template <class Derived, class Options, class State>
OptimizerOf<Derived, Options, State>::OptimizerOf(std::vector<OptimizerParamGroup> param_groups,
                                                  Options defaults)
    : Optimizer(std::move(param_groups), std::make_unique<Options>(std::move(defaults))) {}
template <class Derived, class Options, class State>
OptimizerOf<Derived, Options, State>::OptimizerOf(std::vector<Tensor> params, Options defaults)
    : Optimizer(std::move(params), std::make_unique<Options>(std::move(defaults))) {}

template <class Derived, class Options, class State>
std::unique_ptr<OptimizerParamState> OptimizerOf<Derived, Options, State>::new_state() const {
  return std::make_unique<State>();
}

template <class Derived, class Options, class State>
Tensor OptimizerOf<Derived, Options, State>::step(LossClosure closure) {
  return step_each(Options::optimizer, typeid(State), closure, [](const AnyUpdate& u) {
    Derived::update({static_cast<const Options&>(u.options), static_cast<const Options&>(u.defaults), u.p,
                     u.dp, u.state});
  });
}

/// A tensor of the state, made with this value when there is none.
inline Tensor& buffer(Tensor& tensor, const Tensor& p, double value = 0) {
  if (!tensor.defined()) tensor = full(p.sizes(), value, p.dtype());
  return tensor;
}

template <class T>
T* data_or_null(const Tensor& x) {
  return x.defined() ? x.data_ptr<T>() : nullptr;
}

/// f(elements of p, elements of dp) on contiguous memory: a copy of it where p or dp has gaps, or where dp is
/// p itself.
template <class F>
void update_elements(const char* op, const Tensor& p, const Tensor& dp, F f) {
  const Tensor to = p.contiguous();
  const Tensor from = dp.impl()->storage == p.impl()->storage ? dp.clone() : dp.contiguous();
  if (p.dtype() == kFloat32)
    f(to.data_ptr<float>(), from.data_ptr<float>());
  else
    f(to.data_ptr<double>(), from.data_ptr<double>());
  if (!p.is_contiguous()) copy_elements(p, to);
  p.impl()->storage->advance(op);
}

}  // namespace wengert::optim
