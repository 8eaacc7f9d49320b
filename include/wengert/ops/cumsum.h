// Running sums and products.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// Running sums (products) along d: y_i = x_0 + ... + x_i. bool gives int64.
Tensor cumsum(const Tensor& x, std::int64_t d, optional<ScalarType> dtype = nullopt);
Tensor cumprod(const Tensor& x, std::int64_t d, optional<ScalarType> dtype = nullopt);

}  // namespace wengert
