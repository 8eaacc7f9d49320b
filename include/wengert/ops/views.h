// Views: the same elements under another shape. A write through one is seen by all.
//
// Every function below that does not say "copy" returns a view: it costs no copy, whatever the size. A
// dimension d < 0 counts from the end; one that does not exist is an IndexError.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

// ---- Another box around the same elements

/// x in other sizes with the same number of elements, in row-major order; one size may be -1: what is left.
/// Errors: another number of elements; strides that allow no such view (then reshape copies).
Tensor view(const Tensor& x, IntArrayRef sizes);
Tensor view_as(const Tensor& x, const Tensor& other);
/// The same; a copy where no view is possible.
Tensor reshape(const Tensor& x, IntArrayRef sizes);
Tensor reshape_as(const Tensor& x, const Tensor& other);
/// Dimensions start_dim to end_dim as one; a 0-d tensor becomes [1].
Tensor flatten(const Tensor& x, std::int64_t start_dim = 0, std::int64_t end_dim = -1);
/// Dimension d as several, the inverse of flatten; one size may be -1.
Tensor unflatten(const Tensor& x, std::int64_t d, IntArrayRef sizes);

/// Dimension i of the result is dimension dims[i] of x.
Tensor permute(const Tensor& x, IntArrayRef dims);
Tensor transpose(const Tensor& x, std::int64_t dim0, std::int64_t dim1);
inline Tensor swapaxes(const Tensor& x, std::int64_t dim0, std::int64_t dim1) {
  return transpose(x, dim0, dim1);
}
/// Dimension `source` moved to be number `destination`; the others keep their order.
Tensor movedim(const Tensor& x, std::int64_t source, std::int64_t destination);
/// A matrix transposed; fewer dimensions stay as they are. Error: more than two.
Tensor t(const Tensor& x);
/// The last two dimensions exchanged. Error: fewer than two.
Tensor mT(const Tensor& x);

/// Without the dimensions of size 1: all of them, or d if it is one.
Tensor squeeze(const Tensor& x);
Tensor squeeze(const Tensor& x, std::int64_t d);
/// With a dimension of size 1 before dimension d.
Tensor unsqueeze(const Tensor& x, std::int64_t d);

/// The same elements repeated along dimensions of size 1 (or new ones in front) without a copy; -1 keeps a
/// size. The result can't be written to.
Tensor expand(const Tensor& x, IntArrayRef sizes);
Tensor expand_as(const Tensor& x, const Tensor& other);

/// The box of elements x_flat[offset + i strides[0] + j strides[1] + ...] of x's storage; offset counts from
/// the storage's first element (default: x's own). Errors: anything outside the storage; recording on a
/// tensor that is not contiguous.
Tensor as_strided(const Tensor& x, IntArrayRef sizes, IntArrayRef strides,
                  optional<std::int64_t> offset = nullopt);

// ---- A part of the elements

/// Elements start, start + step, ... before end along d. Negative bounds count from the end; bounds outside
/// are moved to the nearest end. Error: step < 1.
Tensor slice(const Tensor& x, std::int64_t d = 0, optional<std::int64_t> start = nullopt,
             optional<std::int64_t> end = nullopt, std::int64_t step = 1);
/// Element `index` along d, which disappears. IndexError: index outside [-size, size).
Tensor select(const Tensor& x, std::int64_t d, std::int64_t index);
/// `length` elements from `start` on along d. IndexError: any of them does not exist.
Tensor narrow(const Tensor& x, std::int64_t d, std::int64_t start, std::int64_t length);
/// x cut along d: into pieces of `size` (the last may be smaller), into pieces of these sizes, or into at
/// most `chunks` equal pieces (the last may be smaller).
TensorList split(const Tensor& x, std::int64_t size, std::int64_t d = 0);
TensorList split(const Tensor& x, IntArrayRef sizes, std::int64_t d = 0);
TensorList split_with_sizes(const Tensor& x, IntArrayRef sizes, std::int64_t d = 0);
TensorList chunk(const Tensor& x, std::int64_t chunks, std::int64_t d = 0);
/// The slices along d, which disappears.
TensorList unbind(const Tensor& x, std::int64_t d = 0);
/// The elements [i, i + offset] of dimensions dim1 and dim2, which become the last one.
Tensor diagonal(const Tensor& x, std::int64_t offset = 0, std::int64_t dim1 = 0, std::int64_t dim2 = 1);

// ---- Copies

/// x, repeats[i] times along dimension i; more repeats than dimensions add dimensions in front.
Tensor repeat(const Tensor& x, IntArrayRef repeats);
/// The same; fewer repeats than dimensions count for the last ones.
Tensor tile(const Tensor& x, IntArrayRef repeats);
/// In reverse order along these dimensions.
Tensor flip(const Tensor& x, IntArrayRef dims);
/// Element i goes to i + shift, around the end; without dims, in row-major order.
Tensor roll(const Tensor& x, IntArrayRef shifts, IntArrayRef dims = {});

}  // namespace wengert
