// Sums, differences, products and quotients of tensors and numbers, with their gradients.
#include "autograd/in_place.h"
#include "ops/elementwise.h"
#include "wengert/ops.h"

namespace wengert {

using autograd::in_place;
using autograd::record;
using autograd::saving;
using kernels::Binary;

namespace {

void check_operands(const char* op, const Tensor& a, const Tensor& b) {
  check_defined(op, "the first tensor", a);
  check_defined(op, "the second tensor", b);
}

void check_alpha(const char* op, ScalarType dtype, const Scalar& alpha) {
  if (alpha.is_floating_point() && !is_floating(dtype))
    fail("{}: alpha = {} would lose its fraction among {} tensors", op, alpha.to_double(), dtype);
}

/// alpha dy, or dy itself.
Tensor scaled(const Tensor& dy, const Scalar& alpha) { return alpha.to_double() == 1 ? dy : dy * alpha; }

}  // namespace

// ---- y = a + alpha b
// ----------------------------------------------------------------------------------------

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
  if (map_in_place("add_", Binary::add, *this, b, alpha.to_double())) return const_cast<Tensor&>(*this);
  return in_place("add_", *this, {b}, [&](const Tensor& a) { return wengert::add(a, b, alpha); });
}
Tensor& Tensor::add_(const Scalar& b, const Scalar& alpha) const {
  check_defined("add_", "the tensor", *this);
  check_alpha("add_", dtype(), alpha);
  if (map_in_place("add_", Binary::add, *this, b, alpha.to_double())) return const_cast<Tensor&>(*this);
  return in_place("add_", *this, [&](const Tensor& a) { return wengert::add(a, b, alpha); });
}

// ---- y = a - alpha b
// ----------------------------------------------------------------------------------------

Tensor sub(const Tensor& a, const Tensor& b, const Scalar& alpha) {
  check_operands("sub", a, b);
  const ScalarType dtype = result_type(a, b);
  check_alpha("sub", dtype, alpha);
  return record(
      "sub", map("sub", Binary::sub, a, b, dtype, alpha.to_double()), {a, b},
      [](const Tensor& dy) { return dy; },                        // da
      [alpha](const Tensor& dy) { return -scaled(dy, alpha); });  // db
}
Tensor sub(const Tensor& a, const Scalar& b, const Scalar& alpha) {
  check_defined("sub", "the tensor", a);
  const ScalarType dtype = result_type(a, b);
  check_alpha("sub", dtype, alpha);
  return record("sub", map("sub", Binary::sub, a, b, dtype, alpha.to_double()), {a},
                [](const Tensor& dy) { return dy; });
}
Tensor rsub(const Tensor& a, const Tensor& b, const Scalar& alpha) { return sub(b, a, alpha); }
Tensor rsub(const Tensor& a, const Scalar& b, const Scalar& alpha) {
  check_defined("rsub", "the tensor", a);
  const ScalarType dtype = result_type(a, b);
  check_alpha("rsub", dtype, alpha);
  return record("rsub", map("rsub", Binary::sub, b, a, dtype, alpha.to_double()), {a},
                [alpha](const Tensor& dy) { return -scaled(dy, alpha); });
}
Tensor& Tensor::sub_(const Tensor& b, const Scalar& alpha) const {
  check_operands("sub_", *this, b);
  check_alpha("sub_", dtype(), alpha);
  if (map_in_place("sub_", Binary::sub, *this, b, alpha.to_double())) return const_cast<Tensor&>(*this);
  return in_place("sub_", *this, {b}, [&](const Tensor& a) { return wengert::sub(a, b, alpha); });
}
Tensor& Tensor::sub_(const Scalar& b, const Scalar& alpha) const {
  check_defined("sub_", "the tensor", *this);
  check_alpha("sub_", dtype(), alpha);
  if (map_in_place("sub_", Binary::sub, *this, b, alpha.to_double())) return const_cast<Tensor&>(*this);
  return in_place("sub_", *this, [&](const Tensor& a) { return wengert::sub(a, b, alpha); });
}

// ---- y = a b
// ------------------------------------------------------------------------------------------------

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
Tensor& Tensor::mul_(const Tensor& b) const {
  check_operands("mul_", *this, b);
  if (map_in_place("mul_", Binary::mul, *this, b)) return const_cast<Tensor&>(*this);
  return in_place("mul_", *this, {b}, [&](const Tensor& a) { return wengert::mul(a, b); });
}
Tensor& Tensor::mul_(const Scalar& b) const {
  check_defined("mul_", "the tensor", *this);
  if (map_in_place("mul_", Binary::mul, *this, b)) return const_cast<Tensor&>(*this);
  return in_place("mul_", *this, [&](const Tensor& a) { return wengert::mul(a, b); });
}

// ---- y = a / b
// ----------------------------------------------------------------------------------------------

Tensor div(const Tensor& a, const Tensor& b) {
  check_operands("div", a, b);
  const Tensor y = map("div", Binary::div, a, b, floating_type(result_type(a, b)));
  return record(
      "div", y, {a, b},
      saving(b, [](const Tensor& dy, const Tensor& saved_b) { return dy / saved_b; }),  // da
      saving(b, autograd::output(y), [](const Tensor& dy, const Tensor& saved_b, const Tensor& saved_y) {
        return -dy * saved_y / saved_b;
      }));  // db
}
Tensor div(const Tensor& a, const Scalar& b) {
  check_defined("div", "the tensor", a);
  return record("div", map("div", Binary::div, a, b, floating_type(result_type(a, b))), {a},
                [b](const Tensor& dy) { return dy / b; });
}
Tensor operator/(const Scalar& a, const Tensor& b) {
  check_defined("div", "the tensor", b);
  const Tensor y = map("div", Binary::div, a, b, floating_type(result_type(b, a)));
  return record(
      "div", y, {b},
      saving(b, autograd::output(y), [](const Tensor& dy, const Tensor& saved_b, const Tensor& saved_y) {
        return -dy * saved_y / saved_b;
      }));
}
Tensor& Tensor::div_(const Tensor& b) const {
  check_operands("div_", *this, b);
  if (is_floating_point() && map_in_place("div_", Binary::div, *this, b)) return const_cast<Tensor&>(*this);
  return in_place("div_", *this, {b}, [&](const Tensor& a) { return wengert::div(a, b); });
}
Tensor& Tensor::div_(const Scalar& b) const {
  check_defined("div_", "the tensor", *this);
  if (is_floating_point() && map_in_place("div_", Binary::div, *this, b)) return const_cast<Tensor&>(*this);
  return in_place("div_", *this, [&](const Tensor& a) { return wengert::div(a, b); });
}

}  // namespace wengert
