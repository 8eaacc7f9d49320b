// Matrix products.
//
// Both factors must have the same type: float32, float64 or int64. Transposed views cost nothing: what has a
// stride of 1 in one of its last two dimensions goes to BLAS as it is. A sum over no elements is 0.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The product of two tensors as matrices in their last two dimensions [m, k] and [k, n]; the dimensions in
/// front broadcast. A 1-d a counts as one row, a 1-d b as one column, and the result lacks that dimension;
/// two vectors give their dot product. Errors: a 0-d tensor; different k; batches that do not broadcast.
Tensor matmul(const Tensor& a, const Tensor& b);
/// [m, k] times [k, n].
Tensor mm(const Tensor& a, const Tensor& b);
/// `batch` products: [batch, m, k] times [batch, k, n].
Tensor bmm(const Tensor& a, const Tensor& b);
/// [m, k] times a vector [k].
Tensor mv(const Tensor& a, const Tensor& vector);
/// sum_i a_i b_i of two vectors.
Tensor dot(const Tensor& a, const Tensor& b);
/// y[i, j] = a_i b_j of two vectors.
Tensor outer(const Tensor& a, const Tensor& b);
Tensor ger(const Tensor& a, const Tensor& b);

}  // namespace wengert
