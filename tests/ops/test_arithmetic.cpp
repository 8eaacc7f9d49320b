// Values of arithmetic against libtorch 1.13: special values, types, broadcasting, aliasing, errors.
#include <doctest/doctest.h>

#include <cmath>

#include "support/helpers.h"
#include "support/make.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

const Tensor b = make<bool>({true, false}), i = make<std::int64_t>({3, -2}), f = make<float>({3, -2});
const Tensor d = make<double>({3, -2});

void check(const Tensor& y, ScalarType dtype, const Values& expected) {
  CHECK(y.dtype() == dtype);
  const Values got = list(y);
  REQUIRE(got.size() == expected.size());
  for (std::size_t k = 0; k < got.size(); ++k) {
    CAPTURE(k);
    CHECK((got[k] == expected[k] || got[k] == doctest::Approx(expected[k]) ||
           (std::isnan(got[k]) && std::isnan(expected[k]))));
  }
}

}  // namespace

TEST_CASE("arithmetic: types promote as in libtorch") {
  check(b + b, kBool, {1, 0});
  check(b * b, kBool, {1, 0});
  check(b + 1, kLong, {2, 1});
  check(i + b, kLong, {4, -2});
  check(i + 0.5, kFloat, {3.5, -1.5});
  check(i + f, kFloat, {6, -4});
  check(f + d, kDouble, {6, -4});
  check(f + make<double>({0.5}, {}), kFloat, {3.5, -1.5});
  check(i + make<double>({0.5}, {}), kDouble, {3.5, -1.5});
  check(f * 2.0, kFloat, {6, -4});
  check(i / i, kFloat, {1, 1});
  check(i / 2, kFloat, {1.5, -1});
  check(b / b, kFloat, {1, kNaN});
  check(2 / i, kFloat, {2 / 3.0, -1});
  check(1 - f, kFloat, {-2, 3});
  check(rsub(f, i, 2), kFloat, {-3, 2});
}

TEST_CASE("division that rounds: floor and trunc, remainder and fmod") {
  check(i.floor_divide(2), kLong, {1, -1});
  check(make<std::int64_t>({7, -7}).floor_divide(2), kLong, {3, -4});
  check(make<std::int64_t>({7, -7}).div(2, "trunc"), kLong, {3, -3});
  check(i.floor_divide(make<float>({2.5, 2})), kFloat, {1, -1});
  check(i.div(2.5, "floor"), kFloat, {1, -1});
  check(f.div(0.0, "floor"), kFloat, {kInf, -kInf});
  check(f.div(0.0, "trunc"), kFloat, {kInf, -kInf});
  check(i.div(2, nullopt), kFloat, {1.5, -1});
  check(f % make<float>({-2, 3}), kFloat, {-1, 1});
  check(f % 0.0, kFloat, {kNaN, kNaN});
  check(f % kInf, kFloat, {3, kInf});
  check(5 % i, kLong, {2, -1});
  check(make<std::int64_t>({7}) % 2.5, kFloat, {2});
  check(i.fmod(2), kLong, {1, 0});
  check(i.fmod(2.5), kFloat, {0.5, -2});
  check(f.fmod(kInf), kFloat, {3, -2});
  const Tensor k = i.clone();
  check(k.floor_divide_(2), kLong, {1, -1});
  check(k.remainder_(make<std::int64_t>({2, -3})), kLong, {1, -1});
  for (const Tensor& zero : {make<std::int64_t>({0}), make<std::int64_t>({1, 0})}) {
    CHECK(message([&] { i.floor_divide(zero); }) == "floor_divide: division by zero in int64");
    CHECK(message([&] { i.div(zero, "trunc"); }) == "div: division by zero in int64");
    CHECK(message([&] { i % zero; }) == "remainder: division by zero in int64");
    CHECK(message([&] { i.fmod(zero); }) == "fmod: division by zero in int64");
    CHECK(message([&] { k.remainder_(zero); }) == "remainder_: division by zero in int64");
  }
  CHECK(list(k) == Values{1, -1});
  CHECK(message([&] { f.div(2, "ceil"); }) == "div: rounding_mode is \"ceil\", wants \"floor\" or \"trunc\"");
  CHECK(has(message([&] { b.floor_divide(b); }), "floor_divide: not defined for bool"));
  CHECK(has(message([&] { k.floor_divide_(2.5); }), "floor_divide_: the result is float32"));
}

