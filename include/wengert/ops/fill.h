// One value for all elements.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// x = value, in place; zero_ writes 0.
inline Tensor& fill_(Tensor& x, const Scalar& value) { return x.fill_(value); }
inline Tensor& fill_(Tensor& x, const Tensor& value) { return x.fill_(value); }
inline Tensor& zero_(Tensor& x) { return x.zero_(); }

}  // namespace wengert
