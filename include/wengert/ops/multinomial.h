// Categories drawn by their probabilities.
//
// Of the generator argument see rand.h. No gradient passes through what is drawn.
#pragma once
#include "wengert/base/generator.h"
#include "wengert/tensor.h"

namespace wengert {

/// Indices [rows, samples] of categories drawn by the probabilities p [rows, categories], which need not sum
/// to one; for p [categories] the result is [samples]. Errors: p not floating, not of 1 or 2 dimensions,
/// negative or not finite; a row that is all zero; samples < 1, or more than there are categories without
/// replacement.
Tensor multinomial(const Tensor& p, std::int64_t samples, bool replacement = false,
                   optional<Generator> generator = nullopt);

}  // namespace wengert
