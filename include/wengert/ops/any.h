// Whether elements differ from zero, and how many. No gradients.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// Whether any (all) elements differ from 0; NaN does. bool.
Tensor any(const Tensor& x);
Tensor any(const Tensor& x, std::int64_t d, bool keepdim = false);
Tensor all(const Tensor& x);
Tensor all(const Tensor& x, std::int64_t d, bool keepdim = false);
/// How many elements differ from 0. int64.
Tensor count_nonzero(const Tensor& x, optional<std::int64_t> d = nullopt);

}  // namespace wengert
