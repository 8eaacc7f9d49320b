// Copies in reverse order.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// In reverse order along these dimensions.
Tensor flip(const Tensor& x, IntArrayRef dims);

}  // namespace wengert
