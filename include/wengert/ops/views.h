// Views: the same elements under another shape. A write through one is seen by all.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The box of elements x_flat[offset + i strides[0] + j strides[1] + ...] of x's storage; offset counts from
/// the storage's first element (default: x's own). Errors: anything outside the storage; recording on a
/// tensor that is not contiguous.
Tensor as_strided(const Tensor& x, IntArrayRef sizes, IntArrayRef strides,
                  optional<std::int64_t> offset = nullopt);

/// The same elements repeated along dimensions of size 1 (or new ones in front) without a copy; -1 keeps a
/// size. The result can't be written to.
Tensor expand(const Tensor& x, IntArrayRef sizes);

inline Tensor Tensor::as_strided(IntArrayRef sizes, IntArrayRef strides,
                                 optional<std::int64_t> offset) const {
  return wengert::as_strided(*this, sizes, strides, offset);
}
inline Tensor Tensor::expand(IntArrayRef sizes) const { return wengert::expand(*this, sizes); }

}  // namespace wengert