TEST_CASE("pow: integers, kinds of exponents, special values") {
  check(i.pow(2), kLong, {9, 4});
  check(i.pow(0.5), kFloat, {1.7320507764816284, kNaN});
  check(b.pow(2), kLong, {1, 0});
  check(pow(2, i), kLong, {8, 0});
  check(pow(2.0, i), kFloat, {8, 0.25});
  check(pow(f, i), kFloat, {27, 0.25});
  check(pow(i, make<float>({2, 1})), kFloat, {9, -2});
  check(f.pow(make<double>({2}, {})), kFloat, {9, 4});
  check(make<double>({0, kNaN, kInf, -1}).pow(0), kDouble, {1, 1, 1, 1});
  check(pow(make<double>({0, 0, -8, kInf}), make<double>({0, -1, 1 / 3.0, -1})), kDouble, {1, kInf, kNaN, 0});
  const Tensor k = i.clone();
  check(k.pow_(2), kLong, {9, 4});
  check(f.clone().pow_(make<float>({2, 3})), kFloat, {9, -8});
  CHECK(message([&] { i.pow(-1); }) ==
        "pow: integers to the negative power -1; convert the base to a floating-point type");
  CHECK(has(message([&] { k.pow_(-1); }), "pow_: integers to the negative power -1"));
  CHECK(has(message([&] { k.pow_(0.5); }), "pow_: the result is float32"));
  CHECK(has(message([&] { pow(b, b); }), "pow: not defined for bool"));
  CHECK(list(k) == Values{9, 4});
}

TEST_CASE("maximum, minimum, atan2, addcmul, addcdiv, lerp") {
  check(maximum(make<float>({float(kNaN), 1, 2}), make<float>({1, float(kNaN), 3})), kFloat, {kNaN, kNaN, 3});
  check(minimum(make<float>({float(kNaN), 1, 2}), make<float>({1, float(kNaN), 3})), kFloat, {kNaN, kNaN, 2});
  check(maximum(i, make<float>({0.5}, {})), kFloat, {3, 0.5});
  check(maximum(b, b), kBool, {1, 0});
  check(atan2(i, i), kFloat, {0.7853981852531433, -2.356194496154785});
  check(atan2(make<double>({0, -0.0}), make<double>({-1, -1})), kDouble,
        {3.141592653589793, -3.141592653589793});
  check(addcmul(i, i, i), kLong, {12, 2});
  check(addcmul(f, i, i, 0.5), kFloat, {7.5, 0});
  check(addcmul(f, ones({3, 1}), f), kFloat, {6, -4, 6, -4, 6, -4});
  check(addcmul(f, f, make<double>({1, 1})), kDouble, {6, -4});
  check(addcmul(make<double>({1}, {}), f, f), kFloat, {10, 5});
  check(addcdiv(f, f, i, 2), kFloat, {5, 0});
  check(addcdiv(zeros({2}), f, zeros({2})), kFloat, {kInf, -kInf});
  check(lerp(f, make<float>({5, 0}), 0.25), kFloat, {3.5, -1.5});
  check(lerp(make<float>({1e8f}), make<float>({1}), 1), kFloat, {1});
  const Tensor k = f.clone();
  check(k.addcmul_(f, f, 2), kFloat, {21, 6});
  check(k.addcdiv_(f, f), kFloat, {22, 7});
  check(k.lerp_(zeros({2}), 0.5), kFloat, {11, 3.5});
  CHECK(has(message([&] { k.lerp_(zeros({3, 1}), 0.5); }), "lerp_: the result has shape [3, 2]"));
  check(lerp(make<float>({0, 0}), make<float>({1, 2}), make<float>({0.5, 2})), kFloat, {0.5, 4});
  check(make<float>({0, 0}).lerp_(make<float>({1, 2}), make<float>({0.5, 1})), kFloat, {0.5, 2});
  CHECK(has(message([&] { lerp(f, f, d); }), "lerp: from float32 to float32 by float64"));
  CHECK(message([&] { lerp(f, d, 0.5); }) == "lerp: from float32 to float64, wants one floating-point type");
  CHECK(has(message([&] { lerp(i, i, 0.5); }), "lerp: from int64"));
  CHECK(message([&] { addcdiv(f, i, i); }) == "addcdiv: got int64 / int64, wants a floating-point quotient");
  CHECK(has(message([&] { addcmul(i, i, i, 0.5); }), "addcmul: value = 0.5 would lose its fraction"));
  CHECK(has(message([&] { addcmul(b, b, b); }), "addcmul: not defined for bool"));
}

