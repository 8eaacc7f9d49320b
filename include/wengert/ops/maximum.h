// The larger, or the smaller, of two tensors' elements.
//
// Shapes broadcast and types promote as in arithmetic.h.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The larger (smaller) of a and b; NaN if either is. Where they are equal, each gets half of the gradient.
Tensor maximum(const Tensor& a, const Tensor& b);
Tensor minimum(const Tensor& a, const Tensor& b);

}  // namespace wengert
