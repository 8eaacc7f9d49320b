// Copies between tensors of any strides and types.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// A new contiguous tensor with x's elements (broadcast to sizes), recorded as `op`.
Tensor copied(const char* op, const Tensor& x, const Shape& sizes, ScalarType dtype);

/// self = source, broadcast and converted. Nothing recorded and nothing shared: straight into self's memory.
Tensor& copy_into(const char* op, const Tensor& self, const Tensor& source);

}  // namespace wengert
