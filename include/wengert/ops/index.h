// NumPy's indexing with several indices at once, for reading and writing.
//
// An index outside its dimension is an IndexError that names it, the dimension and its size. A written
// element that comes several times has the last value, or the sum with `accumulate`. Gradients of elements
// that are read several times add up.
#pragma once
#include "wengert/tensor.h"
#include "wengert/tensor/indexing.h"

namespace wengert {

/// NumPy's x[a, b, ...]. Integers, slices, None and Ellipsis alone give a view. Tensors of int64 are
/// broadcast to one shape, which takes the place of their dimensions (goes to the front when others lie
/// between them); a tensor of bools counts as the indices of its true elements, one for each of its
/// dimensions; the result is then a copy. Negative indices count from the end.
/// Errors: more indices than dimensions; indices that do not broadcast; a mask of another shape.
Tensor index(const Tensor& x, const std::vector<indexing::TensorIndex>& indices);
/// x[...] = value, which is broadcast; `accumulate` adds instead. Errors also: another dtype.
Tensor& index_put_(const Tensor& x, const std::vector<indexing::TensorIndex>& indices, const Tensor& value,
                   bool accumulate = false);
Tensor index_put(const Tensor& x, const std::vector<indexing::TensorIndex>& indices, const Tensor& value,
                 bool accumulate = false);

}  // namespace wengert
