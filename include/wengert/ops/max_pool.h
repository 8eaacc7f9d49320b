// Max pooling: the largest element of each window of an image.
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

}  // namespace wengert
