// Running sums and products.
//
//   cumsum:   dx_k = sum_{i >= k} dy_i
//   cumprod:  dx_k = sum_{i >= k} dy_i prod_{j <= i, j != k} x_j
//
// Where no x is 0, the products without x_k are y / x_k. Zeros need them multiplied out.
#include "wengert/ops/cumsum.h"
#include "autograd/record.h"
#include "kernels/reduce.h"
#include "ops/leave_one_out.h"
#include "ops/reduce_dims.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/flip.h"
#include "wengert/ops/where.h"

namespace wengert {

using autograd::output;
using autograd::record;
using autograd::saving;

namespace {

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

}  // namespace

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

Tensor Tensor::cumsum(std::int64_t d, optional<ScalarType> dtype) const {
  return wengert::cumsum(*this, d, dtype);
}
Tensor Tensor::cumprod(std::int64_t d, optional<ScalarType> dtype) const {
  return wengert::cumprod(*this, d, dtype);
}

}  // namespace wengert
