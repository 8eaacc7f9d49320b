// Single elements by index: y[i, j] = x[index[i, j], j] for d = 0.
//
// An index outside its dimension is an IndexError that names it, the dimension and its size. An element
// written several times has the last value, or the sum for scatter_add. Gradients of elements that are read
// several times add up.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// index: int64 with x's number of dimensions, nowhere larger than x except along d; not negative.
Tensor gather(const Tensor& x, std::int64_t d, const Tensor& index);
/// x with source (or one value) written at the index; source is at least as large as index, of x's dtype.
Tensor scatter(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source);
Tensor scatter(const Tensor& x, std::int64_t d, const Tensor& index, const Scalar& value);
/// x with source added at the index.
Tensor scatter_add(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source);

}  // namespace wengert
