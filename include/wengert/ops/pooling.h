// Pooling: one number for each window of an image, its largest element or its mean.
//
// Images are [N, C, H, W], sequences [N, C, L]; without N they are one image. float32 and float64. Sizes are
// one number, or one for each spatial dimension; stride {} is the kernel size. Along a dimension of size n,
//   n' = (n + 2 padding - dilation (kernel - 1) - 1) / stride + 1
// rounded down, or up with ceil_mode unless the last window would start in the padding behind. Errors: a
// kernel, stride or dilation below 1; padding above half of the kernel; sizes for which n' is below 1.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The largest element of each window. A NaN wins; of equal elements the first gets the gradient. Padding
/// never wins: it counts as -infinity.
Tensor max_pool1d(const Tensor& x, IntArrayRef kernel_size, IntArrayRef stride = {}, IntArrayRef padding = 0,
                  IntArrayRef dilation = 1, bool ceil_mode = false);
Tensor max_pool2d(const Tensor& x, IntArrayRef kernel_size, IntArrayRef stride = {}, IntArrayRef padding = 0,
                  IntArrayRef dilation = 1, bool ceil_mode = false);
/// Also where each is: its number, int64, among the L or H W places of its channel. A window that has none of
/// them, which wide dilation allows, gives -infinity and -1.
std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& x, IntArrayRef kernel_size,
                                                   IntArrayRef stride = {}, IntArrayRef padding = 0,
                                                   IntArrayRef dilation = 1, bool ceil_mode = false);
std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& x, IntArrayRef kernel_size,
                                                   IntArrayRef stride = {}, IntArrayRef padding = 0,
                                                   IntArrayRef dilation = 1, bool ceil_mode = false);

/// The mean of each window. Padding counts as zeros, or not at all without count_include_pad; what ceil_mode
/// adds behind the padding never counts. divisor_override: what to divide the sum by instead.
Tensor avg_pool1d(const Tensor& x, IntArrayRef kernel_size, IntArrayRef stride = {}, IntArrayRef padding = 0,
                  bool ceil_mode = false, bool count_include_pad = true);
Tensor avg_pool2d(const Tensor& x, IntArrayRef kernel_size, IntArrayRef stride = {}, IntArrayRef padding = 0,
                  bool ceil_mode = false, bool count_include_pad = true,
                  optional<std::int64_t> divisor_override = nullopt);

/// Means over windows that divide the image into the given number of parts: of n places, output o of n'
/// covers floor(o n / n') to ceil((o + 1) n / n'). Error: a negative size.
Tensor adaptive_avg_pool1d(const Tensor& x, IntArrayRef output_size);
Tensor adaptive_avg_pool2d(const Tensor& x, IntArrayRef output_size);

// ---- Resizing: each element of the result is found at a place between the input's. With a scale s (the
// given one, else n' / n) output o is at (o + 0.5) / s - 0.5, or at o (n - 1) / (n' - 1) with align_corners.
// Errors: sizes below 1.

/// The input element at floor(o / s).
Tensor upsample_nearest1d(const Tensor& x, IntArrayRef output_size, optional<double> scale = nullopt);
Tensor upsample_nearest2d(const Tensor& x, IntArrayRef output_size, optional<double> scale_h = nullopt,
                          optional<double> scale_w = nullopt);
/// A mix of the two neighbours (in each dimension), by distance.
Tensor upsample_linear1d(const Tensor& x, IntArrayRef output_size, bool align_corners,
                         optional<double> scale = nullopt);
Tensor upsample_bilinear2d(const Tensor& x, IntArrayRef output_size, bool align_corners,
                           optional<double> scale_h = nullopt, optional<double> scale_w = nullopt);

}  // namespace wengert
