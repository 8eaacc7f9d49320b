// Rounded quotients and their remainders.
#include "ops/update.h"
#include "wengert/ops/arithmetic.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/pointwise.h"

namespace wengert {

using autograd::record;
using autograd::saving;
using kernels::Binary;

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

// ---- y = floor(a / b) or trunc(a / b) ---------------------------------------------------------------------

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

// ---- y = a - b floor(a / b) -------------------------------------------------------------------------------

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

// ---- y = a - b trunc(a / b) -------------------------------------------------------------------------------

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
