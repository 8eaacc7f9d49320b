// y = beta x + alpha a b.
#include "wengert/ops/addmm.h"
#include "ops/gemm.h"
#include "ops/in_place.h"
#include "ops/scaled.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "tensor/elementwise.h"
#include "tensor/tensor.h"

namespace wengert {

using autograd::record;
using autograd::saving;

namespace {

Tensor add_product(const char* op, const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& beta,
                   const Scalar& alpha) {
  check_defined(op, "the tensor to add to", x);
  if (x.dtype() != a.dtype())
    fail("{}: got {} to add to and factors {} and {}, wants one type", op, describe(x), describe(a),
         describe(b));
  if (!x.is_floating_point() && (alpha.is_floating_point() || beta.is_floating_point()))
    fail("{}: alpha = {} and beta = {} would lose their fraction among {} tensors", op, alpha.to_double(),
         beta.to_double(), x.dtype());
  Shape sizes = a.impl()->sizes;
  const std::int64_t last = sizes.size() - 1, k = sizes[last];
  sizes[last] = b.sizes()[std::size_t(last)];
  if (b.sizes()[std::size_t(last - 1)] != k || (last == 2 && a.sizes()[0] != b.sizes()[0]))
    fail("{}: {} times {} has no product", op, a.sizes(), b.sizes());
  if (!(broadcast_shapes(op, x.impl()->sizes, sizes) == sizes))
    fail("{}: shape {} does not broadcast to {}, the product's", op, x.sizes(), sizes);

  const Tensor y = make_tensor(sizes, a.dtype());
  if (beta.to_double() != 0) copy_elements(y, x);
  multiply_into(op, y, alpha, a, Trans::No, b, Trans::No, beta);
  return record(
      op, y, {x, a, b}, [beta](const Tensor& dy) { return scaled(dy, beta); },
      saving(b,
             [op, alpha](const Tensor& dy, const Tensor& saved_b) {
               return scaled(multiply(op, dy, Trans::No, saved_b, Trans::Yes), alpha);
             }),
      saving(a, [op, alpha](const Tensor& dy, const Tensor& saved_a) {
        return scaled(multiply(op, saved_a, Trans::Yes, dy, Trans::No), alpha);
      }));
}

}  // namespace

Tensor addmm(const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& beta, const Scalar& alpha) {
  check_dims("addmm", a, 2, b, 2);
  return add_product("addmm", x, a, b, beta, alpha);
}

Tensor& Tensor::addmm_(const Tensor& a, const Tensor& b, const Scalar& beta, const Scalar& alpha) const {
  check_defined("addmm_", "the tensor", *this);
  return autograd::in_place("addmm_", *this, {a, b},
                            [&](const Tensor& self) { return wengert::addmm(self, a, b, beta, alpha); });
}

Tensor baddbmm(const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& beta, const Scalar& alpha) {
  check_dims("baddbmm", a, 3, b, 3);
  return add_product("baddbmm", x, a, b, beta, alpha);
}

Tensor Tensor::addmm(const Tensor& a, const Tensor& b, const Scalar& beta, const Scalar& alpha) const {
  return wengert::addmm(*this, a, b, beta, alpha);
}

}  // namespace wengert
