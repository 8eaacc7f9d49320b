// Folds: values (from libtorch), shapes, layouts, empty tensors, types, errors.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

Tensor matrix() {  // [[1, -2, 3], [0.5, 4, -1]]
  Tensor x = zeros({2, 3});
  const float values[] = {1, -2, 3, 0.5f, 4, -1};
  for (int i = 0; i < 6; ++i) x.data_ptr<float>()[i] = values[i];
  return x;
}

void check_values(const Tensor& got, const std::vector<double>& wanted, IntArrayRef sizes) {
  CHECK(got.sizes() == sizes);
  const Tensor c = got.to(kDouble).contiguous();
  REQUIRE(c.numel() == std::int64_t(wanted.size()));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const double v = c.data_ptr<double>()[i];
    if (std::isnan(wanted[i])) {
      CHECK(std::isnan(v));
    } else if (std::isinf(wanted[i])) {
      CHECK(v == wanted[i]);
    } else {
      CHECK(v == doctest::Approx(wanted[i]).epsilon(1e-6));
    }
  }
}

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("values") {
  const Tensor x = matrix();
  check_values(x.sum(), {5.5}, {});
  check_values(x.sum(0), {1.5, 2, 2}, {3});
  check_values(x.mean(1, true), {2 / 3., 3.5 / 3}, {2, 1});
  check_values(x.var(), {5.24166679}, {});
  check_values(x.var(1, true), {6.33333349, 6.58333349}, {2});
  check_values(x.var(0, false), {0.0625, 9, 4}, {3});
  check_values(x.std({0, 1}, false, true), {2.08998942}, {1, 1});
  check_values(x.prod(), {12}, {});
  check_values(x.prod(0), {0.5, -8, -3}, {3});
  check_values(x.norm(), {5.59016991}, {});
  check_values(x.norm(3), {4.6589303}, {});
  check_values(x.norm(1, 1), {6, 5.5}, {2});
  check_values(x.norm(kInf), {4}, {});
  check_values(x.norm(0), {6}, {});
  check_values(x.logsumexp(1), {3.13284516, 4.03626966}, {2});
  check_values(x.logsumexp({0, 1}), {4.3764348}, {});
  check_values(x.cumsum(1), {1, -1, 2, 0.5, 4.5, 3.5}, {2, 3});
  check_values(x.cumprod(0), {1, -2, 3, 0.5, -8, -3}, {2, 3});
  check_values(x.amax(0), {1, 4, 3}, {3});
  check_values(x.max(), {4}, {});
  check_values(x.amin({0, 1}, true), {-2}, {1, 1});
  check_values(x.argmax(), {4}, {});
  check_values(x.argmax(0), {0, 1, 0}, {3});
  check_values(x.argmin(1, true), {1, 2}, {2, 1});
  const auto [largest, places] = x.max(1);
  check_values(largest, {3, 4}, {2});
  check_values(places, {2, 1}, {2});
  check_values((x > 0).any(1), {1, 1}, {2});
  check_values((x > 0).all(0), {1, 0, 0}, {3});
  check_values(x.count_nonzero(), {6}, {});
  const auto [var, mean] = var_mean(x, 1, true);
  check_values(var, {6.33333349, 6.58333349}, {2});
  check_values(mean, {2 / 3., 3.5 / 3}, {2});
}

TEST_CASE("var and std: an integer is a dimension, only a bool says unbiased") {
  const Tensor x = matrix();
  check_values(x.var(1), {6.33333349, 6.58333349}, {2});
  check_values(x.var(-1), {6.33333349, 6.58333349}, {2});
  check_values(x.var({1}), {6.33333349, 6.58333349}, {2});
  check_values(x.var(true), {5.24166679}, {});
  check_values(x.var(false), {4.36805566}, {});
  CHECK(testing::list(x.std(0)) == testing::list(x.std(0, true)));
  CHECK(testing::list(wengert::std(x, 1)) == testing::list(x.std({1}, true)));
  CHECK(wengert::std(x, false).dim() == 0);
  CHECK(std::get<0>(var_mean(x, 0)).sizes() == IntArrayRef(3));
  CHECK(std::get<1>(std_mean(x, -1)).sizes() == IntArrayRef(2));
  CHECK(std::get<1>(std_mean(x, false)).dim() == 0);
}

TEST_CASE("any dimensions of any layout give what a contiguous tensor gives") {
  manual_seed(1);
  const Tensor base = randn({3, 1, 4, 2}, kFloat64);
  for (const std::vector<std::int64_t>& order :
       {std::vector<std::int64_t>{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}, {0, 3, 1, 2}}) {
    const Tensor x = base.permute(order), c = x.contiguous();
    for (unsigned set = 1; set < 16; ++set) {
      std::vector<std::int64_t> dims;
      Tensor wanted = c;
      for (std::int64_t d = 3; d >= 0; --d)
        if (set >> d & 1) {
          dims.push_back(d - 4);
          Tensor slices = wanted.select(d, 0) * 1;
          for (std::int64_t i = 1; i < wanted.size(d); ++i) slices = slices + wanted.select(d, i);
          wanted = slices;
        }
      CAPTURE(set);
      CHECK(x.sum(dims).sizes() == wanted.sizes());
      CHECK(x.sum(dims).allclose(wanted, 1e-12, 1e-12));
      CHECK(x.amax(dims, true).equal(c.amax(dims, true)));
    }
    CHECK(x.argmax().item<std::int64_t>() == c.argmax().item<std::int64_t>());
    CHECK(x.cumsum(1).equal(c.cumsum(1)));
  }
  CHECK(base.expand({2, 3, 5, 4, 2}).sum({0, 2}).allclose(base.sum(1) * 10, 1e-12, 1e-12));
}