TEST_CASE("arithmetic: broadcasting, 0-d, empty and strided operands") {
  const Tensor m = make<double>({1, 2, 3, 4, 5, 6}, {2, 3});
  check(m + make<double>({10, 20, 30}), kDouble, {11, 22, 33, 14, 25, 36});
  check(m * make<double>({2, 3}, {2, 1}), kDouble, {2, 4, 6, 12, 15, 18});
  check(m - make<double>({1}, {}), kDouble, {0, 1, 2, 3, 4, 5});
  check(turned(m) + turned(m), kDouble, {2, 8, 4, 10, 6, 12});
  check(turned(m) / make<double>({1, 2}), kDouble, {1, 2, 2, 2.5, 3, 3});
  CHECK((turned(m) + 1).is_contiguous());
  CHECK((zeros({0, 3}) + zeros({3})).sizes() == IntArrayRef({0, 3}));
  CHECK((zeros({}) * zeros({})).dim() == 0);
  CHECK(message([&] { m + zeros({2}, kFloat64); }) ==
        "add: shapes [2, 3] and [2] do not broadcast: sizes 3 and 2 differ and neither is 1");
}

TEST_CASE("arithmetic: an operand that is also the result") {
  const Tensor x = make<float>({1, 2, 3, 4}, {2, 2});
  check(x + x, kFloat, {2, 4, 6, 8});
  x.add_(x);
  check(x, kFloat, {2, 4, 6, 8});
  x.mul_(x);
  check(x, kFloat, {4, 16, 36, 64});
  x.copy_(make<float>({1, 2, 3, 4}, {2, 2}));
  x.mul_(turned(x));
  check(x, kFloat, {1, 6, 6, 16});
  const Tensor row = make<float>({1, 2, 3, 4});
  row.as_strided({3}, {1}, 1).add_(row.as_strided({3}, {1}, 0));  // not a running sum
  check(row, kFloat, {1, 3, 5, 7});
  row.sub_(row.as_strided({}, {}, 3));
  check(row, kFloat, {-6, -4, -2, 0});
  const Tensor column = x.as_strided({2}, {2}, 1);
  column.div_(2).sub_(1).mul_(make<float>({10, 100}));
  check(x, kFloat, {1, 20, 6, 700});
}

