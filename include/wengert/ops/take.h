// Elements by their number in row-major order.
//
// An index outside its dimension is an IndexError that names it, the dimension and its size. Gradients of
// elements that are read several times add up.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// x.flatten()[index], in index's shape.
Tensor take(const Tensor& x, const Tensor& index);

}  // namespace wengert
