// The angle of a point.
//
// Shapes broadcast and types promote as in arithmetic.h.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The angle of the point (b, a), in radians, in [-pi, pi].
Tensor atan2(const Tensor& a, const Tensor& b);

}  // namespace wengert
