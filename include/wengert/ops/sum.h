// Sums and means.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The sum over all elements, or over `dims` (all when empty), which disappear, or stay as 1 with keepdim.
/// bool and int64 give int64; `dtype` converts first. float32 sums are accurate to all but their last bits
/// for any length, and do not depend on the number of threads.
Tensor sum(const Tensor& x, optional<ScalarType> dtype = nullopt);
Tensor sum(const Tensor& x, IntArrayRef dims, bool keepdim = false, optional<ScalarType> dtype = nullopt);
/// The mean over all elements, or over `dims`. An empty fold gives NaN. Errors: int64 and bool, unless
/// `dtype` converts them first.
Tensor mean(const Tensor& x, optional<ScalarType> dtype = nullopt);
Tensor mean(const Tensor& x, IntArrayRef dims, bool keepdim = false, optional<ScalarType> dtype = nullopt);
/// The sum of x over what broadcasting from `sizes` to x's shape would repeat: the gradient of broadcasting.
Tensor sum_to_size(const Tensor& x, IntArrayRef sizes);

}  // namespace wengert
