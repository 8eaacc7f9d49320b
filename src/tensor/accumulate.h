// What the backward pass does with gradients itself: sums and casts, not recorded.
#pragma once
#include "tensor/elementwise.h"

namespace wengert {

/// True when nobody else can see x's elements, and they lie without gaps: then they may be taken or changed.
inline bool sole_owner(const Tensor& x) {
  return x.impl()->owners() == 1 && x.impl()->storage->owners() == 1 && x.is_contiguous();
}

/// sum += x, of the same shape and type, at sum's place.
void accumulate(const Tensor& sum, const Tensor& x);

/// True when x can be summed to `sizes`: from the last dimension on they are equal, or `sizes` has 1 or nothing.
bool sums_to(const Shape& x, const Shape& sizes);
/// x summed over what broadcasting from `sizes` repeated. sums_to(x, sizes) must hold.
Tensor sum_to(const Tensor& x, const Shape& sizes);

/// True when x has a NaN; false for an undefined tensor and for integers.
bool has_nan(const Tensor& x);

}  // namespace wengert
