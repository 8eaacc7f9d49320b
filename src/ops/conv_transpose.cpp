// conv_transpose2d: the arguments of the convolution whose input gradient it is (convolution.h).
//
//   out = (in - 1) stride - 2 padding + dilation (kernel - 1) + output_padding + 1
#include "wengert/ops/conv_transpose.h"
#include "ops/conv.h"
#include "tensor/check.h"

namespace wengert {

Tensor conv_transpose2d(const Tensor& x, const Tensor& weight, const Tensor& bias, IntArrayRef stride_values,
                        IntArrayRef padding_values, IntArrayRef output_padding_values, std::int64_t groups,
                        IntArrayRef dilation_values) {
  const char* op = "conv_transpose2d";
  check_convolution(op, x, weight, bias, 2, groups);
  const Pair stride = per_dim(op, "stride", stride_values, 2, 1),
             padding = per_dim(op, "padding", padding_values, 2, 0),
             output_padding = per_dim(op, "output_padding", output_padding_values, 2, 0),
             dilation = per_dim(op, "dilation", dilation_values, 2, 1);

  Convolution c;  // of y, giving x
  c.batched = x.dim() == 4;
  c.shape.n = c.batched ? x.size(0) : 1;
  c.shape.out = x.size(-3);
  c.shape.in = size_product(op, weight.size(1), groups);
  c.shape.groups = groups;
  if (weight.size(0) != c.shape.out)
    fail("{}: input {} has {} channels, but weight {} takes {}", op, x.sizes(), c.shape.out, weight.sizes(),
         weight.size(0));
  check_conv_bias(op, bias, c.shape.in);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::int64_t d = std::int64_t(i) - 2;
    if (output_padding[i] >= stride[i] && output_padding[i] >= dilation[i])
      fail("{}: output_padding is {}, wants less than stride {} or dilation {}", op, output_padding_values,
           stride_values, dilation_values);
    kernels::Window& w = i == 0 ? c.shape.rows : c.shape.cols;
    w = {0, weight.size(d), x.size(d), stride[i], padding[i], dilation[i]};
    const std::int64_t full = size_sum(op, size_product(op, w.out - 1, w.stride),
                                       size_sum(op, reach(op, w.kernel, w.dilation), output_padding[i]));
    w.in = full - size_product(op, 2, w.padding);
    if (w.in < 1)
      fail("{}: input {} and weight {} give an output of {}, wants at least 1 (padding {} takes away {})", op,
           x.sizes(), weight.sizes(), w.in, w.padding, 2 * w.padding);
    if (w.out == 1) w.stride = 1;  // there is no second window
  }
  check_conv_size(op, c);
  return convolve_transposed(c, x, weight, bias);
}

}  // namespace wengert
