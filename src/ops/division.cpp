// Quotients and remainders: a / b, floor(a / b), a - b floor(a / b), with their gradients.
#include "wengert/ops/division.h"
#include "ops/elementwise_in_place.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/unary.h"

namespace wengert {

using autograd::record;
using autograd::saving;
using kernels::Binary;

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
  return update("div_", Binary::div, *this, b, [](auto& x, auto& y) { return wengert::div(x, y); });
}
Tensor& Tensor::div_(const Scalar& b) const {
  return update("div_", Binary::div, *this, b, [](auto& x, auto& y) { return wengert::div(x, y); });
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

Tensor& Tensor::floor_divide_(const Tensor& b) const {
  return update("floor_divide_", Binary::floor_divide, *this, b,
                [](auto& x, auto& y) { return wengert::floor_divide(x, y); });
}
Tensor& Tensor::floor_divide_(const Scalar& b) const {
  return update("floor_divide_", Binary::floor_divide, *this, b,
                [](auto& x, auto& y) { return wengert::floor_divide(x, y); });
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

Tensor& Tensor::remainder_(const Tensor& b) const {
  return update("remainder_", Binary::remainder, *this, b,
                [](auto& x, auto& y) { return wengert::remainder(x, y); });
}
Tensor& Tensor::remainder_(const Scalar& b) const {
  return update("remainder_", Binary::remainder, *this, b,
                [](auto& x, auto& y) { return wengert::remainder(x, y); });
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

Tensor& Tensor::fmod_(const Tensor& b) const {
  return update("fmod_", Binary::fmod, *this, b, [](auto& x, auto& y) { return wengert::fmod(x, y); });
}
Tensor& Tensor::fmod_(const Scalar& b) const {
  return update("fmod_", Binary::fmod, *this, b, [](auto& x, auto& y) { return wengert::fmod(x, y); });
}
Tensor Tensor::floor_divide(const Tensor& other) const { return wengert::floor_divide(*this, other); }
Tensor Tensor::floor_divide(const Scalar& other) const { return wengert::floor_divide(*this, other); }
Tensor Tensor::remainder(const Tensor& other) const { return wengert::remainder(*this, other); }
Tensor Tensor::remainder(const Scalar& other) const { return wengert::remainder(*this, other); }
Tensor Tensor::fmod(const Tensor& other) const { return wengert::fmod(*this, other); }
Tensor Tensor::fmod(const Scalar& other) const { return wengert::fmod(*this, other); }
Tensor Tensor::div(const Tensor& other) const { return wengert::div(*this, other); }
Tensor Tensor::div(const Scalar& other) const { return wengert::div(*this, other); }
Tensor Tensor::div(const Tensor& other, optional<std::string> rounding_mode) const {
  return wengert::div(*this, other, std::move(rounding_mode));
}
Tensor Tensor::div(const Scalar& other, optional<std::string> rounding_mode) const {
  return wengert::div(*this, other, std::move(rounding_mode));
}

}  // namespace wengert
