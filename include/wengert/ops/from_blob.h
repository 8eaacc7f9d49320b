// Tensors over memory that is somebody else's.
#pragma once
#include "wengert/base/callback.h"
#include "wengert/tensor.h"

namespace wengert {

/// A tensor over memory that stays the caller's, who frees it after the last tensor that looks at it, or
/// gives a deleter, called with `data` then. strides count elements; default: row-major.
/// Errors: a null pointer with elements to read; negative sizes or strides.
Tensor from_blob(void* data, IntArrayRef sizes, const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, const Callback<void(void*)>& deleter,
                 const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, const Callback<void(void*)>& deleter,
                 const TensorOptions& options = {});

}  // namespace wengert
