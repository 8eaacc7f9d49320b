// Views of a diagonal.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The elements [i, i + offset] of dimensions dim1 and dim2, which become the last one.
Tensor diagonal(const Tensor& x, std::int64_t offset = 0, std::int64_t dim1 = 0, std::int64_t dim2 = 1);

}  // namespace wengert
