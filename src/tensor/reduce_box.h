// From a tensor and the dimensions to fold to the box that the kernels fold. Nothing here is recorded.
#pragma once
#include <bitset>

#include "kernels/reduce.h"
#include "tensor/tensor.h"

namespace wengert {

/// A set of dimensions.
using Dims = std::bitset<kMaxDims>;

/// The sizes that remain: without the folded dimensions, or with 1 in their place.
Shape folded_sizes(const Shape& sizes, Dims dims, bool keepdim);
/// How many elements become one.
std::int64_t folded_count(const Shape& sizes, Dims dims);

/// x's elements as a box whose middle is what gets folded, in whatever order; the result lies in the order of
/// the dimensions that remain. x itself where the folded dimensions are neighbours in memory, else a permuted
/// copy.
struct Folding {
  Tensor x;
  kernels::Box box;
};
Folding folding(const Tensor& x, Dims dims);

/// The sum over dims as a new tensor of shape `sizes` (with or without the folded dimensions); int64 for int64
/// and bool.
Tensor sum_elements(const Tensor& x, Dims dims, const Shape& sizes);

}  // namespace wengert
