// y = (sum |x|^p)^(1/p).
//
//   dx = dy sign(x) (|x| / y)^(p - 1), and 0 where y is 0: there the norm has a kink, 0 is a subgradient.
//   p = inf, -inf: the elements whose |x| is y share dy.   p = 0 (a count): 0.
#include <cmath>
#include <limits>

#include "autograd/record.h"
#include "kernels/reduce.h"
#include "ops/reduce_dims.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/norm.h"
#include "wengert/ops/pow.h"
#include "wengert/ops/unary.h"
#include "wengert/ops/where.h"

namespace wengert {

using autograd::output;
using autograd::record;
using autograd::saving;

namespace {

/// dy and y have x's number of dimensions, 1 where elements were folded.
Tensor gradient(const Tensor& dy, const Tensor& x, const Tensor& y, const Shape& folded, double p) {
  if (p == 0) return zeros(x.sizes(), x.dtype());
  if (p == 1) return dy * sign(x);
  if (p == 2) return x * (dy / masked_fill(y, y == 0, 1));
  if (std::isinf(p)) {
    const Tensor mask = (abs(x) == y).to(x.dtype());
    const Tensor count = x.dim() == 0 ? mask : mask.sum(folded, true);
    return sign(x) * mask * (dy / count);
  }
  // 1 in place of each 0, so that no infinity arises that 0 would turn into NaN, here or in the second order
  const Tensor zero = y == 0, ratio = masked_fill(abs(x), x == 0, 1) / masked_fill(y, zero, 1);
  return dy * masked_fill(sign(x) * pow(ratio, p - 1), zero, 0);
}

Tensor norm_over(const Tensor& x, double p, Dims dims, bool keepdim) {
  if (!x.is_floating_point()) fail("norm: not defined for {}; convert first, as in x.to(kFloat)", x.dtype());
  if (std::isnan(p)) fail("norm: p is NaN");
  const Shape sizes = x.impl()->sizes;
  const Folding f = folding(x, dims);
  if (p < 0 && f.box.reduced == 0 && f.box.out_size() > 0)
    fail("norm: p = {} of shape {}: no elements to choose from", p, sizes);
  const Tensor y = make_tensor(folded_sizes(sizes, dims, keepdim), x.dtype());
  dispatch_floating("norm", x.dtype(), [&]<class T>(T) {
    kernels::norm<T>({elements<const T>(f.x), f.box, p, elements<T>(y)});
  });
  return record("norm", y, {x},
                saving(x, output(y), [=](const Tensor& dy, const Tensor& saved_x, const Tensor& saved_y) {
                  Shape folded;
                  for (std::int64_t d = 0; d < saved_x.dim(); ++d)
                    if (dims[std::size_t(d)]) folded.push_back(d);
                  const bool has_dims = keepdim || saved_y.dim() == 0;
                  return gradient(has_dims ? dy : restore_dims(dy, dims), saved_x,
                                  has_dims ? saved_y : restore_dims(saved_y, dims), folded, p);
                }));
}

}  // namespace

Tensor norm(const Tensor& x, const Scalar& p) { return norm(x, optional<Scalar>(p), {}, false); }
Tensor norm(const Tensor& x, const optional<Scalar>& p, IntArrayRef dims, bool keepdim) {
  check_defined("norm", "the tensor", x);
  return norm_over(x, p ? p->to_double() : 2, fold_dims("norm", dims, x.dim()), keepdim);
}

Tensor Tensor::norm(const Scalar& p) const { return wengert::norm(*this, p); }
Tensor Tensor::norm(const optional<Scalar>& p, IntArrayRef dims, bool keepdim) const {
  return wengert::norm(*this, p, dims, keepdim);
}

}  // namespace wengert
