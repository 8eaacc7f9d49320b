// nn::functional: from options to the arguments of the operations.
#include "wengert/nn/functional.h"

#include "wengert/ops/batch_norm.h"
#include "wengert/ops/conv.h"
#include "wengert/ops/conv_transpose.h"
#include "wengert/ops/group_norm.h"
#include "wengert/ops/instance_norm.h"
#include "wengert/ops/layer_norm.h"
#include "wengert/ops/linear.h"
#include "wengert/ops/rms_norm.h"

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
