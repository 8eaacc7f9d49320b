// y = a^b, with a variable base, exponent, or both.
//
//   da = dy b a^(b-1), and 0 where b = 0: a^0 is 1 for every a, 0 included
//   db = dy y log a,   and 0 where a = 0 and b >= 0: 0^b is 0 (or 1), though log 0 is -inf
#include <cmath>

#include "ops/elementwise_in_place.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/pow.h"
#include "wengert/ops/unary.h"
#include "wengert/ops/where.h"

namespace wengert {

using autograd::output;
using autograd::record;
using autograd::saving;
using kernels::Binary;
using kernels::Unary;

namespace {

void check_exponent(const char* op, ScalarType base, const Scalar& b) {
  if (!is_floating(base) && !b.is_floating_point() && b.to_int() < 0)
    fail("{}: integers to the negative power {}; convert the base to a floating-point type", op, b.to_int());
}

}  // namespace

Tensor pow(const Tensor& a, const Tensor& b) {
  check_operands("pow", a, b);
  const Tensor y = map("pow", Binary::pow, a, b, result_type(a, b));
  return record(
      "pow", y, {a, b},
      saving(a, b,
             [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
               return where(saved_b == 0, 0, dy * saved_b * pow(saved_a, saved_b - 1));
             }),  // da
      saving(a, b, output(y),
             [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b, const Tensor& saved_y) {
               return where((saved_a == 0) & (saved_b >= 0), 0, dy * (saved_y * log(saved_a)));
             }));  // db
}
Tensor pow(const Tensor& a, const Scalar& b) {
  check_defined("pow", "the tensor", a);
  check_exponent("pow", a.dtype(), b);
  const ScalarType dtype = result_type(a, b);
  const Tensor y = is_floating(dtype) ? map("pow", Unary::pow, a, dtype, b.to_double())
                                      : map("pow", Binary::pow, a, b, dtype);
  return record("pow", y, {a}, saving(a, [b](const Tensor& dy, const Tensor& saved_a) {
                  const double exponent = b.to_double();
                  if (exponent == 0) return zeros(dy.sizes(), dy.dtype());
                  return dy * (pow(saved_a, exponent - 1) * exponent);
                }));
}
Tensor pow(const Scalar& a, const Tensor& b) {
  check_defined("pow", "the tensor", b);
  const Tensor y = map("pow", Binary::pow, a, b, result_type(a, b));
  return record("pow", y, {b},
                saving(b, output(y), [a](const Tensor& dy, const Tensor& saved_b, const Tensor& saved_y) {
                  const Tensor db = dy * (saved_y * std::log(a.to_double()));
                  return a.to_double() == 0 ? where(saved_b >= 0, 0, db) : db;
                }));
}

Tensor& Tensor::pow_(const Scalar& b) const {
  check_defined("pow_", "the tensor", *this);
  check_exponent("pow_", dtype(), b);
  return update(
      "pow_", Unary::pow, *this, [&](const Tensor& x) { return wengert::pow(x, b); }, b.to_double());
}

WENGERT_METHODS_OF(pow, Tensor)
WENGERT_METHOD_OF(pow, Scalar)

}  // namespace wengert
