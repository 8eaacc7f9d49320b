// Maps of two and three operands.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "kernels/elementwise.h"
#include "kernels/isas.h"
#include "wengert/base/error.h"

using namespace wengert;
using namespace wengert::kernels;

namespace {

constexpr std::int64_t kLow = std::numeric_limits<std::int64_t>::min(), kHigh = ~kLow;

template <class T>
std::vector<T> apply(Binary f, std::vector<T> a, std::vector<T> b, double p = 1, double q = 0) {
  std::vector<T> y(a.size());
  binary(f, dtype_of<T>(), static_cast<std::int64_t>(a.size()), y.data(), a.data(), b.data(), p, q);
  return y;
}

double one(Binary f, double a, double b, double p = 1, double q = 0) {
  double y;
  binary(f, kDouble, 1, &y, &a, &b, p, q);
  return y;
}

struct Arithmetic {
  Binary map;
  double (*want)(double, double);
};
const Arithmetic arithmetic[] = {
    {Binary::add, [](double a, double b) { return a + b; }},
    {Binary::sub, [](double a, double b) { return a - b; }},
    {Binary::mul, [](double a, double b) { return a * b; }},
    {Binary::div, [](double a, double b) { return a / b; }},
    {Binary::maximum, [](double a, double b) { return a != a || a > b ? a : b; }},
    {Binary::minimum, [](double a, double b) { return a != a || a < b ? a : b; }},
    {Binary::trunc_divide, [](double a, double b) { return std::trunc(a / b); }},
    {Binary::fmod, [](double a, double b) { return std::fmod(a, b); }},
    {Binary::pow, [](double a, double b) { return std::pow(a, b); }},
    {Binary::atan2, [](double a, double b) { return std::atan2(a, b); }},
};

/// A gradient, the map it belongs to, and whether it takes the map's output instead of its input.
struct Gradient {
  Binary gradient;
  Unary map;
  bool of_output = false;
  double p = 0, q = 0;
};
const Gradient gradients[] = {
    {Binary::relu_grad, Unary::relu, true},
    {Binary::sigmoid_grad, Unary::sigmoid, true},
    {Binary::tanh_grad, Unary::tanh, true},
    {Binary::relu6_grad, Unary::relu6},
    {Binary::leaky_relu_grad, Unary::leaky_relu, false, 0.1},
    {Binary::hardtanh_grad, Unary::hardtanh, false, -1.25, 2.1},
    {Binary::clamp_grad, Unary::clamp, false, -1.25, 2.1},
    {Binary::hardswish_grad, Unary::hardswish},
    {Binary::hardsigmoid_grad, Unary::hardsigmoid},
    {Binary::softsign_grad, Unary::softsign},
    {Binary::gelu_grad, Unary::gelu},
    {Binary::gelu_tanh_grad, Unary::gelu_tanh},
    {Binary::silu_grad, Unary::silu},
    {Binary::mish_grad, Unary::mish},
    {Binary::log_sigmoid_grad, Unary::log_sigmoid},
    {Binary::selu_grad, Unary::selu},
    {Binary::elu_grad, Unary::elu, false, 0.7},
    {Binary::celu_grad, Unary::celu, false, 0.7},
    {Binary::softplus_grad, Unary::softplus, false, 1.5, 12},
};

}  // namespace

TEST_CASE("arithmetic on vectors of every length, with a scalar on either side") {
  for_each_isa([] {
    for (const Arithmetic& c : arithmetic) {
      CAPTURE(std::string(name_of(c.map)));
      for (std::int64_t n : {0, 1, 5, 7, 9, 33, 1023, 4099}) {
        std::vector<double> a, b;
        for (std::int64_t i = 0; i <= n; ++i) {
          a.push_back(std::sin(double(i)) * 20);
          b.push_back(std::cos(double(i) * 3) * 5 + 0.1);
        }
        if (n > 8) a[3] = NAN, b[4] = NAN;
        for (auto [step_a, step_b] : {std::pair{1, 1}, {0, 1}, {1, 0}, {0, 0}}) {
          std::vector<double> y(static_cast<std::size_t>(n + 1), 42);
          binary(c.map, kDouble, Loop::flat(n, {1, step_a, step_b}), y.data(), a.data(), b.data());
          bool same = y.back() == 42;
          for (std::int64_t i = 0; i < n; ++i) {
            const double want =
                c.want(a[static_cast<std::size_t>(i * step_a)], b[static_cast<std::size_t>(i * step_b)]);
            same &= same_bits(&y[static_cast<std::size_t>(i)], &want, 1);
          }
          CHECK(same);
        }
      }
    }
  });
}