TEST_CASE("accurate whatever the mean and the number") {
  CHECK(ones({10'000'000}).sum().item<float>() == 1e7f);
  manual_seed(2);
  const Tensor x = randn({1'000'000}) + 1e4;
  const double exact = x.to(kDouble).sum().item<double>();
  CHECK(x.sum().item<float>() == doctest::Approx(exact).epsilon(1e-7));
  CHECK(x.var().item<float>() == doctest::Approx(x.to(kDouble).var().item<double>()).epsilon(1e-5));
}

TEST_CASE("empty and 0-d tensors") {
  const Tensor none = zeros({0, 3}), one = full({}, 3.0);
  check_values(none.sum(), {0}, {});
  check_values(none.sum(0), {0, 0, 0}, {3});
  check_values(none.mean(0), {kNan, kNan, kNan}, {3});
  check_values(none.mean(1), {}, {0});
  check_values(none.var(0, true), {kNan, kNan, kNan}, {3});
  check_values(none.prod(0), {1, 1, 1}, {3});
  check_values(none.logsumexp(0), {-kInf, -kInf, -kInf}, {3});
  check_values(none.norm(2, 0), {0, 0, 0}, {3});
  check_values(none.any(0), {0, 0, 0}, {3});
  check_values(none.all(), {1}, {});
  check_values(none.argmax(1), {}, {0});
  check_values(none.cumsum(0), {}, {0, 3});
  for (std::int64_t d : {0, -1}) {
    check_values(one.sum(d), {3}, {});
    check_values(one.mean(d, true), {3}, {});
    check_values(std::get<0>(one.max(d)), {3}, {});
    check_values(one.argmin(d), {0}, {});
    check_values(one.cumsum(d), {3}, {});
    check_values(one.prod(d), {3}, {});
    check_values(one.softmax(d), {1}, {});
  }
  check_values(one.var(), {kNan}, {});
}

TEST_CASE("NaN is the largest and the smallest") {
  Tensor x = matrix();
  x.data_ptr<float>()[1] = std::numeric_limits<float>::quiet_NaN();
  check_values(x.max(), {kNan}, {});
  check_values(std::get<0>(x.min(1)), {kNan, -1}, {2});
  check_values(x.argmax(1), {1, 1}, {2});
  check_values(x.sum(1), {kNan, 3.5}, {2});
}

TEST_CASE("types") {
  const Tensor flags = matrix() > 0, numbers = matrix().to(kLong);
  CHECK(flags.sum().dtype() == kLong);
  check_values(flags.sum(), {4}, {});
  CHECK(flags.prod().dtype() == kLong);
  CHECK(flags.cumsum(0).dtype() == kLong);
  CHECK(numbers.sum(0).dtype() == kLong);
  CHECK(numbers.sum(kDouble).dtype() == kDouble);
  CHECK(matrix().sum(kBool).dtype() == kBool);
  check_values(numbers.mean(kFloat), {5 / 6.}, {});
  CHECK(numbers.amax().dtype() == kLong);
  CHECK(flags.any().dtype() == kBool);
}

TEST_CASE("errors say what is wrong") {
  const Tensor x = matrix();
  CHECK(has(message([&] { x.to(kLong).mean(); }), "mean: the mean of int64"));
  CHECK(has(message([&] { x.sum({0, -2}); }), "sum: dimension -2 is given twice"));
  CHECK(has(message([&] { x.sum(2); }), "sum: there is no dimension 2"));
  CHECK(has(message([&] { x.to(kLong).var(); }), "var: not defined for int64"));
  CHECK(has(message([&] { zeros({0}).max(); }), "max: shape [0] has no elements"));
  CHECK(has(message([&] { zeros({3, 0}).max(1); }), "max: shape [3, 0] has no elements"));
  CHECK(has(message([&] { zeros({0}).argmin(); }), "argmin: shape [0]"));
  CHECK(has(message([&] { x.to(kLong).norm(); }), "norm: not defined for int64"));
  CHECK(has(message([&] { x.to(kLong).softmax(0); }), "softmax: not defined for int64"));
  CHECK(has(message([&] { x.sum_to_size({2}); }), "sum_to_size: shape [2] does not broadcast to [2, 3]"));
  CHECK(has(message([&] { x.softmax(5); }), "softmax: there is no dimension 5"));
  CHECK(has(message([&] { sum(Tensor()); }), "sum: the tensor is an undefined tensor"));
}

TEST_CASE("softmax values, of any size") {
  const Tensor x = matrix();
  check_values(x.softmax(1), {0.11849965, 0.00589975, 0.87560058, 0.02912176, 0.96438032, 0.00649794},
               {2, 3});
  check_values(x.log_softmax(0),
               {-0.474076986, -6.00247574, -0.0181499608, -0.974076986, -0.00247565191, -4.01814985}, {2, 3});
  check_values((x + 1e4).softmax(1).sum(1), {1, 1}, {2});
  check_values(full({2}, -kInf).softmax(0), {kNan, kNan}, {2});
  check_values(x.to(kLong).softmax(1, kDouble).sum(1), {1, 1}, {2});
  check_values(zeros({3, 0}).softmax(1), {}, {3, 0});
}
