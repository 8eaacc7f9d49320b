// conv1d and conv2d: from the arguments to the windows (convolution.h).
//
//   out = (in + padding in front + padding behind - reach) / stride + 1,   reach = dilation (kernel - 1) + 1
#include "tensor/check.h"
#include "ops/convolution.h"
#include "wengert/ops/convolution.h"

namespace wengert {
namespace {

/// Numbers, or a name.
struct PaddingArgument {
  IntArrayRef numbers;
  const std::string* name = nullptr;
};

struct Padding {
  PerDim front{}, behind{};
};

Padding same_padding(const char* op, const Tensor& weight, const PerDim& stride, const PerDim& dilation,
                     int dims) {
  Padding p;
  for (int d = 2 - dims; d < 2; ++d) {
    const std::size_t i = std::size_t(d);
    if (stride[i] != 1) fail("{}: padding \"same\" wants a stride of 1, got {}", op, stride[i]);
    const std::int64_t total = reach(op, weight.size(d - 2), dilation[i]) - 1;
    p.front[i] = total / 2;
    p.behind[i] = total - total / 2;
  }
  return p;
}

Padding padding_of(const char* op, const PaddingArgument& padding, const Tensor& weight, const PerDim& stride,
                   const PerDim& dilation, int dims) {
  if (!padding.name) {
    const PerDim both = per_dim(op, "padding", padding.numbers, dims, 0);
    return {both, both};
  }
  if (*padding.name == "same") return same_padding(op, weight, stride, dilation, dims);
  if (*padding.name != "valid")
    fail("{}: padding is \"{}\", wants \"same\", \"valid\" or numbers", op, *padding.name);
  return {};
}

Tensor conv(int dims, const Tensor& x, const Tensor& weight, const Tensor& bias, IntArrayRef stride_values,
            const PaddingArgument& padding_argument, IntArrayRef dilation_values, std::int64_t groups) {
  const char* op = dims == 1 ? "conv1d" : "conv2d";
  check_convolution(op, x, weight, bias, dims, groups);
  const PerDim stride = per_dim(op, "stride", stride_values, dims, 1),
               dilation = per_dim(op, "dilation", dilation_values, dims, 1);
  const Padding padding = padding_of(op, padding_argument, weight, stride, dilation, dims);

  Convolution c;
  c.dims = dims;
  c.batched = x.dim() == dims + 2;
  c.shape.n = c.batched ? x.size(0) : 1;
  c.shape.in = x.size(-dims - 1);
  c.shape.out = weight.size(0);
  c.shape.groups = groups;
  if (size_product(op, weight.size(1), groups) != c.shape.in)
    fail("{}: input {} has {} channels, but weight {} with {} groups takes {}", op, x.sizes(), c.shape.in,
         weight.sizes(), groups, weight.size(1) * groups);
  check_conv_bias(op, bias, c.shape.out);
  for (int d = 2 - dims; d < 2; ++d) {
    const std::size_t i = std::size_t(d);
    kernels::Window& w = d == 0 ? c.shape.rows : c.shape.cols;
    w = {x.size(d - 2), weight.size(d - 2), 0, stride[i], padding.front[i], dilation[i]};
    const std::int64_t padded = size_sum(op, size_sum(op, w.in, padding.front[i]), padding.behind[i]),
                       needed = reach(op, w.kernel, w.dilation);
    if (padded < needed)
      fail("{}: a kernel of {} with dilation {} reaches over {}, but input {} with its padding has {}", op,
           w.kernel, w.dilation, needed, x.sizes(), padded);
    w.out = (padded - needed) / w.stride + 1;
    if (w.out == 1) w.stride = 1;  // there is no second window
  }
  check_conv_size(op, c);
  return convolve(c, x, weight, bias);
}

}  // namespace

Tensor conv2d(const Tensor& x, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
              IntArrayRef padding, IntArrayRef dilation, std::int64_t groups) {
  return conv(2, x, weight, bias, stride, {padding}, dilation, groups);
}
Tensor conv1d(const Tensor& x, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
              IntArrayRef padding, IntArrayRef dilation, std::int64_t groups) {
  return conv(1, x, weight, bias, stride, {padding}, dilation, groups);
}
Tensor detail::conv2d_named(const Tensor& x, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
                            const std::string& padding, IntArrayRef dilation, std::int64_t groups) {
  return conv(2, x, weight, bias, stride, {{}, &padding}, dilation, groups);
}
Tensor detail::conv1d_named(const Tensor& x, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
                            const std::string& padding, IntArrayRef dilation, std::int64_t groups) {
  return conv(1, x, weight, bias, stride, {{}, &padding}, dilation, groups);
}

}  // namespace wengert
