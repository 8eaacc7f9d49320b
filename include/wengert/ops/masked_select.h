// The elements where a mask is true.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The elements where mask is true, in row-major order; the two broadcast. [count].
Tensor masked_select(const Tensor& x, const Tensor& mask);

}  // namespace wengert
