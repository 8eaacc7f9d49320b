// Normally distributed numbers.
//
// Of the generator argument see rand.h. No gradient passes through what is drawn.
#pragma once
#include "wengert/base/generator.h"
#include "wengert/tensor.h"

namespace wengert {

/// Normal with a mean and a standard deviation for each element (tensors broadcast), or for all `sizes`.
/// Error: a negative standard deviation.
Tensor normal(double mean, double std, IntArrayRef sizes, optional<Generator> generator = nullopt,
              const TensorOptions& options = {});
Tensor normal(const Tensor& mean, double std = 1, optional<Generator> generator = nullopt);
Tensor normal(double mean, const Tensor& std, optional<Generator> generator = nullopt);
Tensor normal(const Tensor& mean, const Tensor& std, optional<Generator> generator = nullopt);

}  // namespace wengert
