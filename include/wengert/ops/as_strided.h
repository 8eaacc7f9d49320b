// Views by strides.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The box of elements x_flat[offset + i strides[0] + j strides[1] + ...] of x's storage; offset counts from
/// the storage's first element (default: x's own). Errors: anything outside the storage; recording on a
/// tensor that is not contiguous.
Tensor as_strided(const Tensor& x, IntArrayRef sizes, IntArrayRef strides,
                  optional<std::int64_t> offset = nullopt);

}  // namespace wengert
