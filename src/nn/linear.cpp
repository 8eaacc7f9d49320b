// Linear, and the layers without parameters that only pass or reshape.
#include "wengert/nn/linear.h"

#include <fmt/ranges.h>

#include <cmath>

#include "nn/print.h"
#include "tensor/check.h"
#include "wengert/base/fmt.h"
#include "wengert/nn/init.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/linear.h"

namespace wengert::nn {

LinearImpl::LinearImpl(const LinearOptions& o) : options(o) {
  if (o.in_features() < 0 || o.out_features() < 0)
    fail("Linear: in_features {} and out_features {} must not be negative", o.in_features(),
         o.out_features());
  LinearImpl::reset();
}

void LinearImpl::reset() {
  weight = register_parameter("weight", empty({options.out_features(), options.in_features()}));
  bias = options.bias() ? register_parameter("bias", empty({options.out_features()}))
                        : register_parameter("bias", {}, false);
  reset_parameters();
}

void LinearImpl::reset_parameters() {
  if (options.in_features() == 0) {  // no weight, and no scale for the bias
    if (bias.defined()) init::zeros_(bias);
    return;
  }
  init::kaiming_uniform_(weight, std::sqrt(5.0));
  const double bound = 1 / std::sqrt(double(options.in_features()));
  if (bias.defined()) init::uniform_(bias, -bound, bound);
}

void LinearImpl::pretty_print(std::ostream& out) const { print_layer(out, typeid(LinearImpl), options); }

Tensor LinearImpl::forward(const Tensor& x) { return linear(x, weight, bias); }

void IdentityImpl::pretty_print(std::ostream& out) const { out << library_prefix() << "Identity()"; }

Tensor FlattenImpl::forward(const Tensor& x) { return x.flatten(options.start_dim(), options.end_dim()); }

void UnflattenImpl::pretty_print(std::ostream& out) const {
  out << library_prefix()
      << fmt::format("Unflatten(dim={}, unflattened_size={{{}}})", options.dim(),
                     fmt::join(options.sizes(), ", "));
}
Tensor UnflattenImpl::forward(const Tensor& x) { return x.unflatten(options.dim(), options.sizes()); }

FunctionalImpl::FunctionalImpl(Function function) : function_(std::move(function)) {
  if (!function_) fail("Functional: the function is empty");
}
void FunctionalImpl::pretty_print(std::ostream& out) const { out << library_prefix() << "Functional()"; }

}  // namespace wengert::nn
