// How every view is made.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// x's storage seen otherwise, not yet recorded. The view remembers the tensor it looks into, so that writes
/// in place through either reach the other's history (autograd/in_place.h).
Tensor make_view(const Tensor& x, const Shape& sizes, const Shape& strides, std::int64_t offset);

}  // namespace wengert
