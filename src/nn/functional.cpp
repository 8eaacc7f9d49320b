// nn::functional: from options to the arguments of the operations.
#include "wengert/nn/functional.h"

#include "wengert/ops/activation.h"
#include "wengert/ops/batch_norm.h"
#include "wengert/ops/conv.h"
#include "wengert/ops/conv_transpose.h"
#include "wengert/ops/group_norm.h"
#include "wengert/ops/instance_norm.h"
#include "wengert/ops/layer_norm.h"
#include "wengert/ops/linear.h"
#include "wengert/ops/rms_norm.h"
#include "wengert/ops/softmax.h"

namespace wengert::nn::functional {

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  return wengert::linear(x, weight, bias);
}

namespace {
/// f with the padding as numbers or as a name.
template <std::size_t D, class F>
Tensor with_padding(const nn::detail::conv_padding_t<D>& padding, F f) {
  if (const auto* numbers = std::get_if<ExpandingArray<D>>(&padding)) return f(IntArrayRef(*numbers));
  return f(std::string(std::holds_alternative<enumtype::kSame>(padding) ? "same" : "valid"));
}
}  // namespace

Tensor conv1d(const Tensor& x, const Tensor& weight, const Conv1dFuncOptions& o) {
  return with_padding<1>(o.padding(), [&](const auto& padding) {
    return wengert::conv1d(x, weight, o.bias(), o.stride(), padding, o.dilation(), o.groups());
  });
}
Tensor conv2d(const Tensor& x, const Tensor& weight, const Conv2dFuncOptions& o) {
  return with_padding<2>(o.padding(), [&](const auto& padding) {
    return wengert::conv2d(x, weight, o.bias(), o.stride(), padding, o.dilation(), o.groups());
  });
}
Tensor conv_transpose2d(const Tensor& x, const Tensor& weight, const ConvTranspose2dFuncOptions& o) {
  return wengert::conv_transpose2d(x, weight, o.bias(), o.stride(), o.padding(), o.output_padding(),
                                   o.groups(), o.dilation());
}

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

Tensor layer_norm(const Tensor& x, const LayerNormFuncOptions& o) {
  return wengert::layer_norm(x, o.normalized_shape(), o.weight(), o.bias(), o.eps());
}
Tensor rms_norm(const Tensor& x, const RMSNormFuncOptions& o) {
  return wengert::rms_norm(x, o.normalized_shape(), o.weight(), o.eps(), o.eps_form());
}
Tensor group_norm(const Tensor& x, const GroupNormFuncOptions& o) {
  return wengert::group_norm(x, o.num_groups(), o.weight(), o.bias(), o.eps());
}
Tensor instance_norm(const Tensor& x, const InstanceNormFuncOptions& o) {
  return wengert::instance_norm(x, o.weight(), o.bias(), o.running_mean(), o.running_var(),
                                o.use_input_stats(), o.momentum(), o.eps());
}
Tensor batch_norm(const Tensor& x, const Tensor& running_mean, const Tensor& running_var,
                  const BatchNormFuncOptions& o) {
  return wengert::batch_norm(x, o.weight(), o.bias(), running_mean, running_var, o.training(),
                             o.momentum().value_or(0), o.eps());
}
Tensor normalize(const Tensor& x, const NormalizeFuncOptions& o) {
  return x / x.norm(o.p(), {o.dim()}, true).clamp_min(o.eps());
}

}  // namespace wengert::nn::functional
