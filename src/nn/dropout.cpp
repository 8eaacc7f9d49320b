#include "wengert/nn/dropout.h"

#include "base/fail.h"
#include "nn/print.h"
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

void DropoutOptions::check(const std::type_info& layer) const {
  if (!(p_ >= 0 && p_ <= 1)) fail("{}: the probability is {}, must lie in [0, 1]", bare_name(layer), p_);
}

namespace {
functional::DropoutFuncOptions function_options(const DropoutOptions& o, bool training) {
  return functional::DropoutFuncOptions().p(o.p()).training(training).inplace(o.inplace());
}
}  // namespace

Tensor DropoutImpl::forward(const Tensor& x) {
  return functional::dropout(x, function_options(options, is_training()));
}
Tensor Dropout2dImpl::forward(const Tensor& x) {
  return functional::dropout2d(x, function_options(options, is_training()));
}

}  // namespace wengert::nn