TEST_CASE("arithmetic: an operand that is a broadcast part of the result, with its first element") {
  const auto written = [](auto write) {
    const Tensor x = make<double>({2, 4, 8}, {1, 3});
    write(x, x.narrow(1, 0, 1));  // the same place and strides as x, but one element
    return list(x);
  };
  CHECK(written([](const Tensor& x, const Tensor& part) { x.div_(part); }) == Values{1, 2, 4});
  CHECK(written([](const Tensor& x, const Tensor& part) { x.add_(part); }) == Values{4, 6, 10});
  CHECK(written([](const Tensor& x, const Tensor& part) { x.sub_(part); }) == Values{0, 2, 6});
  CHECK(written([](const Tensor& x, const Tensor& part) { x -= part; }) == Values{0, 2, 6});
  CHECK(written([](const Tensor& x, const Tensor& part) { x.mul_(part); }) == Values{4, 8, 16});
  CHECK(written([](const Tensor& x, const Tensor& part) { x.pow_(part); }) == Values{4, 16, 64});
  CHECK(written([](const Tensor& x, const Tensor& part) { x.floor_divide_(part); }) == Values{1, 2, 4});
  CHECK(written([](const Tensor& x, const Tensor& part) { x.remainder_(part + 1 - 1); }) == Values{0, 0, 0});
  CHECK(written([](const Tensor& x, const Tensor& part) { x.sub_(1).remainder_(part); }) == Values{0, 0, 0});
  CHECK(written([](const Tensor& x, const Tensor& part) { x.add_(1).fmod_(part); }) == Values{0, 2, 0});
  CHECK(written([](const Tensor& x, const Tensor& part) { x.lerp_(part, 0.5); }) == Values{2, 3, 5});
  CHECK(written([](const Tensor& x, const Tensor& part) { x.addcmul_(part, part); }) == Values{6, 8, 12});
  CHECK(written([](const Tensor& x, const Tensor& part) { x.addcdiv_(part, part); }) == Values{3, 5, 9});
  CHECK(written([](const Tensor& x, const Tensor& part) { x.copy_(part); }) == Values{2, 2, 2});
}

TEST_CASE("the alpha of bool tensors is their multiplication") {
  const Tensor a = make<bool>({true, false}), trues = make<bool>({true, true});
  check(add(a, trues), kBool, {1, 1});
  check(add(a, trues, false), kBool, {1, 0});
  check(add(a, trues, 0), kBool, {1, 0});
  check(a.add_(trues, false), kBool, {1, 0});
  CHECK(has(message([] { add(ones({2}), ones({2}), true); }),
            "add: alpha is a bool, but the result is float32"));
}

TEST_CASE("a quotient may be written to before backward: it saves its operands") {
  Tensor a = leaf({6, 8}), divisor = leaf({2, 4});
  Tensor y = a / divisor;
  y.mul_(2);
  y.sum().backward();
  CHECK(list(a.grad()) == Values{1, 0.5});
  CHECK(list(divisor.grad()) == Values{-3, -1});
  divisor.mutable_grad() = Tensor();
  Tensor z = 8 / divisor;
  z.add_(1);
  z.sum().backward();
  CHECK(list(divisor.grad()) == Values{-2, -0.5});
}

TEST_CASE("arithmetic: errors come before anything is changed") {
  const Tensor k = i.clone();
  CHECK(message([&] { k.add_(0.5); }) == "add_: the result is float32 and can't be written into int64");
  CHECK(has(message([&] { k.mul_(f); }), "mul_: the result is float32"));
  CHECK(has(message([&] { k.div_(2); }), "div_: the result is float32"));
  CHECK(has(message([&] { k.add_(zeros({3, 1}, kLong)); }), "add_: the result has shape [3, 2]"));
  CHECK(has(message([&] { k.add(k, 1.5); }), "add: alpha = 1.5 would lose its fraction among int64 tensors"));
  for (auto& wrong :
       {+[] { b - b; }, +[] { b - 1; }, +[] { 1 - b; }, +[] { i - b; }, +[] { b.clone().sub_(b); }})
    CHECK(has(message(wrong), "not defined for bool; use logical_xor, or ~x to invert a mask"));
  CHECK(message([&] { add(k, Tensor()); }) == "add: the second tensor is an undefined tensor");
  CHECK(message([&] { k.mul_(Tensor()); }) == "mul_: the second tensor is an undefined tensor");
  CHECK(has(message([&] { zeros({1}).expand({3}).add_(1); }), "add_: several elements of this tensor share"));
  CHECK(list(k) == Values{3, -2});
}
