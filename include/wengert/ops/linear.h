// The affine map of a layer.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// y = x weight^T + bias: x [..., in], weight [out, in], bias [out] or undefined, y [..., out].
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias = {});

}  // namespace wengert
