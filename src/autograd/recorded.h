// The one arrow that points up: a backward pass that is itself recorded (create_graph) adds, sums and casts
// gradients with the operations of ops/, which stand on the engine. Declared here, defined in ops/recorded.cpp.
#pragma once
#include "wengert/tensor.h"

namespace wengert::autograd::recorded {

Tensor add(const Tensor& a, const Tensor& b);
Tensor sum_to(const Tensor& x, const Shape& sizes);
Tensor cast(const Tensor& x, ScalarType dtype);
Tensor copy(const Tensor& x);

}  // namespace wengert::autograd::recorded
