// Matrix products, by the number of dimensions of their factors.
#include "ops/in_place.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "tensor/elementwise.h"
#include "ops/reduce_dims.h"
#include "ops/matrix.h"
#include "wengert/ops/linalg.h"

namespace wengert {

using autograd::record;
using autograd::saving;

namespace {

void check_dims(const char* op, const Tensor& a, std::int64_t dims_a, const Tensor& b, std::int64_t dims_b) {
  check_factors(op, a, b);
  if (a.dim() != dims_a || b.dim() != dims_b) [[unlikely]]
    fail("{}: got shapes {} and {}, wants {} and {} dimensions{}", op, a.sizes(), b.sizes(), dims_a, dims_b,
         a.dim() > 0 && b.dim() > 0 ? "; matmul takes any" : "");
}

}  // namespace

Tensor mm(const Tensor& a, const Tensor& b) {
  check_dims("mm", a, 2, b, 2);
  return multiply("mm", a, Trans::No, b, Trans::No);
}

Tensor bmm(const Tensor& a, const Tensor& b) {
  check_dims("bmm", a, 3, b, 3);
  if (a.sizes()[0] != b.sizes()[0])
    fail("bmm: {} times {}: {} matrices against {}; matmul broadcasts", a.sizes(), b.sizes(), a.sizes()[0],
         b.sizes()[0]);
  return multiply("bmm", a, Trans::No, b, Trans::No);
}

Tensor mv(const Tensor& a, const Tensor& vector) {
  check_dims("mv", a, 2, vector, 1);
  return multiply("mv", vector, Trans::No, a, Trans::Yes);  // (x^T A^T)^T
}

Tensor dot(const Tensor& a, const Tensor& b) {
  check_dims("dot", a, 1, b, 1);
  if (a.numel() != b.numel()) fail("dot: vectors of {} and {} elements", a.numel(), b.numel());
  const Tensor y = make_tensor({}, a.dtype());
  {
    const NoGradGuard quiet;
    const Tensor x = a.contiguous(), z = b.contiguous();
    dispatch_numbers("dot", a.dtype(), [&]<class T>(T) {
      *elements<T>(y) = kernels::dot(elements<const T>(x), elements<const T>(z), a.numel());
    });
  }
  return record("dot", y, {a, b},
                saving(b, [](const Tensor& dy, const Tensor& saved_b) { return dy * saved_b; }),
                saving(a, [](const Tensor& dy, const Tensor& saved_a) { return dy * saved_a; }));
}

Tensor outer(const Tensor& a, const Tensor& b) {
  check_dims("outer", a, 1, b, 1);
  return multiply_rows("outer", a, b);
}
Tensor ger(const Tensor& a, const Tensor& b) { return outer(a, b); }

Tensor matmul(const Tensor& a, const Tensor& b) {
  check_factors("matmul", a, b);
  if (a.dim() == 0 || b.dim() == 0)
    fail("matmul: got shapes {} and {}, wants at least one dimension each; * multiplies by a number",
         a.sizes(), b.sizes());
  if (a.dim() == 1 && b.dim() == 1) return dot(a, b);
  if (a.dim() == 2 && b.dim() == 1) return mv(a, b);
  if (b.dim() == 1) {
    const Tensor y = multiply("matmul", a, Trans::No, restore_dims(b, Dims(2)), Trans::No);
    return drop_dims(y, Dims(1u << (y.dim() - 1)));
  }
  if (a.dim() == 1 && b.dim() > 2) {
    const Tensor y = multiply("matmul", restore_dims(a, Dims(1)), Trans::No, b, Trans::No);
    return drop_dims(y, Dims(1u << (y.dim() - 2)));
  }
  return multiply("matmul", a, Trans::No, b, Trans::No);
}

// ---- y = beta x + alpha a b ----

namespace {

Tensor scaled(const Tensor& x, const Scalar& factor) { return factor.to_double() == 1 ? x : x * factor; }

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

Tensor Tensor::matmul(const Tensor& other) const { return wengert::matmul(*this, other); }
Tensor Tensor::mm(const Tensor& other) const { return wengert::mm(*this, other); }
Tensor Tensor::bmm(const Tensor& other) const { return wengert::bmm(*this, other); }
Tensor Tensor::mv(const Tensor& vector) const { return wengert::mv(*this, vector); }
Tensor Tensor::dot(const Tensor& other) const { return wengert::dot(*this, other); }
Tensor Tensor::outer(const Tensor& other) const { return wengert::outer(*this, other); }
Tensor Tensor::addmm(const Tensor& a, const Tensor& b, const Scalar& beta, const Scalar& alpha) const {
  return wengert::addmm(*this, a, b, beta, alpha);
}

}  // namespace wengert
