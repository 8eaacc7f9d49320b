#include "wengert/nn/dropout.h"

#include <ostream>

#include "tensor/check.h"
#include "wengert/ops/dropout.h"

namespace wengert::nn {

Tensor functional::dropout(const Tensor& x, const DropoutFuncOptions& o) {
  return o.inplace() ? dropout_(x, o.p(), o.training()) : wengert::dropout(x, o.p(), o.training());
}

Tensor functional::dropout2d(const Tensor& x, const Dropout2dFuncOptions& o) {
  const bool batch = x.defined() && x.dim() == 4;
  if (o.inplace()) {
    feature_dropout_(batch ? x : x.unsqueeze(0), o.p(), o.training());
    return x;
  }
  return batch ? feature_dropout(x, o.p(), o.training())
               : feature_dropout(x.unsqueeze(0), o.p(), o.training()).squeeze(0);
}

template <class Derived>
void AnyDropout<Derived>::reset() {
  if (!(options.p() >= 0 && options.p() <= 1))
    fail("{}: the probability is {}, must lie in [0, 1]",
         std::is_same_v<Derived, DropoutImpl> ? "Dropout" : "Dropout2d", options.p());
}
template class AnyDropout<DropoutImpl>;
template class AnyDropout<Dropout2dImpl>;

namespace {
void print(std::ostream& out, const char* name, const DropoutOptions& o) {
  out << fmt::format("{}(p={:g}{})", name, o.p(), o.inplace() ? ", inplace=true" : "");
}
}  // namespace

void DropoutImpl::pretty_print(std::ostream& out) const { print(out, "Dropout", options); }
Tensor DropoutImpl::forward(const Tensor& x) {
  return options.inplace() ? dropout_(x, options.p(), is_training()) : dropout(x, options.p(), is_training());
}

void Dropout2dImpl::pretty_print(std::ostream& out) const { print(out, "Dropout2d", options); }
Tensor Dropout2dImpl::forward(const Tensor& x) {
  return functional::dropout2d(
      x,
      functional::Dropout2dFuncOptions().p(options.p()).training(is_training()).inplace(options.inplace()));
}

}  // namespace wengert::nn
