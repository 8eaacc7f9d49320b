// Views with fewer or more dimensions of size 1.
//
// A view costs no copy, whatever the size, and a write through it is seen by all. A dimension d < 0 counts
// from the end; one that does not exist is an IndexError.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// Without the dimensions of size 1: all of them, or d if it is one.
Tensor squeeze(const Tensor& x);
Tensor squeeze(const Tensor& x, std::int64_t d);
/// With a dimension of size 1 before dimension d.
Tensor unsqueeze(const Tensor& x, std::int64_t d);

}  // namespace wengert
