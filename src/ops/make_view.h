// How every view is made.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// x's storage seen otherwise, not yet recorded. The view remembers the tensor it looks into, so that writes
/// in place through either reach the other's history (autograd/in_place.h).
Tensor make_view(const Tensor& x, const Shape& sizes, const Shape& strides, std::int64_t offset);

/// The same, recorded: a view whose gradient is reshaped back.
Tensor viewed(const Tensor& x, const Shape& sizes, const Shape& strides);

/// Gives self the shape and history of y, a view of it. The elements stay, so views of self stay right.
Tensor& take_shape(const char* op, const Tensor& self, const Tensor& y);

}  // namespace wengert
