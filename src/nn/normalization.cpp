// LayerNorm, RMSNorm and GroupNorm: their parameters around the operations of the same name.
#include "wengert/nn/normalization.h"

#include <ostream>

#include "nn/norm_affine.h"
#include "nn/padding.h"
#include "nn/print.h"
#include "tensor/check.h"
#include "wengert/ops/group_norm.h"
#include "wengert/ops/layer_norm.h"
#include "wengert/ops/rms_norm.h"

namespace wengert::nn {

LayerNormImpl::LayerNormImpl(LayerNormOptions o) : options(std::move(o)) {
  if (options.normalized_shape().empty()) fail("LayerNorm: normalized_shape is empty, wants trailing sizes");
  LayerNormImpl::reset();
}

void LayerNormImpl::reset() {
  register_affine(*this, options.elementwise_affine(), options.normalized_shape(), weight, &bias);
  reset_parameters();
}

void LayerNormImpl::reset_parameters() { reset_affine(options.initial_weight(), weight, bias); }

void LayerNormImpl::pretty_print(std::ostream& out) const {
  out << library_prefix()
      << fmt::format("LayerNorm({}, eps={:g}, elementwise_affine={}{})",
                     IntArrayRef(options.normalized_shape()), options.eps(), options.elementwise_affine(),
                     initial_weight_text(options.initial_weight()));
}

Tensor LayerNormImpl::forward(const Tensor& x, const Tensor& padding) {
  if (padding.defined())
    return padded_layer_norm(x, padding, options.normalized_shape(), weight, bias, options.eps());
  return layer_norm(x, options.normalized_shape(), weight, bias, options.eps());
}

RMSNormImpl::RMSNormImpl(RMSNormOptions o) : options(std::move(o)) {
  if (options.normalized_shape().empty()) fail("RMSNorm: normalized_shape is empty, wants trailing sizes");
  RMSNormImpl::reset();
}

void RMSNormImpl::reset() {
  register_affine(*this, options.elementwise_affine(), options.normalized_shape(), weight, nullptr);
  reset_parameters();
}

void RMSNormImpl::reset_parameters() { reset_affine(options.initial_weight(), weight); }

void RMSNormImpl::pretty_print(std::ostream& out) const {
  out << library_prefix()
      << fmt::format("RMSNorm({}, eps={:g}, {}elementwise_affine={}{})",
                     IntArrayRef(options.normalized_shape()), options.eps(),
                     options.eps_form() == EpsForm::clamp ? "eps_form=clamp, " : "",
                     options.elementwise_affine(), initial_weight_text(options.initial_weight()));
}

Tensor RMSNormImpl::forward(const Tensor& x) {
  return rms_norm(x, options.normalized_shape(), weight, options.eps(), options.eps_form());
}

GroupNormImpl::GroupNormImpl(const GroupNormOptions& o) : options(o) {
  if (o.num_groups() < 1 || o.num_channels() < 0 || o.num_channels() % o.num_groups() != 0)
    fail("GroupNorm: {} channels in {} groups, wants groups of equal size", o.num_channels(), o.num_groups());
  GroupNormImpl::reset();
}

void GroupNormImpl::reset() {
  register_affine(*this, options.affine(), options.num_channels(), weight, &bias);
  reset_parameters();
}

void GroupNormImpl::reset_parameters() { reset_affine(options.initial_weight(), weight, bias); }

void GroupNormImpl::pretty_print(std::ostream& out) const {
  out << library_prefix()
      << fmt::format("GroupNorm({}, {}, eps={:g}, affine={}{})", options.num_groups(), options.num_channels(),
                     options.eps(), options.affine(), initial_weight_text(options.initial_weight()));
}

Tensor GroupNormImpl::forward(const Tensor& x) {
  check_defined("GroupNorm", "the input", x);
  if (x.dim() < 2 || x.size(1) != options.num_channels())
    fail("GroupNorm: input {} wants the shape [batch, {}, ...]", x.sizes(), options.num_channels());
  return group_norm(x, options.num_groups(), weight, bias, options.eps());
}

}  // namespace wengert::nn
