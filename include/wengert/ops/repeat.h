// Copies that repeat elements.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// x, repeats[i] times along dimension i; more repeats than dimensions add dimensions in front.
Tensor repeat(const Tensor& x, IntArrayRef repeats);
/// The same; fewer repeats than dimensions count for the last ones.
Tensor tile(const Tensor& x, IntArrayRef repeats);

}  // namespace wengert
