// Whole rows by index: y[.., i, ..] = x[.., index[i], ..] along d.
//
// An index outside its dimension is an IndexError that names it, the dimension and its size. A row
// written several times has the last value, or the sum for index_add. Gradients of rows that are read several
// times add up.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// index: int64 [m], not negative. The result has size m along d.
Tensor index_select(const Tensor& x, std::int64_t d, const Tensor& index);
/// x with alpha * source's rows added; source has size m along d, and x's dtype.
Tensor index_add(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source,
                 const Scalar& alpha = 1);
/// x with source's rows in place of its own.
Tensor index_copy(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source);
Tensor& index_copy_(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source);

}  // namespace wengert
