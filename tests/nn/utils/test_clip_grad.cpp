#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/helpers.h"
#include "wengert/nn/utils.h"

using namespace wengert;
using namespace wengert::testing;
using namespace wengert::nn::utils;

namespace {

const double infinity = std::numeric_limits<double>::infinity(), kNan = std::nan("");

Tensor with_gradient(std::initializer_list<double> dp) {
  const Tensor p = leaf(dp);
  p.mutable_grad() = leaf(dp).detach();
  return p;
}

}  // namespace

TEST_CASE("clip_grad_norm_ scales all gradients by one number and returns the norm before") {
  // The norms of (3, -4, 12), by order.
  const std::vector<std::pair<double, double>> norms = {
      {1, 19}, {2, 13}, {3, std::cbrt(1819.0)}, {infinity, 12}, {-infinity, 3}, {-1, 1.5}};
  for (const auto& pair : norms) {
    const double order = pair.first, norm = pair.second;
    CAPTURE(order);
    const Tensor p = with_gradient({3, -4}), q = with_gradient({12}), none = leaf({1});
    CHECK(clip_grad_norm_({p, none, q}, 1.3, order) == doctest::Approx(norm).epsilon(1e-8));
    const double scale = 1.3 / (norm + 1e-6);
    CHECK(list(p.grad())[0] == doctest::Approx(3 * scale));
    CHECK(list(p.grad())[1] == doctest::Approx(-4 * scale));
    CHECK(list(q.grad())[0] == doctest::Approx(12 * scale));
    CHECK_FALSE(none.grad().defined());
  }
}

TEST_CASE("clip_grad_norm_ leaves small gradients alone") {
  const Tensor p = with_gradient({3, -4});
  CHECK(clip_grad_norm_(p, 100) == 5);
  CHECK(list(p.grad()) == Values{3, -4});
  CHECK(clip_grad_norm_({leaf({1})}, 1) == 0);
  CHECK(clip_grad_norm_(std::vector<Tensor>(), 1) == 0);
  CHECK(clip_grad_norm_({p, with_gradient({1})}, 100, 0) == 2);
}

TEST_CASE("clip_grad_norm_ of gradients that repeat one element") {
  const Tensor p = leaf({1, 2, 3, 4});
  p.sum().backward();
  CHECK(clip_grad_norm_(p, 1) == doctest::Approx(2));
  CHECK(list(p.grad())[3] == doctest::Approx(0.5));
}

TEST_CASE("clip_grad_norm_ of norms that are not finite") {
  for (double bad : {kNan, infinity}) {
    const Tensor p = with_gradient({bad, 1});
    CHECK(has(message([&] { clip_grad_norm_(p, 1, 2, true); }), "norm of order 2"));
    CHECK(list(p.grad())[1] == 1);
    CHECK_FALSE(std::isfinite(clip_grad_norm_(p, 1)));
    CHECK(std::isnan(list(p.grad())[0]));
  }
}

TEST_CASE("clip_grad_value_ clamps") {
  const Tensor p = with_gradient({3, -4, 0.5, kNan});
  clip_grad_value_(p, 1);
  const Values dp = list(p.grad());
  CHECK(Values(dp.begin(), dp.begin() + 3) == Values{1, -1, 0.5});
  CHECK(std::isnan(dp[3]));
  clip_grad_value_({p, leaf({1})}, 0.25);
  CHECK(list(p.grad())[0] == 0.25);
}

TEST_CASE("arguments of clipping that make no sense") {
  const Tensor p = with_gradient({3});
  CHECK(has(message([&] { clip_grad_norm_(p, -1); }), "max_norm is -1"));
  CHECK(has(message([&] { clip_grad_norm_(p, kNan); }), "max_norm is nan"));
  CHECK(has(message([&] { clip_grad_norm_(p, 1, kNan); }), "norm_type"));
  CHECK(has(message([&] { clip_grad_norm_({p, Tensor()}, 1); }), "undefined"));
  CHECK(has(message([&] { clip_grad_value_(p, -1); }), "clip_value is -1"));
  CHECK(has(message([&] { clip_grad_value_({p, Tensor()}, 1); }), "undefined"));
  CHECK(list(p.grad()) == Values{3});
}

TEST_CASE("a parameter that is given twice counts once and is scaled once") {
  const Tensor p = zeros({2});
  p.mutable_grad() = tensor({3., 4.}).to(kFloat);
  CHECK(nn::utils::clip_grad_norm_({p, p}, 1) == doctest::Approx(5));
  CHECK(p.grad()[0].item<double>() == doctest::Approx(0.6));
}
