// Products of elements.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The product of all elements, or along dimension d. bool gives int64. An empty fold gives 1.
Tensor prod(const Tensor& x, optional<ScalarType> dtype = nullopt);
Tensor prod(const Tensor& x, std::int64_t d, bool keepdim = false, optional<ScalarType> dtype = nullopt);

}  // namespace wengert
