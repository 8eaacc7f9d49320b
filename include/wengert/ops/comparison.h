// Comparison and logic: tensors of bool.
//
// Shapes broadcast and types promote as in arithmetic.h: a float32 tensor is compared with the number 0.1 as
// float32. Comparisons with NaN are false, but for ne. None of the results has a gradient.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

Tensor eq(const Tensor& a, const Tensor& b);
Tensor eq(const Tensor& a, const Scalar& b);
Tensor ne(const Tensor& a, const Tensor& b);
Tensor ne(const Tensor& a, const Scalar& b);
Tensor lt(const Tensor& a, const Tensor& b);
Tensor lt(const Tensor& a, const Scalar& b);
Tensor le(const Tensor& a, const Tensor& b);
Tensor le(const Tensor& a, const Scalar& b);
Tensor gt(const Tensor& a, const Tensor& b);
Tensor gt(const Tensor& a, const Scalar& b);
Tensor ge(const Tensor& a, const Tensor& b);
Tensor ge(const Tensor& a, const Scalar& b);
/// Logic of "is not zero", for elements of any type.
Tensor logical_not(const Tensor& x);
Tensor logical_and(const Tensor& a, const Tensor& b);
Tensor logical_or(const Tensor& a, const Tensor& b);
Tensor logical_xor(const Tensor& a, const Tensor& b);
/// Integers are never NaN or infinite.
Tensor isnan(const Tensor& x);
Tensor isinf(const Tensor& x);
Tensor isfinite(const Tensor& x);
/// |a - b| <= atol + rtol |b|, or a = b (infinities), or both NaN with equal_nan. Errors: two dtypes; rtol or
/// atol below 0.
Tensor isclose(const Tensor& a, const Tensor& b, double rtol = 1e-5, double atol = 1e-8,
               bool equal_nan = false);
/// Whether isclose holds everywhere.
bool allclose(const Tensor& a, const Tensor& b, double rtol = 1e-5, double atol = 1e-8,
              bool equal_nan = false);
/// Whether shapes and all elements are equal (NaN equals nothing).
bool equal(const Tensor& a, const Tensor& b);
/// Whether the one element is not 0. Error: not one element.
bool is_nonzero(const Tensor& x);

}  // namespace wengert
