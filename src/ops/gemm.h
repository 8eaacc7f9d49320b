// Matrix products of tensors, transposes being flags: what matmul and its relatives are made of.
#pragma once
#include "kernels/gemm.h"
#include "wengert/tensor.h"

namespace wengert {

using kernels::Trans;

/// op(a) op(b) of the last two dimensions, where op transposes when its flag says so; the dimensions in front
/// broadcast. A 1-d a is a row, which the result is then, too (b has two dimensions, ta is No). Recorded
/// under the name `op`. Memory goes to BLAS as it is wherever one of the last two strides is 1, and an
/// operand that is broadcast is not repeated.
Tensor multiply(const char* op, const Tensor& a, Trans ta, const Tensor& b, Trans tb);

/// sum over all rows r of the outer products a[r, :] b[r, :]: [..., p] and [..., q] give [p, q]. Recorded.
Tensor multiply_rows(const char* op, const Tensor& a, const Tensor& b);

/// c = alpha op(a) op(b) + beta c for contiguous c; not recorded.
void multiply_into(const char* op, const Tensor& c, const Scalar& alpha, const Tensor& a, Trans ta,
                   const Tensor& b, Trans tb, const Scalar& beta);

/// Throws Error unless a and b are factors with these numbers of dimensions.
void check_dims(const char* op, const Tensor& a, std::int64_t dims_a, const Tensor& b, std::int64_t dims_b);

/// Throws Error unless both are defined and of one type that products are made of.
void check_factors(const char* op, const Tensor& a, const Tensor& b);

}  // namespace wengert
