// The dimensions that a reduction folds, as its caller gives them and as its gradient needs them back.
#pragma once
#include "tensor/reduce_box.h"

namespace wengert {

/// The set of `dims` of a tensor with n dimensions; none given means all. Throws IndexError for one that does
/// not exist and Error for one given twice.
Dims fold_dims(const char* op, IntArrayRef dims, std::int64_t n);

/// What was folded with keepdim = false gets its dimensions of size 1 back; and the reverse. Views, recorded.
Tensor restore_dims(const Tensor& y, Dims dims);
Tensor drop_dims(const Tensor& x, Dims dims);

/// The same value for all elements that were folded into one: the gradient of a sum. A view, recorded.
Tensor unfold(const Tensor& dy, const Shape& sizes, Dims dims, bool keepdim);

/// x as sums and products take it: converted to dtype; without one, bool to int64.
inline Tensor converted(const Tensor& x, optional<ScalarType> dtype) {
  return x.to(dtype.value_or(x.dtype() == ScalarType::Bool ? ScalarType::Long : x.dtype()));
}

}  // namespace wengert
