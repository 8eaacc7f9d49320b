// Sums, differences and products of tensors and numbers, with their gradients.
#include "wengert/ops/arithmetic.h"
#include "ops/elementwise_in_place.h"
#include "ops/scaled.h"

namespace wengert {

using autograd::record;
using autograd::saving;
using kernels::Binary;

namespace {

void check_alpha(const char* op, ScalarType dtype, const Scalar& alpha) {
  if (alpha.kind() == ScalarType::Bool && dtype != ScalarType::Bool)
    fail("{}: alpha is a bool, but the result is {}", op, dtype);
  if (alpha.is_floating_point() && !is_floating(dtype))
    fail("{}: alpha = {} would lose its fraction among {} tensors", op, alpha.to_double(), dtype);
}

void check_no_bool(const char* op, ScalarType a, ScalarType b) {
  if (a == ScalarType::Bool || b == ScalarType::Bool)
    fail("{}: not defined for bool; use logical_xor, or ~x to invert a mask", op);
}

}  // namespace

Tensor add(const Tensor& a, const Tensor& b, const Scalar& alpha) {
  check_operands("add", a, b);
  const ScalarType dtype = result_type(a, b);
  check_alpha("add", dtype, alpha);
  return record(
      "add", map("add", Binary::add, a, b, dtype, alpha.to_double()), {a, b},
      [](const Tensor& dy) { return dy; },                       // da
      [alpha](const Tensor& dy) { return scaled(dy, alpha); });  // db
}
Tensor add(const Tensor& a, const Scalar& b, const Scalar& alpha) {
  check_defined("add", "the tensor", a);
  const ScalarType dtype = result_type(a, b);
  check_alpha("add", dtype, alpha);
  return record("add", map("add", Binary::add, a, b, dtype, alpha.to_double()), {a},
                [](const Tensor& dy) { return dy; });
}

Tensor& Tensor::add_(const Tensor& b, const Scalar& alpha) const {
  check_operands("add_", *this, b);
  check_alpha("add_", dtype(), alpha);
  return update(
      "add_", Binary::add, *this, b,
      [&](const Tensor& x, const Tensor& y) { return wengert::add(x, y, alpha); }, alpha.to_double());
}
Tensor& Tensor::add_(const Scalar& b, const Scalar& alpha) const {
  check_operands("add_", *this, b);
  check_alpha("add_", dtype(), alpha);
  return update(
      "add_", Binary::add, *this, b,
      [&](const Tensor& x, const Scalar& y) { return wengert::add(x, y, alpha); }, alpha.to_double());
}

Tensor sub(const Tensor& a, const Tensor& b, const Scalar& alpha) {
  check_operands("sub", a, b);
  check_no_bool("sub", a.dtype(), b.dtype());
  const ScalarType dtype = result_type(a, b);
  check_alpha("sub", dtype, alpha);
  return record(
      "sub", map("sub", Binary::sub, a, b, dtype, alpha.to_double()), {a, b},
      [](const Tensor& dy) { return dy; },                        // da
      [alpha](const Tensor& dy) { return -scaled(dy, alpha); });  // db
}
Tensor sub(const Tensor& a, const Scalar& b, const Scalar& alpha) {
  check_defined("sub", "the tensor", a);
  check_no_bool("sub", a.dtype(), b.kind());
  const ScalarType dtype = result_type(a, b);
  check_alpha("sub", dtype, alpha);
  return record("sub", map("sub", Binary::sub, a, b, dtype, alpha.to_double()), {a},
                [](const Tensor& dy) { return dy; });
}

Tensor rsub(const Tensor& a, const Tensor& b, const Scalar& alpha) { return sub(b, a, alpha); }
Tensor rsub(const Tensor& a, const Scalar& b, const Scalar& alpha) {
  check_defined("rsub", "the tensor", a);
  check_no_bool("rsub", a.dtype(), b.kind());
  const ScalarType dtype = result_type(a, b);
  check_alpha("rsub", dtype, alpha);
  return record("rsub", map("rsub", Binary::sub, b, a, dtype, alpha.to_double()), {a},
                [alpha](const Tensor& dy) { return -scaled(dy, alpha); });
}

Tensor& Tensor::sub_(const Tensor& b, const Scalar& alpha) const {
  check_operands("sub_", *this, b);
  check_no_bool("sub_", dtype(), b.dtype());
  check_alpha("sub_", dtype(), alpha);
  return update(
      "sub_", Binary::sub, *this, b,
      [&](const Tensor& x, const Tensor& y) { return wengert::sub(x, y, alpha); }, alpha.to_double());
}
Tensor& Tensor::sub_(const Scalar& b, const Scalar& alpha) const {
  check_operands("sub_", *this, b);
  check_no_bool("sub_", dtype(), b.kind());
  check_alpha("sub_", dtype(), alpha);
  return update(
      "sub_", Binary::sub, *this, b,
      [&](const Tensor& x, const Scalar& y) { return wengert::sub(x, y, alpha); }, alpha.to_double());
}

Tensor mul(const Tensor& a, const Tensor& b) {
  check_operands("mul", a, b);
  return record("mul", map("mul", Binary::mul, a, b, result_type(a, b)), {a, b},
                saving(b, [](const Tensor& dy, const Tensor& saved_b) { return dy * saved_b; }),   // da
                saving(a, [](const Tensor& dy, const Tensor& saved_a) { return dy * saved_a; }));  // db
}
Tensor mul(const Tensor& a, const Scalar& b) {
  check_defined("mul", "the tensor", a);
  return record("mul", map("mul", Binary::mul, a, b, result_type(a, b)), {a},
                [b](const Tensor& dy) { return dy * b; });
}

Tensor Tensor::add(const Tensor& other, const Scalar& alpha) const {
  return wengert::add(*this, other, alpha);
}
Tensor Tensor::add(const Scalar& other, const Scalar& alpha) const {
  return wengert::add(*this, other, alpha);
}
Tensor Tensor::sub(const Tensor& other, const Scalar& alpha) const {
  return wengert::sub(*this, other, alpha);
}
Tensor Tensor::sub(const Scalar& other, const Scalar& alpha) const {
  return wengert::sub(*this, other, alpha);
}
WENGERT_BINARY_METHODS(mul)

Tensor operator+(const Tensor& a, const Tensor& b) { return add(a, b); }
Tensor operator+(const Tensor& a, const Scalar& b) { return add(a, b); }
Tensor operator+(const Scalar& a, const Tensor& b) { return add(b, a); }
Tensor operator-(const Tensor& a, const Tensor& b) { return sub(a, b); }
Tensor operator-(const Tensor& a, const Scalar& b) { return sub(a, b); }
Tensor operator-(const Scalar& a, const Tensor& b) { return rsub(b, a); }
Tensor operator*(const Tensor& a, const Tensor& b) { return mul(a, b); }
Tensor operator*(const Tensor& a, const Scalar& b) { return mul(a, b); }
Tensor operator*(const Scalar& a, const Tensor& b) { return mul(b, a); }

}  // namespace wengert
