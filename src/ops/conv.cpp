// conv1d and conv2d: from the arguments to the windows (convolution.h).
//
//   out = (in + padding in front + padding behind - reach) / stride + 1,   reach = dilation (kernel - 1) + 1
#include "ops/conv.h"
#include "autograd/record.h"
#include "tensor/check.h"
#include "tensor/dense.h"
#include "tensor/dispatch.h"
#include "tensor/tensor.h"
#include "wengert/base/fmt.h"
#include "wengert/ops/conv.h"
#include "wengert/tensor.h"

namespace wengert {

using autograd::record;
using autograd::saving;

Shape Convolution::sizes(std::int64_t channels, std::int64_t rows, std::int64_t cols) const {
  Shape s;
  if (batched) s.push_back(shape.n);
  s.push_back(channels);
  if (dims == 2) s.push_back(rows);
  s.push_back(cols);
  return s;
}

Shape Convolution::weight_sizes() const {
  Shape s{shape.out, shape.in / shape.groups};
  if (dims == 2) s.push_back(shape.rows.kernel);
  s.push_back(shape.cols.kernel);
  return s;
}

Tensor Convolution::bias_gradient(const Tensor& dy) const {
  Shape others;
  for (std::int64_t d = 0; d < dy.dim(); ++d)
    if (d != (batched ? 1 : 0)) others.push_back(d);
  return dy.sum(others);
}

Tensor convolve(const Convolution& c, const Tensor& x, const Tensor& weight, const Tensor& bias) {
  const Tensor y = make_tensor(c.y_sizes(), x.dtype());
  const Tensor dense_x = dense(x), dense_weight = dense(weight), dense_bias = dense(bias);
  dispatch_floating(c.name(), x.dtype(), [&]<class T>(T) {
    kernels::convolution<T>({elements<const T>(dense_x), elements<const T>(dense_weight),
                             elements<const T>(dense_bias), c.shape, elements<T>(y)});
  });
  return record(
      c.name(), y, {x, weight, bias},
      saving(weight, [c](const Tensor& dy, const Tensor& W) { return convolve_transposed(c, dy, W); }),
      saving(x, [c](const Tensor& dy, const Tensor& saved_x) { return convolve_weight(c, saved_x, dy); }),
      [c](const Tensor& dy) { return c.bias_gradient(dy); });
}

Tensor convolve_transposed(const Convolution& c, const Tensor& dy, const Tensor& weight, const Tensor& bias) {
  const Tensor dx = make_tensor(c.x_sizes(), dy.dtype());
  const Tensor dense_dy = dense(dy), dense_weight = dense(weight), dense_bias = dense(bias);
  dispatch_floating(c.transposed_name(), dy.dtype(), [&]<class T>(T) {
    kernels::convolution_transposed<T>({elements<const T>(dense_dy), elements<const T>(dense_weight),
                                        elements<const T>(dense_bias), c.shape, elements<T>(dx)});
  });
  return record(c.transposed_name(), dx, {dy, weight, bias},
                saving(weight, [c](const Tensor& ddx, const Tensor& W) { return convolve(c, ddx, W); }),
                saving(dy, [c](const Tensor& ddx,
                               const Tensor& saved_dy) { return convolve_weight(c, ddx, saved_dy); }),
                [c](const Tensor& ddx) { return c.bias_gradient(ddx); });
}

Tensor convolve_weight(const Convolution& c, const Tensor& x, const Tensor& dy) {
  const Tensor dweight = make_tensor(c.weight_sizes(), x.dtype());
  const Tensor dense_x = dense(x), dense_dy = dense(dy);
  dispatch_floating(c.name(), x.dtype(), [&]<class T>(T) {
    kernels::convolution_weight<T>(
        {elements<const T>(dense_x), elements<const T>(dense_dy), c.shape, elements<T>(dweight)});
  });
  return record("conv_weight", dweight, {x, dy},
                saving(dy, [c](const Tensor& v,
                               const Tensor& saved_dy) { return convolve_transposed(c, saved_dy, v); }),
                saving(x, [c](const Tensor& v, const Tensor& saved_x) { return convolve(c, saved_x, v); }));
}

Pair per_dim(const char* op, const char* name, IntArrayRef values, int dims, std::int64_t least) {
  // A sequence is an image of one row, for which every option has its smallest value.
  const Pair both = pair(op, name, values, dims, least);
  for (const std::int64_t& v : values)
    if (v < least) fail("{}: {} is {}, wants at least {}", op, name, values, least);
  return both;
}

void check_convolution(const char* op, const Tensor& x, const Tensor& weight, const Tensor& bias, int dims,
                       std::int64_t groups) {
  check_defined(op, "the input", x);
  check_defined(op, "the weight", weight);
  const char* spatial = dims == 1 ? "length" : "height, width";
  if (x.dim() != dims + 1 && x.dim() != dims + 2)
    fail("{}: the input has shape {}, wants [batch, channels, {}] or [channels, {}]", op, x.sizes(), spatial,
         spatial);
  if (weight.dim() != dims + 2)
    fail("{}: the weight has shape {}, wants {} dimensions", op, weight.sizes(), dims + 2);
  if (x.dtype() != weight.dtype() || (bias.defined() && bias.dtype() != x.dtype()))
    fail("{}: input {}, weight {} and bias {} must be of one type; convert with to(), as in x.to(kFloat)", op,
         x.dtype(), weight.dtype(), bias.defined() ? bias.dtype() : weight.dtype());
  if (!x.is_floating_point()) fail("{}: the input is {}, wants float32 or float64", op, x.dtype());
  for (std::int64_t d = 1; d <= dims; ++d) {
    if (x.size(-d) == 0) fail("{}: the input has shape {}, wants [{}] of at least 1", op, x.sizes(), spatial);
    if (weight.size(-d) == 0)
      fail("{}: the weight has shape {}, wants a kernel of at least 1", op, weight.sizes());
  }
  if (groups < 1) fail("{}: groups is {}, wants at least 1", op, groups);
  if (weight.size(0) == 0 || weight.size(0) % groups != 0)
    fail("{}: the weight has shape {}, wants a first size that {} groups divide", op, weight.sizes(), groups);
}

void check_conv_bias(const char* op, const Tensor& bias, std::int64_t channels) {
  if (bias.defined() && (bias.dim() != 1 || bias.numel() != channels))
    fail("{}: bias has shape {}, wants [{}], one for each channel of the output", op, bias.sizes(), channels);
}

void check_conv_size(const char* op, const Convolution& c) {
  const auto padded = [](const kernels::Window& w) {
    return double(w.in) + 2 * double(w.padding) + double(w.dilation) * double(w.kernel - 1) + double(w.out);
  };
  const kernels::ConvShape& s = c.shape;
  if (padded(s.rows) * padded(s.cols) * (double(s.in) + double(s.out)) > 0x1p56)
    fail("{}: an input of {} would be too large with its padding", op, c.x_sizes());
}

std::int64_t reach(const char* op, std::int64_t kernel, std::int64_t dilation) {
  return size_sum(op, size_product(op, kernel - 1, dilation), 1);
}

std::int64_t size_product(const char* op, std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  if (__builtin_mul_overflow(a, b, &r)) fail("{}: sizes {} times {} are more than an int64 holds", op, a, b);
  return r;
}

std::int64_t size_sum(const char* op, std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  if (__builtin_add_overflow(a, b, &r)) fail("{}: sizes {} plus {} are more than an int64 holds", op, a, b);
  return r;
}

namespace {

/// Numbers, or a name.
struct PaddingArgument {
  IntArrayRef numbers;
  const std::string* name = nullptr;
};

struct Padding {
  Pair front{}, behind{};
};

Padding same_padding(const char* op, const Tensor& weight, const Pair& stride, const Pair& dilation,
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

Padding padding_of(const char* op, const PaddingArgument& padding, const Tensor& weight, const Pair& stride,
                   const Pair& dilation, int dims) {
  if (!padding.name) {
    const Pair both = per_dim(op, "padding", padding.numbers, dims, 0);
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
  const Pair stride = per_dim(op, "stride", stride_values, dims, 1),
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
