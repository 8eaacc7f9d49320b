// y = x W^T + b: x [..., in], W [out, in], b [out], y [..., out]; or W [in], no b, y [...].
//
//   dx = dy W,   dW = sum over all rows of dy^T x,   db = sum over all rows of dy (which backward sums)
#include "wengert/ops/linear.h"
#include "autograd/record.h"
#include "ops/gemm.h"
#include "tensor/check.h"
#include "tensor/dense.h"
#include "tensor/dispatch.h"
#include "tensor/tensor.h"
#include "wengert/ops/matmul.h"

namespace wengert {

using autograd::record;
using autograd::saving;

namespace {

void check(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  check_defined("linear", "the input", x);
  check_defined("linear", "the weight", weight);
  if (weight.dim() != 2 && (weight.dim() != 1 || bias.defined()))
    fail("linear: the weight has shape {}, wants [out, in]{}", weight.sizes(),
         bias.defined() ? "" : ", or [in] for one output without a dimension");
  const std::int64_t in = weight.sizes().back();
  if (x.dim() == 0) fail("linear: the input is 0-d, wants [..., {}]", in);
  if (x.sizes().back() != in)
    fail("linear: input {} has {} features, but weight {} takes {}", x.sizes(), x.sizes().back(),
         weight.sizes(), in);
  if (bias.defined() && (bias.dim() != 1 || bias.numel() != weight.sizes()[0]))
    fail("linear: bias has shape {}, wants [{}] as weight {} gives", bias.sizes(), weight.sizes()[0],
         weight.sizes());
  if (x.dtype() != weight.dtype() || (bias.defined() && bias.dtype() != x.dtype()))
    fail("linear: input {}, weight {} and bias {} must be of one type; convert with to(), as in x.to(kFloat)",
         x.dtype(), weight.dtype(), bias.defined() ? bias.dtype() : weight.dtype());
}

}  // namespace

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  check(x, weight, bias);
  if (weight.dim() == 1) return matmul(x, weight);
  const std::int64_t out = weight.sizes()[0], in = weight.sizes()[1];
  Shape sizes = x.impl()->sizes;
  sizes[sizes.size() - 1] = out;
  const Tensor y = make_tensor(sizes, x.dtype());
  const std::int64_t rows = out > 0 ? y.numel() / out : 0;
  const Tensor dense_x = dense(x), dense_weight = dense(weight), dense_bias = dense(bias);
  dispatch_numbers("linear", x.dtype(), [&]<class T>(T) {
    kernels::linear(elements<const T>(dense_x), elements<const T>(dense_weight),
                    elements<const T>(dense_bias), rows, in, out, elements<T>(y));
  });
  return record(
      "linear", y, {x, weight, bias},
      saving(weight, [](const Tensor& dy,
                        const Tensor& W) { return multiply("matmul", dy, Trans::No, W, Trans::No); }),
      saving(x, [](const Tensor& dy, const Tensor& saved_x) { return multiply_rows("matmul", dy, saved_x); }),
      [](const Tensor& dy) { return dy; });
}

}  // namespace wengert
