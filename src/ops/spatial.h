// What pooling and resizing share: images as planes, and sizes given once or for each dimension.
#pragma once
#include <array>

#include "tensor/check.h"
#include "tensor/tensor.h"
#include "wengert/tensor.h"

namespace wengert {

/// Rows and columns; a sequence has one row.
using Pair = std::array<std::int64_t, 2>;

/// An input of `dims` spatial dimensions, checked: all sizes but the batch's are at least 1.
struct Images {
  std::int64_t planes = 1;
  Pair size{1, 1};
  Images(const char* op, const Tensor& x, int dims);
};

/// One value for each of `dims` dimensions, or one for all; a row dimension that a sequence lacks gets
/// `missing`.
Pair pair(const char* op, const char* name, IntArrayRef values, int dims, std::int64_t missing);

/// x's shape with other spatial sizes.
Shape resized(const Shape& sizes, int dims, const Pair& to);

}  // namespace wengert
