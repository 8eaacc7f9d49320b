// Views with the dimensions in another order.
//
// A view costs no copy, whatever the size, and a write through it is seen by all. A dimension d < 0 counts
// from the end; one that does not exist is an IndexError.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

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

}  // namespace wengert
