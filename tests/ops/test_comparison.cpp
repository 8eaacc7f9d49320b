// Comparison, logic and choice against libtorch 1.13.
#include <doctest/doctest.h>

#include "support/helpers.h"
#include "support/make.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

const Tensor b = make<bool>({true, false}), i = make<std::int64_t>({3, -2}), f = make<float>({3, -2});

void check(const Tensor& y, ScalarType dtype, const Values& expected) {
  CHECK(y.dtype() == dtype);
  CHECK(list(y) == expected);
}
void mask(const Tensor& y, const Values& expected) { check(y, kBool, expected); }

}  // namespace

TEST_CASE("comparison: tensors and numbers, on both sides") {
  const Tensor x = make<double>({1, 2, 3}), y = make<double>({3, 2, 1});
  mask(x == y, {0, 1, 0});
  mask(x != y, {1, 0, 1});
  mask(x < y, {1, 0, 0});
  mask(x <= y, {1, 1, 0});
  mask(x > y, {0, 0, 1});
  mask(x >= y, {0, 1, 1});
  mask(x == 2, {0, 1, 0});
  mask(2 != x, {1, 0, 1});
  mask(x < 2, {1, 0, 0});
  mask(2 < x, {0, 0, 1});
  mask(2 <= x, {0, 1, 1});
  mask(2 > x, {1, 0, 0});
  mask(2 >= x, {1, 1, 0});
  mask(x >= 2, {0, 1, 1});
  mask(make<double>({1, 3}, {2, 1}) == x, {1, 0, 0, 0, 0, 1});
  mask(turned(make<double>({1, 2, 3, 4}, {2, 2})) > 2, {0, 1, 0, 1});
  CHECK((zeros({0, 3}) == zeros({3})).sizes() == IntArrayRef({0, 3}));
  CHECK((x == leaf({1, 2, 3})).requires_grad() == false);
  CHECK(has(message([&] { eq(x, zeros({2})); }), "eq: shapes [3] and [2] do not broadcast"));
  CHECK(message([&] { lt(x, Tensor()); }) == "lt: the second tensor is an undefined tensor");
}

TEST_CASE("comparison: NaN, signed zeros, and the type in which elements meet") {
  const Tensor nan = make<double>({kNaN});
  mask(nan == nan, {0});
  mask(nan != nan, {1});
  mask((nan < nan) || (nan >= nan) || (nan > 1) || (nan <= 1), {0});
  mask(make<double>({0.0}) == make<double>({-0.0}), {1});
  mask(make<float>({0.1f}) == 0.1, {1});
  mask(make<float>({0.1f}) < 0.1, {0});
  mask(make<float>({0.1f}) == make<double>({0.1}, {}), {1});
  mask(make<float>({0.1f}) == make<double>({0.1}), {0});
  mask(make<std::int64_t>({1}) < 1.5, {1});
  mask(make<std::int64_t>({16777217}) == make<float>({16777216}), {1});
  mask(b < 1.5, {1, 1});
}

TEST_CASE("logic") {
  mask(logical_and(i, make<float>({1, 0})), {1, 0});
  mask(b || make<bool>({false, false}), {1, 0});
  mask(logical_xor(b, i), {0, 1});
  mask(!f, {0, 0});
  mask(!make<float>({0, float(kNaN)}), {1, 0});
  mask(~b, {0, 1});
  mask(b ^ true, {0, 1});
  mask(b ^ b, {0, 0});
  check(~i, kLong, {-4, 1});
  check(i & b, kLong, {1, 0});
  check(i & 1, kLong, {1, 0});
  check(6 & i, kLong, {2, 6});
  check(i | b, kLong, {3, -2});
  for (auto wrong : {+[] { f& f; }, +[] { f | 1; }, +[] { ~f; }, +[] { i ^ f; }})
    CHECK(has(message(wrong), ": not defined for float32"));
}

TEST_CASE("isnan, isinf, isfinite") {
  const Tensor x = make<float>({1, float(kNaN), float(kInf), -float(kInf)});
  mask(x.isnan(), {0, 1, 0, 0});
  mask(x.isinf(), {0, 0, 1, 1});
  mask(x.isfinite(), {1, 0, 0, 0});
  mask(i.isfinite(), {1, 1});
  mask(b.isnan(), {0, 0});
  mask(turned(make<double>({1, kNaN, 3, 4}, {2, 2})).isnan(), {0, 0, 1, 0});
}

