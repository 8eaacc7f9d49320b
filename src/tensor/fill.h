// What everything that makes new tensors shares.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// Writes value into all elements; not recorded.
void fill_elements(const Tensor& x, const Scalar& value);

/// x as the options want it beyond its type: a leaf whose gradient is wanted.
Tensor finish(const Tensor& x, const TensorOptions& options);

}  // namespace wengert
