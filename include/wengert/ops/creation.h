// New tensors of one value, or of none yet.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// A new tensor of these sizes with uninitialised elements (zeros, ones, value).
/// Errors: a negative size; more than kMaxDims dimensions; more bytes than there are.
Tensor empty(IntArrayRef sizes, const TensorOptions& options = {});
Tensor zeros(IntArrayRef sizes, const TensorOptions& options = {});
Tensor ones(IntArrayRef sizes, const TensorOptions& options = {});
/// Without a dtype in options, the type is bool, int64 or the default floating type by the kind of value.
Tensor full(IntArrayRef sizes, const Scalar& value, const TensorOptions& options = {});
/// The 0-d tensor of one number, in the default floating type unless options say otherwise.
Tensor scalar_tensor(const Scalar& value, const TensorOptions& options = {});
/// The same with x's sizes, and x's type unless options say otherwise.
Tensor empty_like(const Tensor& x, const TensorOptions& options = {});
Tensor zeros_like(const Tensor& x, const TensorOptions& options = {});
Tensor ones_like(const Tensor& x, const TensorOptions& options = {});
Tensor full_like(const Tensor& x, const Scalar& value, const TensorOptions& options = {});

}  // namespace wengert
