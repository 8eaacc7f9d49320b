// Where elements are not zero.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The indices of the elements that are not zero: int64 [count, dims].
Tensor nonzero(const Tensor& x);

}  // namespace wengert