TEST_CASE("add and sub take alpha") {
  CHECK(apply<float>(Binary::add, {1, 2}, {3, 4}, 0.5) == std::vector<float>{2.5, 4});
  CHECK(apply<float>(Binary::sub, {1, 2}, {3, 4}, 2) == std::vector<float>{-5, -6});
  CHECK(apply<std::int64_t>(Binary::add, {1, kHigh}, {3, 1}, 1) == std::vector<std::int64_t>{4, kLow});
  CHECK(apply<std::int64_t>(Binary::sub, {1, kLow}, {3, 1}, 2) == std::vector<std::int64_t>{-5, kHigh - 1});
}

TEST_CASE("division and remainder round as in Python") {
  for (double a : {7.0, -7.0, 0.0, 6.0, -0.5, 1e300}) {
    for (double b : {2.0, -2.0, 3.5, -3.0}) {
      CAPTURE(a);
      CAPTURE(b);
      const double rest = one(Binary::remainder, a, b);
      CHECK((rest == 0 || (rest < 0) == (b < 0)));
      CHECK(std::fabs(rest) < std::fabs(b));
      if (std::fabs(a) < 100) {
        CHECK(one(Binary::floor_divide, a, b) == std::floor(a / b));
        CHECK(rest == a - b * std::floor(a / b));
      }
    }
  }
  CHECK(one(Binary::floor_divide, 1, 0.1) ==
        9);  // 1 / 0.1 rounds to 10, but ten times 0.1 (as stored) is above 1
  CHECK(one(Binary::floor_divide, 1, 0) == INFINITY);
  CHECK(std::isnan(one(Binary::remainder, 1, 0)));
  using Ints = std::vector<std::int64_t>;
  const Ints a = {7, -7, 7, -7, kLow, kLow, 6}, b = {2, 2, -2, -2, -1, 1, 3};
  CHECK(apply(Binary::floor_divide, a, b) == Ints{3, -4, -4, 3, kLow, kLow, 2});
  CHECK(apply(Binary::trunc_divide, a, b) == Ints{3, -3, -3, 3, kLow, kLow, 2});
  CHECK(apply(Binary::remainder, a, b) == Ints{1, 1, -1, -1, 0, 0, 0});
  CHECK(apply(Binary::fmod, a, b) == Ints{1, -1, 1, -1, 0, 0, 0});
}

TEST_CASE("integer division by zero is foreseen") {
  const std::int64_t b[] = {1, 0, 2};
  for (Binary f : {Binary::floor_divide, Binary::trunc_divide, Binary::remainder, Binary::fmod}) {
    CHECK(divides_by_zero(f, kLong, Loop::flat(3, {1, 1, 1}), b));
    CHECK_FALSE(divides_by_zero(f, kLong, Loop::flat(0, {1, 1, 1}), b));
    CHECK_FALSE(divides_by_zero(f, kLong, Loop::flat(2, {1, 1, 2}), b));
  }
  CHECK_FALSE(divides_by_zero(Binary::mul, kLong, Loop::flat(3, {1, 1, 1}), b));
}

TEST_CASE("integer powers") {
  using Ints = std::vector<std::int64_t>;
  CHECK(apply<std::int64_t>(Binary::pow, {2, -3, 0, 5, 1, -1, -1, 2, 3}, {10, 3, 0, 0, -2, -3, -4, -1, 39}) ==
        Ints{1024, -27, 1, 1, 1, -1, 1, 0, 4052555153018976267});
  CHECK(apply<std::int64_t>(Binary::pow, {2, 2, -2}, {62, 64, 63}) == Ints{std::int64_t(1) << 62, 0, kLow});
}

TEST_CASE("float32 and float64 gradients are the derivatives of their maps") {
  for_each_isa([] {
    for (const Gradient& c : gradients) {
      CAPTURE(std::string(name_of(c.gradient)));
      for (double x = -6.03; x < 7; x += 0.37) {
        CAPTURE(x);
        const double h = 1e-6, dy = 1.7;
        double y, above, below, from = x - h, to = x + h;
        unary(c.map, kDouble, 1, &y, &x, c.p, c.q);
        unary(c.map, kDouble, 1, &above, &to, c.p, c.q);
        unary(c.map, kDouble, 1, &below, &from, c.p, c.q);
        const double want = dy * (above - below) / (2 * h);
        const double got = one(c.gradient, dy, c.of_output ? y : x, c.p, c.q);
        CHECK(std::fabs(got - want) < 2e-8);
        const auto got32 = apply<float>(c.gradient, {float(dy)}, {float(c.of_output ? y : x)}, c.p, c.q);
        CHECK(std::fabs(got32[0] - got) < 1e-6);
      }
    }
  });
}

