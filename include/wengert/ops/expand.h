// Views that repeat elements.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The same elements repeated along dimensions of size 1 (or new ones in front) without a copy; -1 keeps a
/// size. The result can't be written to.
Tensor expand(const Tensor& x, IntArrayRef sizes);
Tensor expand_as(const Tensor& x, const Tensor& other);

}  // namespace wengert
