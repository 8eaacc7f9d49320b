// LayerNorm and RMSNorm: their parameters around the operations of the same name.
#include "wengert/nn/normalization.h"

#include <ostream>

#include "core/check.h"
#include "nn/initial_weight.h"
#include "nn/padding.h"
#include "wengert/nn/init.h"
#include "wengert/ops.h"

namespace wengert::nn {

LayerNormImpl::LayerNormImpl(LayerNormOptions o) : options(std::move(o)) {
  if (options.normalized_shape().empty()) fail("LayerNorm: normalized_shape is empty, wants trailing sizes");
  LayerNormImpl::reset();
}

void LayerNormImpl::reset() {
  const bool affine = options.elementwise_affine();
  weight =
      register_parameter("weight", affine ? wengert::empty(options.normalized_shape()) : Tensor(), affine);
  bias = register_parameter("bias", affine ? wengert::empty(options.normalized_shape()) : Tensor(), affine);
  reset_parameters();
}

void LayerNormImpl::reset_parameters() {
  if (!options.elementwise_affine()) return;
  init::constant_(weight, options.initial_weight());
  init::zeros_(bias);
}

void LayerNormImpl::pretty_print(std::ostream& out) const {
  out << fmt::format("LayerNorm({}, eps={:g}, elementwise_affine={}{})",
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
  const bool affine = options.elementwise_affine();
  weight =
      register_parameter("weight", affine ? wengert::empty(options.normalized_shape()) : Tensor(), affine);
  reset_parameters();
}

void RMSNormImpl::reset_parameters() {
  if (options.elementwise_affine()) init::constant_(weight, options.initial_weight());
}

void RMSNormImpl::pretty_print(std::ostream& out) const {
  out << fmt::format("RMSNorm({}, eps={:g}, elementwise_affine={}{})",
                     IntArrayRef(options.normalized_shape()), options.eps(), options.elementwise_affine(),
                     initial_weight_text(options.initial_weight()));
}

Tensor RMSNormImpl::forward(const Tensor& x) {
  return rms_norm(x, options.normalized_shape(), weight, options.eps());
}

}  // namespace wengert::nn
