// Elements picked by index: from a tensor, and written into one.
//
// Below, an index outside its dimension is an IndexError that names it, the dimension and its size. A written
// element that comes several times has the last value, or the sum where it says "add". Gradients of elements
// that are read several times add up.
#pragma once
#include "wengert/tensor/indexing.h"
#include "wengert/tensor.h"

namespace wengert {

// ---- x[...]

/// NumPy's x[a, b, ...]. Integers, slices, None and Ellipsis alone give a view. Tensors of int64 are
/// broadcast to one shape, which takes the place of their dimensions (goes to the front when others lie
/// between them); a tensor of bools counts as the indices of its true elements, one for each of its
/// dimensions; the result is then a copy. Negative indices count from the end.
/// Errors: more indices than dimensions; indices that do not broadcast; a mask of another shape.
Tensor index(const Tensor& x, const std::vector<indexing::TensorIndex>& indices);
/// x[...] = value, which is broadcast; `accumulate` adds instead. Errors also: another dtype.
Tensor& index_put_(const Tensor& x, const std::vector<indexing::TensorIndex>& indices, const Tensor& value,
                   bool accumulate = false);
Tensor index_put(const Tensor& x, const std::vector<indexing::TensorIndex>& indices, const Tensor& value,
                 bool accumulate = false);

/// The elements where mask is true, in row-major order; the two broadcast. [count].
Tensor masked_select(const Tensor& x, const Tensor& mask);
/// x.flatten()[index], in index's shape.
Tensor take(const Tensor& x, const Tensor& index);

// ---- Whole rows: y[.., i, ..] = x[.., index[i], ..] along d

/// index: int64 [m], not negative. The result has size m along d.
Tensor index_select(const Tensor& x, std::int64_t d, const Tensor& index);
/// x with alpha * source's rows added; source has size m along d, and x's dtype.
Tensor index_add(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source,
                 const Scalar& alpha = 1);
/// x with source's rows in place of its own.
Tensor index_copy(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source);
Tensor& index_copy_(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source);

// ---- Single elements: y[i, j] = x[index[i, j], j] for d = 0

/// index: int64 with x's number of dimensions, nowhere larger than x except along d; not negative.
Tensor gather(const Tensor& x, std::int64_t d, const Tensor& index);
/// x with source (or one value) written at the index; source is at least as large as index, of x's dtype.
Tensor scatter(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source);
Tensor scatter(const Tensor& x, std::int64_t d, const Tensor& index, const Scalar& value);
/// x with source added at the index.
Tensor scatter_add(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source);

// ---- Triangles

/// x [..., n, m] with zeros above (tril), or below (triu), the diagonal number `diagonal`.
Tensor tril(const Tensor& x, std::int64_t diagonal = 0);
Tensor triu(const Tensor& x, std::int64_t diagonal = 0);

// ---- Where something is

/// The indices of the elements that are not zero: int64 [count, dims].
Tensor nonzero(const Tensor& x);
/// 1 at the index, else 0: int64 [..., classes]; classes = -1 stands for the largest index + 1.
/// Errors: a negative index; one that is not below classes.
Tensor one_hot(const Tensor& index, std::int64_t classes = -1);

// ---- In order

/// The elements along d in order, and the indices that they had. Equal ones keep their order; NaN counts as
/// the largest.
std::tuple<Tensor, Tensor> sort(const Tensor& x, std::int64_t d = -1, bool descending = false);
Tensor argsort(const Tensor& x, std::int64_t d = -1, bool descending = false);
/// The k largest (or smallest) elements along d in order, and their indices. Error: k outside [0, size].
std::tuple<Tensor, Tensor> topk(const Tensor& x, std::int64_t k, std::int64_t d = -1, bool largest = true,
                                bool sorted = true);

}  // namespace wengert
