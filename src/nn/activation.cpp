// Activations: from options to the arguments of the operations.
#include "wengert/nn/activation.h"

#include "base/fail.h"
#include "nn/print.h"
#include "wengert/ops/softmax.h"

namespace wengert::nn {

void HardtanhOptions::check(const std::type_info& layer) const {
  if (!(min_val_ < max_val_))
    fail("{}: min_val {} must be less than max_val {}", bare_name(layer), min_val_, max_val_);
}

namespace functional {

Tensor relu(const Tensor& x, const ReLUFuncOptions& o) {
  return o.inplace() ? wengert::relu_(x) : wengert::relu(x);
}
Tensor relu6(const Tensor& x, const ReLU6FuncOptions& o) {
  return o.inplace() ? wengert::relu6_(x) : wengert::relu6(x);
}
Tensor leaky_relu(const Tensor& x, const LeakyReLUFuncOptions& o) {
  return o.inplace() ? wengert::leaky_relu_(x, o.negative_slope())
                     : wengert::leaky_relu(x, o.negative_slope());
}
Tensor elu(const Tensor& x, const ELUFuncOptions& o) {
  return o.inplace() ? wengert::elu_(x, o.alpha()) : wengert::elu(x, o.alpha());
}
Tensor selu(const Tensor& x, const SELUFuncOptions& o) {
  return o.inplace() ? wengert::selu_(x) : wengert::selu(x);
}
Tensor celu(const Tensor& x, const CELUFuncOptions& o) {
  return o.inplace() ? wengert::celu_(x, o.alpha()) : wengert::celu(x, o.alpha());
}
Tensor hardtanh(const Tensor& x, const HardtanhFuncOptions& o) {
  return o.inplace() ? wengert::hardtanh_(x, o.min_val(), o.max_val())
                     : wengert::hardtanh(x, o.min_val(), o.max_val());
}
Tensor gelu(const Tensor& x, const GELUFuncOptions& o) { return wengert::gelu(x, o.approximate()); }
Tensor softplus(const Tensor& x, const SoftplusFuncOptions& o) {
  return wengert::softplus(x, o.beta(), o.threshold());
}
Tensor silu(const Tensor& x) { return wengert::silu(x); }
Tensor mish(const Tensor& x) { return wengert::mish(x); }
Tensor softsign(const Tensor& x) { return wengert::softsign(x); }
Tensor logsigmoid(const Tensor& x) { return wengert::log_sigmoid(x); }
Tensor tanhshrink(const Tensor& x) { return x - wengert::tanh(x); }

Tensor softmax(const Tensor& x, const SoftmaxFuncOptions& o) {
  return wengert::softmax(x, o.dim(), o.dtype());
}
Tensor log_softmax(const Tensor& x, const LogSoftmaxFuncOptions& o) {
  return wengert::log_softmax(x, o.dim(), o.dtype());
}
Tensor softmin(const Tensor& x, const SoftmaxFuncOptions& o) {
  return wengert::softmax(x.neg(), o.dim(), o.dtype());
}

}  // namespace functional
}  // namespace wengert::nn
