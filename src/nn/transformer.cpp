#include "wengert/nn/transformer.h"

#include <ostream>

#include "tensor/check.h"
#include "wengert/ops/activation.h"
#include "wengert/ops/dropout.h"

namespace wengert::nn {
namespace {

Tensor activate(const activation_t& activation, const Tensor& x) {
  if (std::holds_alternative<enumtype::kReLU>(activation)) return relu(x);
  if (std::holds_alternative<enumtype::kGELU>(activation)) return gelu(x);
  return std::get<Callback<Tensor(const Tensor&)>>(activation)(x);
}

}  // namespace

TransformerEncoderLayerImpl::TransformerEncoderLayerImpl(const TransformerEncoderLayerOptions& o)
    : options(o) {
  const auto* f = std::get_if<Callback<Tensor(const Tensor&)>>(&options.activation());
  if (f && !*f) fail("TransformerEncoderLayer: the activation is an empty function");
  TransformerEncoderLayerImpl::reset();
}

void TransformerEncoderLayerImpl::reset() {
  const std::int64_t d = options.d_model();
  self_attn = register_module("self_attn", MultiheadAttention(MultiheadAttentionOptions(d, options.nhead())
                                                                  .dropout(options.dropout())
                                                                  .batch_first(options.batch_first())));
  linear1 = register_module("linear1", Linear(d, options.dim_feedforward()));
  dropout = register_module("dropout", Dropout(options.dropout()));
  linear2 = register_module("linear2", Linear(options.dim_feedforward(), d));
  if (options.placement() != Placement::none) {
    norm1 = register_module("norm1", LayerNorm(d));
    norm2 = register_module("norm2", LayerNorm(d));
  }
  dropout1 = register_module("dropout1", Dropout(options.dropout()));
  dropout2 = register_module("dropout2", Dropout(options.dropout()));
}

void TransformerEncoderLayerImpl::reset_parameters() {
  self_attn->_reset_parameters();
  linear1->reset_parameters();
  linear2->reset_parameters();
  if (options.placement() == Placement::none) return;
  norm1->reset_parameters();
  norm2->reset_parameters();
}

void TransformerEncoderLayerImpl::pretty_print(std::ostream& out) const {
  if (detail::libtorch_names) return Module::pretty_print(out);
  out << "TransformerEncoderLayer(placement=" << name_of(options.placement()) << ')';
}

Tensor TransformerEncoderLayerImpl::forward(const Tensor& src, const Tensor& src_mask,
                                            const Tensor& src_key_padding_mask) {
  const auto attend = [&](const Tensor& x) {
    return dropout1(std::get<0>(self_attn(x, x, x, src_key_padding_mask, false, src_mask)));
  };
  const auto feed_forward = [&](const Tensor& x) {
    return dropout2(linear2(dropout(activate(options.activation(), linear1(x)))));
  };
  const Placement placement = options.placement();
  const Tensor x = residual(placement, src, norm1, attend);
  return residual(placement, x, norm2, feed_forward);
}

TransformerEncoderImpl::TransformerEncoderImpl(TransformerEncoderOptions o) : options(std::move(o)) {
  if (options.encoder_layer().is_empty()) fail("TransformerEncoder: the layer is empty");
  if (options.num_layers() < 1)
    fail("TransformerEncoder: num_layers is {}, wants at least 1", options.num_layers());
  TransformerEncoderImpl::reset();
}

void TransformerEncoderImpl::reset() {
  layers = register_module("layers", ModuleList());
  for (std::int64_t i = 0; i < options.num_layers(); ++i)
    layers->push_back(
        std::static_pointer_cast<TransformerEncoderLayerImpl>(options.encoder_layer()->clone()));
  norm = options.norm();
  if (!norm.is_empty()) register_module("norm", norm.ptr());
}

void TransformerEncoderImpl::reset_parameters() {
  for (std::size_t i = 0; i < layers->size(); ++i) layers->at<TransformerEncoderLayer>(i).reset_parameters();
  if (!norm.is_empty()) unregister_module("norm");
  norm = options.norm();
  if (!norm.is_empty()) register_module("norm", norm.ptr());
}

std::shared_ptr<Module> TransformerEncoderImpl::clone(const optional<Device>& device) const {
  const detail::CloneScope scope(*this);
  auto copy = std::make_shared<TransformerEncoderImpl>(*this);
  copy->children_.clear();
  copy->options.encoder_layer() = TransformerEncoderLayer(
      std::static_pointer_cast<TransformerEncoderLayerImpl>(options.encoder_layer()->clone(device)));
  copy->layers = ModuleList(std::static_pointer_cast<ModuleListImpl>(layers->clone(device)));
  copy->register_module("layers", copy->layers);
  if (!norm.is_empty()) {
    copy->norm = norm.clone(device);
    copy->options.norm() = copy->norm;
    copy->register_module("norm", copy->norm.ptr());
  }
  return copy;
}

void TransformerEncoderImpl::pretty_print(std::ostream& out) const {
  if (detail::libtorch_names) return Module::pretty_print(out);
  out << fmt::format("TransformerEncoder(num_layers={})", options.num_layers());
}

Tensor TransformerEncoderImpl::forward(const Tensor& src, const Tensor& src_mask,
                                       const Tensor& src_key_padding_mask) {
  Tensor x = src;
  for (std::size_t i = 0; i < layers->size(); ++i)
    x = detail::call(layers->at<TransformerEncoderLayer>(i), x, src_mask, src_key_padding_mask);
  return norm.is_empty() ? x : norm.forward(x);
}

}  // namespace wengert::nn
