// A box inside a contiguous tensor, given by sizes, strides and an offset: what every view is to its base.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

struct Region {
  Shape sizes, strides;
  std::int64_t offset;  // from the first element of the tensor that the region lies in
};

/// A copy of the region's elements in x. Recorded.
Tensor read_region(const Tensor& x, const Region& region);

/// Zeros of a shape with dy added into the region: the gradient of read_region. Recorded.
Tensor embed_region(const Tensor& dy, const Shape& sizes, const Region& region);

/// A copy of x with zeros in the region. Recorded.
Tensor clear_region(const Tensor& x, const Region& region);

}  // namespace wengert
