// Products of elements: dx_k = dy prod_{j != k} x_j.
//
// Where no x is 0, the product without x_k is y / x_k. Zeros need it multiplied out.
#include "wengert/ops/prod.h"
#include "autograd/record.h"
#include "kernels/reduce.h"
#include "ops/leave_one_out.h"
#include "ops/reduce_dims.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "wengert/ops/where.h"

namespace wengert {

using autograd::output;
using autograd::record;
using autograd::saving;

namespace {

/// dx of prod over dimension d in a pass, for the first order: with one zero, only it has a gradient, with
/// two nothing has.
Tensor prod_gradient_with_zeros(const Tensor& dy, const Tensor& x, std::int64_t d) {
  const Tensor zero = x == 0, zeros_in_fold = zero.sum(d, true);
  const Tensor rest = masked_fill(x, zero, 1).prod(d, true);  // the product without its zeros
  return dy * where(zero, where(zeros_in_fold == 1, rest, 0), where(zeros_in_fold == 0, rest / x, 0));
}

Tensor prod_along(const Tensor& x, std::int64_t d, bool keepdim) {
  const Dims dims(1u << d);
  const Shape sizes = x.impl()->sizes;
  const Folding f = folding(x, dims);
  const Tensor y = make_tensor(folded_sizes(sizes, dims, keepdim), x.dtype());
  dispatch_numbers("prod", x.dtype(), [&]<class T>(T) {
    kernels::prod<T>({elements<const T>(f.x), f.box, elements<T>(y)});
  });
  return record("prod", y, {x},
                saving(x, output(y), [=](const Tensor& dy, const Tensor& saved_x, const Tensor& saved_y) {
                  const Tensor wide = unfold(dy, sizes, dims, keepdim);
                  if (saved_x.dim() == 0) return wide;
                  if (!has_zero(saved_x)) return wide * unfold(saved_y, sizes, dims, keepdim) / saved_x;
                  if (!GradMode::is_enabled()) return prod_gradient_with_zeros(wide, saved_x, d);
                  return wide * without_each(saved_x, d).prod(d + 1);
                }));
}

}  // namespace

Tensor prod(const Tensor& x, optional<ScalarType> dtype) {
  check_defined("prod", "the tensor", x);
  return prod_along(converted(x, dtype).reshape(-1), 0, false);
}
Tensor prod(const Tensor& x, std::int64_t d, bool keepdim, optional<ScalarType> dtype) {
  check_defined("prod", "the tensor", x);
  return prod_along(converted(x, dtype), wrap_dim("prod", d, x.dim()), keepdim);
}

Tensor Tensor::prod(optional<ScalarType> dtype) const { return wengert::prod(*this, dtype); }
Tensor Tensor::prod(std::int64_t d, bool keepdim, optional<ScalarType> dtype) const {
  return wengert::prod(*this, d, keepdim, dtype);
}

}  // namespace wengert
