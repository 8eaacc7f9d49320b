// Quotients and remainders: a / b, floor(a / b), a - b floor(a / b), with their gradients.
#include "wengert/ops/division.h"
#include "ops/elementwise_in_place.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/unary.h"

namespace wengert {

using autograd::record;
using autograd::saving;
using kernels::Binary;

// The operands of a / b are saved and not the result, which may be written to (y = x / s; y.mul_(2)).

Tensor div(const Tensor& a, const Tensor& b) {
  check_operands("div", a, b);
  return record("div", map("div", Binary::div, a, b, floating_type(result_type(a, b))), {a, b},
                saving(b, [](const Tensor& dy, const Tensor& saved_b) { return dy / saved_b; }),  // da
                saving(a, b, [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
                  return -dy * (saved_a / saved_b / saved_b);
                }));  // db
}
Tensor div(const Tensor& a, const Scalar& b) {
  check_defined("div", "the tensor", a);
  return record("div", map("div", Binary::div, a, b, floating_type(result_type(a, b))), {a},
                [b](const Tensor& dy) { return dy / b; });
}

Tensor operator/(const Scalar& a, const Tensor& b) {
  check_defined("div", "the tensor", b);
  return record(
      "div", map("div", Binary::div, a, b, floating_type(result_type(b, a))), {b},
      saving(b, [a](const Tensor& dy, const Tensor& saved_b) { return -dy * (a / saved_b / saved_b); }));
}

Tensor operator/(const Tensor& a, const Tensor& b) { return div(a, b); }
Tensor operator/(const Tensor& a, const Scalar& b) { return div(a, b); }
Tensor operator%(const Tensor& a, const Tensor& b) { return remainder(a, b); }
Tensor operator%(const Tensor& a, const Scalar& b) { return remainder(a, b); }
Tensor operator%(const Scalar& a, const Tensor& b) { return remainder(a, b); }

namespace {

Tensor no_slope(const Tensor& dy) { return zeros(dy.sizes(), dy.dtype()); }

Binary rounded_division(const std::string& mode) {
  if (mode == "floor") return Binary::floor_divide;
  if (mode == "trunc") return Binary::trunc_divide;
  fail("div: rounding_mode is \"{}\", wants \"floor\" or \"trunc\"", mode);
}

template <class A, class B>
Tensor quotient(const char* op, Binary f, const A& a, const B& b) {
  check_operands(op, a, b);
  return map(op, f, a, b, result_type(a, b));
}

}  // namespace

Tensor div(const Tensor& a, const Tensor& b, optional<std::string> rounding_mode) {
  if (!rounding_mode) return div(a, b);
  const Tensor y = quotient("div", rounded_division(*rounding_mode), a, b);
  return record("div_rounded", y, {a, b}, no_slope, no_slope);
}
Tensor div(const Tensor& a, const Scalar& b, optional<std::string> rounding_mode) {
  if (!rounding_mode) return div(a, b);
  return record("div_rounded", quotient("div", rounded_division(*rounding_mode), a, b), {a}, no_slope);
}

Tensor floor_divide(const Tensor& a, const Tensor& b) {
  return quotient("floor_divide", Binary::floor_divide, a, b);
}
Tensor floor_divide(const Tensor& a, const Scalar& b) {
  return quotient("floor_divide", Binary::floor_divide, a, b);
}

Tensor remainder(const Tensor& a, const Tensor& b) {
  return record(
      "remainder", quotient("remainder", Binary::remainder, a, b), {a, b},
      [](const Tensor& dy) { return dy; },  // da
      saving(a, b, [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
        return -dy * div(saved_a, saved_b, "floor");
      }));  // db
}
Tensor remainder(const Tensor& a, const Scalar& b) {
  return record("remainder", quotient("remainder", Binary::remainder, a, b), {a},
                [](const Tensor& dy) { return dy; });
}
Tensor remainder(const Scalar& a, const Tensor& b) {
  return record("remainder", quotient("remainder", Binary::remainder, a, b), {b},
                saving(b, [a](const Tensor& dy, const Tensor& saved_b) { return -dy * floor(a / saved_b); }));
}

Tensor fmod(const Tensor& a, const Tensor& b) {
  return record(
      "fmod", quotient("fmod", Binary::fmod, a, b), {a, b}, [](const Tensor& dy) { return dy; },  // da
      saving(a, b, [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
        return -dy * div(saved_a, saved_b, "trunc");
      }));  // db
}
Tensor fmod(const Tensor& a, const Scalar& b) {
  return record("fmod", quotient("fmod", Binary::fmod, a, b), {a}, [](const Tensor& dy) { return dy; });
}

WENGERT_BINARY_METHODS(div)
WENGERT_BINARY_METHODS(floor_divide)
WENGERT_BINARY_METHODS(remainder)
WENGERT_BINARY_METHODS(fmod)
Tensor Tensor::div(const Tensor& other, optional<std::string> rounding_mode) const {
  return wengert::div(*this, other, std::move(rounding_mode));
}
Tensor Tensor::div(const Scalar& other, optional<std::string> rounding_mode) const {
  return wengert::div(*this, other, std::move(rounding_mode));
}

}  // namespace wengert
