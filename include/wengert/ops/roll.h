// Copies that are rotated.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// Element i goes to i + shift, around the end; without dims, in row-major order.
Tensor roll(const Tensor& x, IntArrayRef shifts, IntArrayRef dims = {});

}  // namespace wengert
