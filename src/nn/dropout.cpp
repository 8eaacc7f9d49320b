#include "wengert/nn/dropout.h"

#include <ostream>

#include "core/check.h"
#include "wengert/ops.h"

namespace wengert::nn {

Tensor functional::dropout(const Tensor& x, const DropoutFuncOptions& o) {
  return o.inplace() ? dropout_(x, o.p(), o.training()) : wengert::dropout(x, o.p(), o.training());
}

DropoutImpl::DropoutImpl(const DropoutOptions& o) : options(o) { DropoutImpl::reset(); }

void DropoutImpl::reset() {
  if (!(options.p() >= 0 && options.p() <= 1))
    fail("Dropout: the probability is {}, must lie in [0, 1]", options.p());
}

void DropoutImpl::pretty_print(std::ostream& out) const {
  out << fmt::format("Dropout(p={:g}{})", options.p(), options.inplace() ? ", inplace=true" : "");
}

Tensor DropoutImpl::forward(const Tensor& x) {
  return options.inplace() ? dropout_(x, options.p(), is_training()) : dropout(x, options.p(), is_training());
}

}  // namespace wengert::nn
