// The weight and bias of a norm: how they are made, where they start, and how that is printed.
#pragma once
#include <string>

#include "wengert/base/fmt.h"
#include "wengert/nn/init.h"
#include "wengert/nn/module.h"
#include "wengert/ops/creation.h"

namespace wengert::nn {

/// Registers weight and, unless null, bias of this shape; both undefined unless affine.
inline void register_affine(Module& module, bool affine, IntArrayRef shape, Tensor& weight, Tensor* bias) {
  const auto made = [&] { return affine ? wengert::empty(shape) : Tensor(); };
  weight = module.register_parameter("weight", made(), affine);
  if (bias) *bias = module.register_parameter("bias", made(), affine);
}

/// Weight initial_weight, bias 0, where they are defined.
inline void reset_affine(double initial_weight, const Tensor& weight, const Tensor& bias = {}) {
  if (weight.defined()) init::constant_(weight, initial_weight);
  if (bias.defined()) init::zeros_(bias);
}

/// ", initial_weight=0.1"; nothing for the usual 1.
inline std::string initial_weight_text(double weight) {
  return weight == 1 ? "" : fmt::format(", initial_weight={:g}", weight);
}

}  // namespace wengert::nn
