// Coins: 0 or 1.
//
// Of the generator argument see rand.h. No gradient passes through what is drawn.
#pragma once
#include "wengert/base/generator.h"
#include "wengert/tensor.h"

namespace wengert {

/// 1 with probability p, else 0, of x's dtype. p is x itself (floating) or one number. Error: p outside [0,
/// 1].
Tensor bernoulli(const Tensor& x, optional<Generator> generator = nullopt);
Tensor bernoulli(const Tensor& x, double p, optional<Generator> generator = nullopt);

}  // namespace wengert
