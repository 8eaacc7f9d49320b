// The element in the middle.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The element in the middle (of an even number, the smaller of the two); NaN if there is one. Elements that
/// equal it share the gradient. Along dimension d, with its index, to which the gradient goes. Errors:
/// nothing to choose from; bool.
Tensor median(const Tensor& x);
std::tuple<Tensor, Tensor> median(const Tensor& x, std::int64_t d, bool keepdim = false);

}  // namespace wengert
