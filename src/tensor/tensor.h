// Making tensors out of storages: what every operation starts with. Nothing here is recorded.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// Row-major strides of a box.
Shape contiguous_strides(const Shape& sizes);
std::int64_t product(const Shape& sizes);

/// A new contiguous tensor with uninitialised elements. Throws Error on a negative size, and when the number
/// of bytes is more than an int64 holds.
Tensor make_tensor(const Shape& sizes, ScalarType dtype);

/// Another look at x's storage, without history: for views (ops/make_view.cpp), and for what is saved.
Tensor make_alias(const Tensor& x, const Shape& sizes, const Shape& strides, std::int64_t offset);
Tensor make_alias(const Tensor& x);

/// True when two indices can lead to the same element (an expanded dimension), so that it can't be written
/// to.
bool overlaps_itself(const Tensor& x);

/// The shape that a and b are broadcast to. Throws Error naming both when there is none.
/// NumPy's rule: sizes are compared from the last; they must be equal, or one of them 1 or missing.
Shape broadcast_shapes(const char* op, const Shape& a, const Shape& b);

/// x's strides when it is seen as `sizes` (to which it broadcasts): 0 along what is repeated.
Shape broadcast_strides(const Tensor& x, const Shape& sizes);

}  // namespace wengert
