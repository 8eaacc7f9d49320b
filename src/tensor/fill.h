// What everything that makes new tensors shares.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// Throws Error unless value can be an element of this type: a finite number beyond float32's range can't, and
/// int64 has no NaN and no infinity.
void check_fits(const char* op, const Scalar& value, ScalarType dtype);

/// Writes value, which fits, into all elements; not recorded.
void fill_elements(const Tensor& x, const Scalar& value);

/// x as the options want it beyond its type: a leaf whose gradient is wanted.
Tensor finish(const Tensor& x, const TensorOptions& options);

}  // namespace wengert
