// From a tensor and the dimensions to fold to the box that the kernels fold.
#pragma once
#include <bitset>

#include "kernels/reduce.h"
#include "tensor/tensor.h"

namespace wengert {

/// A set of dimensions.
using Dims = std::bitset<kMaxDims>;

/// The set of `dims` of a tensor with n dimensions; none given means all. Throws IndexError for one that does
/// not exist and Error for one given twice.
Dims fold_dims(const char* op, IntArrayRef dims, std::int64_t n);

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

/// What was folded with keepdim = false gets its dimensions of size 1 back; and the reverse. Views, recorded.
Tensor restore_dims(const Tensor& y, Dims dims);
Tensor drop_dims(const Tensor& x, Dims dims);

/// The same value for all elements that were folded into one: the gradient of a sum. A view, recorded.
Tensor unfold(const Tensor& dy, const Shape& sizes, Dims dims, bool keepdim);

/// x as sums and products take it: converted to dtype; without one, bool to int64.
inline Tensor converted(const Tensor& x, optional<ScalarType> dtype) {
  return x.to(dtype.value_or(x.dtype() == ScalarType::Bool ? ScalarType::Long : x.dtype()));
}

}  // namespace wengert
