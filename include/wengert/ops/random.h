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

/// Normal with a mean and a standard deviation for each element (tensors broadcast), or for all `sizes`.
/// Error: a negative standard deviation.
Tensor normal(double mean, double std, IntArrayRef sizes, optional<Generator> generator = nullopt,
              const TensorOptions& options = {});
Tensor normal(const Tensor& mean, double std = 1, optional<Generator> generator = nullopt);
Tensor normal(double mean, const Tensor& std, optional<Generator> generator = nullopt);
Tensor normal(const Tensor& mean, const Tensor& std, optional<Generator> generator = nullopt);

/// 1 with probability p, else 0, of x's dtype. p is x itself (floating) or one number. Error: p outside [0,
/// 1].
Tensor bernoulli(const Tensor& x, optional<Generator> generator = nullopt);
Tensor bernoulli(const Tensor& x, double p, optional<Generator> generator = nullopt);

/// Indices [rows, samples] of categories drawn by the probabilities p [rows, categories], which need not sum
/// to one; for p [categories] the result is [samples]. Errors: p not floating, not of 1 or 2 dimensions,
/// negative or not finite; a row that is all zero; samples < 1, or more than there are categories without
/// replacement.
Tensor multinomial(const Tensor& p, std::int64_t samples, bool replacement = false,
                   optional<Generator> generator = nullopt);

}  // namespace wengert
