// Average pooling: the mean of each window of an image.
//
// Images are [N, C, H, W], sequences [N, C, L]; without N they are one image. float32 and float64. Sizes are
// one number, or one for each spatial dimension; stride {} is the kernel size. Along a dimension of size n,
//   n' = (n + 2 padding - kernel) / stride + 1
// rounded down, or up with ceil_mode unless the last window would start in the padding behind. Errors: a
// kernel or stride below 1; padding above half of the kernel; sizes for which n' is below 1.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

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

}  // namespace wengert
