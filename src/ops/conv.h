// The three products of a convolution, each linear in both of its factors:
//
//   y = x * W       convolve             dx = dy *^T W    convolve_transposed       dW = x ° dy
//   convolve_weight
//
// They are each other's gradients, so that a convolution can be differentiated any number of times.
#pragma once
#include "kernels/convolution.h"
#include "ops/spatial.h"
#include "wengert/tensor.h"

namespace wengert {

/// Which windows of x make y; for images (dims = 2) or sequences (dims = 1).
struct Convolution {
  kernels::ConvShape shape;
  int dims = 2;
  bool batched = true;

  Shape x_sizes() const { return sizes(shape.in, shape.rows.in, shape.cols.in); }
  Shape y_sizes() const { return sizes(shape.out, shape.rows.out, shape.cols.out); }
  Shape weight_sizes() const;
  const char* name() const { return dims == 1 ? "conv1d" : "conv2d"; }
  const char* transposed_name() const { return dims == 1 ? "conv_transpose1d" : "conv_transpose2d"; }
  /// The sum of dy over all but the channels.
  Tensor bias_gradient(const Tensor& dy) const;

 private:
  Shape sizes(std::int64_t channels, std::int64_t rows, std::int64_t cols) const;
};

/// y = bias + x * W; bias may be undefined.
Tensor convolve(const Convolution& c, const Tensor& x, const Tensor& weight, const Tensor& bias = {});
/// dx = bias + dy *^T W.
Tensor convolve_transposed(const Convolution& c, const Tensor& dy, const Tensor& weight,
                           const Tensor& bias = {});
Tensor convolve_weight(const Convolution& c, const Tensor& x, const Tensor& dy);

/// An option given as one number or as one a dimension. Throws Error unless all are >= least.
Pair per_dim(const char* op, const char* name, IntArrayRef values, int dims, std::int64_t least);

/// Throws Error unless x, weight [.., .., k...] and bias are tensors for a convolution along `dims`
/// dimensions: their numbers of dimensions, types, and sizes that must not be 0; groups that divide the
/// weight's first size.
void check_convolution(const char* op, const Tensor& x, const Tensor& weight, const Tensor& bias, int dims,
                       std::int64_t groups);

/// Throws Error unless bias, if defined, is [channels].
void check_conv_bias(const char* op, const Tensor& bias, std::int64_t channels);

/// Throws Error unless the padded planes have a number of elements that an int64 holds.
void check_conv_size(const char* op, const Convolution& c);

// Arithmetic of sizes. Throws Error when an int64 does not hold the result.
/// dilation (kernel - 1) + 1: how far a window reaches.
std::int64_t reach(const char* op, std::int64_t kernel, std::int64_t dilation);
std::int64_t size_product(const char* op, std::int64_t a, std::int64_t b);
std::int64_t size_sum(const char* op, std::int64_t a, std::int64_t b);

}  // namespace wengert
