// Copies, and conversion between types.
//
// Of the methods, contiguous() is x itself when its elements lie in row-major order without gaps, else such a
// copy; to(dtype) and its relatives are x itself when it has that type, else a converted copy; copy_(source)
// writes source, broadcast and converted, into the tensor; set_data(other) makes the tensor look at other's
// elements (its type and shape included), and keeps its own history and gradient.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// A copy of x, in row-major order. Recorded: the gradient passes through.
inline Tensor clone(const Tensor& x) { return x.clone(); }

}  // namespace wengert
