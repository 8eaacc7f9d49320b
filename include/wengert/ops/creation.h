// New tensors, copies, and conversion between types.
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

}  // namespace wengert
