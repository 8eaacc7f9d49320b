// Matrix products, by the number of dimensions of their factors.
#include "wengert/ops/matmul.h"
#include "ops/gemm.h"
#include "ops/in_place.h"
#include "ops/reduce_dims.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "wengert/autograd/mode.h"

namespace wengert {

using autograd::record;
using autograd::saving;

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

static Tensor matrix_times_vector(const char* op, const Tensor& a, const Tensor& vector) {
  check_dims(op, a, 2, vector, 1);
  if (a.size(1) != vector.size(0))
    fail("{}: {} times {}: sizes {} and {} of the dimension to sum over differ", op, a.sizes(),
         vector.sizes(), a.size(1), vector.size(0));
  return multiply(op, vector, Trans::No, a, Trans::Yes);  // (x^T A^T)^T
}
Tensor mv(const Tensor& a, const Tensor& vector) { return matrix_times_vector("mv", a, vector); }

Tensor dot(const Tensor& a, const Tensor& b) {
  check_dims("dot", a, 1, b, 1);
  if (a.numel() != b.numel())
    fail("dot: the vectors have {} and {} elements, wants as many in both", a.numel(), b.numel());
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
  if (a.dim() == 2 && b.dim() == 1) return matrix_times_vector("matmul", a, b);
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

Tensor Tensor::matmul(const Tensor& other) const { return wengert::matmul(*this, other); }
Tensor Tensor::mm(const Tensor& other) const { return wengert::mm(*this, other); }
Tensor Tensor::bmm(const Tensor& other) const { return wengert::bmm(*this, other); }
Tensor Tensor::mv(const Tensor& vector) const { return wengert::mv(*this, vector); }
Tensor Tensor::dot(const Tensor& other) const { return wengert::dot(*this, other); }
Tensor Tensor::outer(const Tensor& other) const { return wengert::outer(*this, other); }

}  // namespace wengert
