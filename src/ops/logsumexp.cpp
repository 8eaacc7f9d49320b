// y = log sum exp(x), computed relative to the largest element: dx = dy exp(x - y), the softmax of x.
#include "wengert/ops/logsumexp.h"
#include "autograd/record.h"
#include "kernels/reduce.h"
#include "ops/reduce_dims.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "wengert/ops/unary.h"

namespace wengert {

Tensor logsumexp(const Tensor& x, IntArrayRef dims, bool keepdim) {
  check_defined("logsumexp", "the tensor", x);
  if (!x.is_floating_point()) return logsumexp(x.to(get_default_dtype()), dims, keepdim);
  const Dims set = fold_dims("logsumexp", dims, x.dim());
  const Shape sizes = x.impl()->sizes;
  const Folding f = folding(x, set);
  const Tensor y = make_tensor(folded_sizes(sizes, set, keepdim), x.dtype());
  dispatch_floating("logsumexp", x.dtype(), [&]<class T>(T) {
    kernels::logsumexp<T>({elements<const T>(f.x), f.box, elements<T>(y)});
  });
  return autograd::record(
      "logsumexp", y, {x},
      autograd::saving(
          x, autograd::output(y), [=](const Tensor& dy, const Tensor& saved_x, const Tensor& saved_y) {
            return unfold(dy, sizes, set, keepdim) * exp(saved_x - unfold(saved_y, sizes, set, keepdim));
          }));
}

Tensor Tensor::logsumexp(IntArrayRef dims, bool keepdim) const {
  return wengert::logsumexp(*this, dims, keepdim);
}

}  // namespace wengert
