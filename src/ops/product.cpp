// Products of elements, and running sums and products.
//
//   prod:     dx_k = dy prod_{j != k} x_j
//   cumsum:   dx_k = sum_{i >= k} dy_i
//   cumprod:  dx_k = sum_{i >= k} dy_i prod_{j <= i, j != k} x_j
//
// Where no x is 0, the products without x_k are y / x_k. Zeros need them multiplied out.
#include "autograd/record.h"
#include "kernels/reduce.h"
#include "ops/reduce_dims.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "wengert/ops/comparison.h"
#include "wengert/ops/reduction.h"
#include "wengert/ops/views.h"

namespace wengert {

using autograd::output;
using autograd::record;
using autograd::saving;

namespace {

bool has_zero(const Tensor& x) {
  const NoGradGuard quiet;
  return any(x == 0).item<bool>();
}

/// A mask over dimensions d and d + 1 of size n, for tensors with `dims` dimensions: f(k, i).
template <class F>
Tensor square_mask(std::int64_t dims, std::int64_t d, std::int64_t n, F f) {
  Shape sizes = Shape::filled(dims, 1);
  sizes[d] = sizes[d + 1] = n;
  const Tensor mask = make_tensor(sizes, ScalarType::Bool);
  for (std::int64_t k = 0; k < n; ++k)
    for (std::int64_t i = 0; i < n; ++i) elements<bool>(mask)[k * n + i] = f(k, i);
  return mask;
}

/// n copies of x along a new dimension d; in copy k, element k along the old dimension (now d + 1) is 1.
Tensor without_each(const Tensor& x, std::int64_t d) {
  const std::int64_t n = x.sizes()[std::size_t(d)];
  const Tensor itself = square_mask(x.dim() + 1, d, n, [](auto k, auto i) { return k == i; });
  return where(itself, 1, restore_dims(x, Dims(1u << d)));
}

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

/// The scan of x along d: rows of the box {outer, n, inner}.
template <class F>
Tensor scan(const char* op, const Tensor& x, std::int64_t d, F kernel) {
  const NoGradGuard quiet;
  const Tensor in = x.contiguous(), y = make_tensor(x.impl()->sizes, x.dtype());
  kernels::Box box;
  for (std::int64_t i = 0; i < x.dim(); ++i)
    (i < d ? box.outer : i == d ? box.reduced : box.inner) *= x.sizes()[std::size_t(i)];
  dispatch_numbers(op, x.dtype(), [&]<class T>(T) { kernel(elements<const T>(in), box, elements<T>(y)); });
  return y;
}

Tensor reversed_cumsum(const Tensor& x, std::int64_t d) { return flip(cumsum(flip(x, d), d), d); }

Tensor converted(const Tensor& x, optional<ScalarType> dtype) {
  return x.to(dtype.value_or(x.dtype() == ScalarType::Bool ? ScalarType::Long : x.dtype()));
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

Tensor cumsum(const Tensor& x, std::int64_t dim, optional<ScalarType> dtype) {
  check_defined("cumsum", "the tensor", x);
  const std::int64_t d = wrap_dim("cumsum", dim, x.dim());
  const Tensor in = converted(x, dtype);
  const Tensor y = scan("cumsum", in, d, []<class T>(const T* from, auto box, T* to) {
    kernels::cumsum<T>({from, box, to});
  });
  return record("cumsum", y, {in},
                [d](const Tensor& dy) { return dy.dim() == 0 ? dy : reversed_cumsum(dy, d); });
}

Tensor cumprod(const Tensor& x, std::int64_t dim, optional<ScalarType> dtype) {
  check_defined("cumprod", "the tensor", x);
  const std::int64_t d = wrap_dim("cumprod", dim, x.dim());
  const Tensor in = converted(x, dtype);
  const Tensor y = scan("cumprod", in, d, []<class T>(const T* from, auto box, T* to) {
    kernels::cumprod<T>({from, box, to});
  });
  return record("cumprod", y, {in},
                saving(in, output(y), [d](const Tensor& dy, const Tensor& saved_x, const Tensor& saved_y) {
                  if (saved_x.dim() == 0) return dy;
                  if (!has_zero(saved_x)) return reversed_cumsum(dy * saved_y, d) / saved_x;
                  // [k, i]: products up to i without x_k; those that end before k do not have it
                  const Tensor products = cumprod(without_each(saved_x, d), d + 1);
                  const Tensor before = square_mask(products.dim(), d, saved_x.sizes()[std::size_t(d)],
                                                    [](auto k, auto i) { return i < k; });
                  return (masked_fill(products, before, 0) * restore_dims(dy, Dims(1u << d))).sum(d + 1);
                }));
}

Tensor Tensor::prod(optional<ScalarType> dtype) const { return wengert::prod(*this, dtype); }
Tensor Tensor::prod(std::int64_t d, bool keepdim, optional<ScalarType> dtype) const {
  return wengert::prod(*this, d, keepdim, dtype);
}
Tensor Tensor::cumsum(std::int64_t d, optional<ScalarType> dtype) const {
  return wengert::cumsum(*this, d, dtype);
}
Tensor Tensor::cumprod(std::int64_t d, optional<ScalarType> dtype) const {
  return wengert::cumprod(*this, d, dtype);
}

}  // namespace wengert
