#pragma once
#include "wengert/tensor.h"

namespace wengert::data {

/// Numbers of examples, int64 vectors.
struct Split {
  Tensor train, test;
};

/// Divides 0 ... size-1 at random: test gets round(test_fraction * size) numbers, train the others. The order
/// comes from a generator of its own, so that the same seed always gives the same split, and the default
/// generator is left alone.
/// Errors: size < 0, test_fraction outside [0, 1].
Split train_test_split(std::int64_t size, double test_fraction, std::uint64_t seed = 0);

}  // namespace wengert::data
