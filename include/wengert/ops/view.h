// The same elements in other sizes.
//
// A view costs no copy, whatever the size, and a write through it is seen by all. A dimension d < 0 counts
// from the end; one that does not exist is an IndexError.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// x in other sizes with the same number of elements, in row-major order; one size may be -1: what is left.
/// Errors: another number of elements; strides that allow no such view (then reshape copies).
Tensor view(const Tensor& x, IntArrayRef sizes);
Tensor view_as(const Tensor& x, const Tensor& other);
/// The same; a copy where no view is possible.
Tensor reshape(const Tensor& x, IntArrayRef sizes);
Tensor reshape_as(const Tensor& x, const Tensor& other);
/// Dimensions start_dim to end_dim as one; a 0-d tensor becomes [1].
Tensor flatten(const Tensor& x, std::int64_t start_dim = 0, std::int64_t end_dim = -1);
/// Dimension d as several, the inverse of flatten; one size may be -1.
Tensor unflatten(const Tensor& x, std::int64_t d, IntArrayRef sizes);

}  // namespace wengert