TEST_CASE("gradients at the kinks are libtorch's") {
  CHECK(one(Binary::relu_grad, 3, 0) == 0);
  CHECK(one(Binary::leaky_relu_grad, 3, 0, 0.5) == 1.5);
  CHECK(one(Binary::hardtanh_grad, 3, 1, -1, 1) == 0);
  CHECK(one(Binary::clamp_grad, 3, 1, -1, 1) == 3);
  CHECK(one(Binary::relu6_grad, 3, 6) == 0);
  CHECK(one(Binary::hardsigmoid_grad, 3, 3) == 0);
}

TEST_CASE("bool and bitwise maps") {
  const bool a[] = {false, false, true, true}, b[] = {false, true, false, true};
  bool y[4];
  const auto check = [&](Binary f, std::vector<int> want) {
    for_each_isa([&] {
      CAPTURE(std::string(name_of(f)));
      binary(f, kBool, 4, y, a, b);
      CHECK(std::vector<int>(y, y + 4) == want);
    });
  };
  check(Binary::add, {0, 1, 1, 1});
  check(Binary::mul, {0, 0, 0, 1});
  check(Binary::maximum, {0, 1, 1, 1});
  check(Binary::minimum, {0, 0, 0, 1});
  check(Binary::bitwise_xor, {0, 1, 1, 0});
  CHECK_FALSE(supports(Binary::sub, kBool));
  CHECK_FALSE(supports(Binary::floor_divide, kBool));
  CHECK_FALSE(supports(Binary::div, kLong));
  CHECK_FALSE(supports(Binary::bitwise_or, kFloat));
  CHECK(apply<std::int64_t>(Binary::bitwise_and, {12, -1}, {10, 7}) == std::vector<std::int64_t>{8, 7});
}

TEST_CASE("comparisons; NaN is unequal to everything") {
  std::vector<float> a, b;
  for (float x : {-INFINITY, -1.0f, -0.0f, 0.0f, 2.0f, INFINITY, NAN})
    for (float z : {-INFINITY, -1.0f, -0.0f, 0.0f, 2.0f, INFINITY, NAN}) a.push_back(x), b.push_back(z);
  const auto check = [&](Comparison f, auto want) {
    for_each_isa([&] {
      CAPTURE(std::string(name_of(f)));
      bool y[49];
      compare(f, kFloat, 49, y, a.data(), b.data());
      bool same = true;
      for (std::size_t i = 0; i < 49; ++i) same &= y[i] == want(a[i], b[i]);
      CHECK(same);
    });
  };
  check(Comparison::eq, [](float x, float z) { return x == z; });
  check(Comparison::ne, [](float x, float z) { return x != z; });
  check(Comparison::lt, [](float x, float z) { return x < z; });
  check(Comparison::le, [](float x, float z) { return x <= z; });
  check(Comparison::gt, [](float x, float z) { return x > z; });
  check(Comparison::ge, [](float x, float z) { return x >= z; });
  check(Comparison::logical_and, [](float x, float z) { return x != 0 && z != 0; });
  check(Comparison::logical_or, [](float x, float z) { return x != 0 || z != 0; });
  check(Comparison::logical_xor, [](float x, float z) { return (x != 0) != (z != 0); });
}

TEST_CASE("three operands") {
  const float a[] = {1, 2, 3}, b[] = {4, 5, 6}, c[] = {0.5, 0.25, 1};
  float y[3];
  for_each_isa([&] {
    ternary(Ternary::addcmul, kFloat, 3, y, a, b, c, 2);
    CHECK(std::vector<float>(y, y + 3) == std::vector<float>{5, 4.5, 15});
    ternary(Ternary::addcdiv, kFloat, 3, y, a, b, c, 0.5);
    CHECK(std::vector<float>(y, y + 3) == std::vector<float>{5, 12, 6});
    ternary(Ternary::lerp, kFloat, 3, y, a, b, c);
    CHECK(std::vector<float>(y, y + 3) == std::vector<float>{2.5, 2.75, 6});
  });
}
