// Arithmetic between tensors, and between tensors and numbers.
//
// Shapes broadcast: they are aligned at the last dimension, and a size of 1 (or a missing dimension) is
// repeated. Types promote: bool < int64 < float32 < float64; a number, or a 0-d tensor beside one with
// dimensions, changes the result's type only when it is of a later kind (bool, integer, floating). The result
// is in that type. Errors: shapes that do not broadcast; bool where it has no meaning (sub).
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// a + alpha b; of bool tensors a or (alpha and b). Error: a fractional alpha of integers, a bool one of numbers.
Tensor add(const Tensor& a, const Tensor& b, const Scalar& alpha = 1);
Tensor add(const Tensor& a, const Scalar& b, const Scalar& alpha = 1);
/// a - alpha b.
Tensor sub(const Tensor& a, const Tensor& b, const Scalar& alpha = 1);
Tensor sub(const Tensor& a, const Scalar& b, const Scalar& alpha = 1);
/// b - alpha a.
Tensor rsub(const Tensor& a, const Scalar& b, const Scalar& alpha = 1);
Tensor rsub(const Tensor& a, const Tensor& b, const Scalar& alpha = 1);
/// a b, elementwise.
Tensor mul(const Tensor& a, const Tensor& b);
Tensor mul(const Tensor& a, const Scalar& b);

}  // namespace wengert
