// Random tensors. Every number is the one that libtorch draws at the same place of the same stream.
//
// A generator argument says whose stream to draw from; without one it is default_generator(), which
// manual_seed restarts. No gradient passes through what is drawn.
#pragma once
#include "wengert/base/generator.h"
#include "wengert/tensor.h"

namespace wengert {

/// Uniform in [0, 1). The dtype is floating.
Tensor rand(IntArrayRef sizes, const TensorOptions& options = {});
Tensor rand(IntArrayRef sizes, optional<Generator> generator, const TensorOptions& options = {});
/// Normal with mean 0 and standard deviation 1. The dtype is floating.
Tensor randn(IntArrayRef sizes, const TensorOptions& options = {});
Tensor randn(IntArrayRef sizes, optional<Generator> generator, const TensorOptions& options = {});
/// Integers in [low, high), low = 0 when not given; int64 unless options say another dtype.
/// Error: low >= high.
Tensor randint(std::int64_t high, IntArrayRef sizes, const TensorOptions& options = kLong);
Tensor randint(std::int64_t low, std::int64_t high, IntArrayRef sizes, const TensorOptions& options = kLong);
Tensor randint(std::int64_t high, IntArrayRef sizes, optional<Generator> generator,
               const TensorOptions& options = kLong);
Tensor randint(std::int64_t low, std::int64_t high, IntArrayRef sizes, optional<Generator> generator,
               const TensorOptions& options = kLong);
/// A permutation of 0 ... n-1. Error: n < 0.
Tensor randperm(std::int64_t n, const TensorOptions& options = kLong);
Tensor randperm(std::int64_t n, optional<Generator> generator, const TensorOptions& options = kLong);
/// The same with x's sizes, dtype (unless options say another) and order of dimensions in memory.
Tensor rand_like(const Tensor& x, const TensorOptions& options = {});
Tensor randn_like(const Tensor& x, const TensorOptions& options = {});
Tensor randint_like(const Tensor& x, std::int64_t high, const TensorOptions& options = {});
Tensor randint_like(const Tensor& x, std::int64_t low, std::int64_t high, const TensorOptions& options = {});

}  // namespace wengert