TEST_CASE("isclose, allclose, equal, is_nonzero") {
  const Tensor nan = make<double>({kNaN}), inf = make<double>({kInf});
  CHECK(allclose(make<double>({1, 100}), make<double>({1 + 9e-6, 100.0009})));
  CHECK_FALSE(allclose(make<double>({1, 100}), make<double>({1, 100.002})));
  mask(isclose(make<double>({1, 1}), make<double>({1.05, 1.2}), 0, 0.1), {1, 0});
  CHECK(allclose(inf, inf));
  CHECK_FALSE(allclose(inf, -inf));
  CHECK_FALSE(allclose(make<double>({1}), inf, 1));
  CHECK_FALSE(allclose(nan, nan));
  CHECK(allclose(nan, nan, 1e-5, 1e-8, true));
  CHECK(allclose(i, i));
  CHECK(allclose(b, b));
  CHECK(allclose(zeros({0}), zeros({0})));
  CHECK(allclose(zeros({2, 3}), zeros({3})));
  CHECK(message([&] { allclose(f, f.to(kDouble)); }) ==
        "isclose: got float32 and float64; convert one with to()");
  CHECK(has(message([&] { isclose(f, f, -1); }), "isclose: rtol = -1 and atol"));
  CHECK(has(message([&] { isclose(zeros({2}), zeros({3})); }), "do not broadcast"));

  CHECK(equal(f, i));
  CHECK(equal(zeros({0, 2}), zeros({0, 2})));
  CHECK_FALSE(equal(zeros({0, 2}), zeros({0, 3})));
  CHECK_FALSE(equal(zeros({2}), zeros({3})));
  CHECK_FALSE(equal(nan, nan));
  CHECK(equal(turned(make<double>({1, 2, 3, 4}, {2, 2})), make<double>({1, 3, 2, 4}, {2, 2})));

  CHECK(make<double>({-2}).is_nonzero());
  CHECK(nan.is_nonzero());
  CHECK_FALSE(zeros({}).is_nonzero());
  CHECK(message([&] { f.is_nonzero(); }) == "is_nonzero: wants one element, got shape [2]");
  CHECK(message([&] { zeros({0}).is_nonzero(); }) == "is_nonzero: wants one element, got shape [0]");
}

TEST_CASE("where: types, broadcasting, errors") {
  check(where(b, f, i), kFloat, {3, -2});
  check(where(b, f, ones({2}, kDouble)), kDouble, {3, 1});
  check(where(b, i, 1.5), kFloat, {3, 1.5});
  check(where(b, 1.5, make<double>({1, 2})), kDouble, {1.5, 2});
  check(where(b, 1, 2), kLong, {1, 2});
  check(where(b, 1.5, 2), kFloat, {1.5, 2});
  check(where(b, true, 2), kLong, {1, 2});
  check(where(make<bool>({true, false}, {2, 1}), f, make<float>({7}, {})), kFloat, {3, -2, 7, 7});
  check(f.where(b, make<float>({8, 9})), kFloat, {3, 9});
  check(where(turned(make<bool>({true, false, true, true}, {2, 2})), 1, 0), kLong, {1, 1, 0, 1});
  CHECK(message([&] { where(i, f, f); }) == "where: the condition is int64, wants bool");
  CHECK(has(message([&] { where(b, f, zeros({3})); }), "where: shapes"));
}

TEST_CASE("masked_fill: keeps x's type") {
  check(f.masked_fill(b, 5), kFloat, {5, -2});
  check(i.masked_fill(b, 2.7), kLong, {2, -2});
  check(b.masked_fill(b, 3), kBool, {1, 0});
  check(f.masked_fill(b, make<std::int64_t>({4}, {})), kFloat, {4, -2});
  check(ones({1}).masked_fill(b, 2), kFloat, {2, 1});
  check(ones({2, 2}).masked_fill(b, 5), kFloat, {5, 1, 5, 1});
  CHECK(message([&] { f.masked_fill(i, 2); }) == "masked_fill: the mask is int64, wants bool");
  CHECK(message([&] { f.masked_fill(b, f); }) ==
        "masked_fill: the value has shape [2], wants a number or a 0-d tensor");
  CHECK(has(message([&] { ones({1}).masked_fill_(b, 2); }), "masked_fill_: the result has shape [2]"));

  const Tensor m = make<double>({1, 2, 3, 4}, {2, 2});
  m.as_strided({2}, {2}, 0).masked_fill_(b, -1);
  CHECK(list(m) == Values{-1, 2, 3, 4});
  Tensor x = leaf({1, 2});
  Tensor y = x * 1;
  y.masked_fill_(b, 0);
  (y * y).backward(ones({2}, kFloat64));
  CHECK(list(x.grad()) == Values{0, 4});
}
