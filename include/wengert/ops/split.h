// A tensor cut into views.
//
// A view costs no copy, whatever the size, and a write through it is seen by all. A dimension d < 0 counts
// from the end; one that does not exist is an IndexError.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// x cut along d: into pieces of `size` (the last may be smaller), into pieces of these sizes, or into at
/// most `chunks` equal pieces (the last may be smaller).
TensorList split(const Tensor& x, std::int64_t size, std::int64_t d = 0);
TensorList split(const Tensor& x, IntArrayRef sizes, std::int64_t d = 0);
TensorList split_with_sizes(const Tensor& x, IntArrayRef sizes, std::int64_t d = 0);
TensorList chunk(const Tensor& x, std::int64_t chunks, std::int64_t d = 0);
/// The slices along d, which disappears.
TensorList unbind(const Tensor& x, std::int64_t d = 0);

}  // namespace wengert
