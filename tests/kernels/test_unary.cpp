// Unary maps against the double functions of the C library.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "kernels/elementwise.h"
#include "kernels/isas.h"
#include "kernels/parallel.h"
#include "wengert/base/error.h"
#include "wengert/base/threads.h"

using namespace wengert;
using namespace wengert::kernels;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Floats of every exponent and both signs, and the special ones.
std::vector<float> sweep() {
  std::vector<float> x = {0.0f,
                          -0.0f,
                          1.0f,
                          -1.0f,
                          0.5f,
                          -0.5f,
                          1.5f,
                          2.5f,
                          -2.5f,
                          88.7228f,
                          88.7229f,
                          -87.34f,
                          -103.9f,
                          -104.1f,
                          1e-45f,
                          -1e-45f,
                          1.17549435e-38f,
                          3.4028235e38f,
                          -3.4028235e38f};
  for (double special : {kInf, -kInf, kNaN}) x.push_back(static_cast<float>(special));
  for (std::uint64_t u = 12345; u < (1ull << 32); u += 70001) {
    const std::uint32_t bits = static_cast<std::uint32_t>(u);
    float f;
    std::memcpy(&f, &bits, 4);
    x.push_back(f);
  }
  for (int i = -4000; i <= 4000; ++i) x.push_back(static_cast<float>(i) / 199.0f);
  return x;
}

/// |y - want| in units of the last place of a float near want. A product like x sigmoid(x) has lost digits
/// when one factor is denormal; `product` counts such errors in units of normal floats.
double ulps(float y, double want, bool product) {
  if (std::isnan(want) || std::isnan(y)) return std::isnan(want) && std::isnan(y) ? 0 : kInf;
  const double largest = std::numeric_limits<float>::max();
  if (std::fabs(want) > largest || std::isinf(y))  // an overflow may come within an ulp
    return y == static_cast<float>(want) ||
                   (std::fabs(want) > largest * (1 - 1e-6) && std::signbit(y) == (want < 0))
               ? 0
               : kInf;
  int exponent = 0;
  std::frexp(want, &exponent);
  return std::fabs(y - want) / std::ldexp(1.0, exponent < -117 && product ? -141
                                               : exponent < -125          ? -149
                                                                          : exponent - 24);
}

struct Case {
  Unary map;
  double (*want)(double);
  double bound;
  double p = 0, q = 0;
};

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double clamp(double x, double lo, double hi) { return x < lo ? lo : x > hi ? hi : x; }

const Case cases[] = {
    {Unary::neg, [](double x) { return -x; }, 0},
    {Unary::abs, [](double x) { return std::fabs(x); }, 0},
    {Unary::sign, [](double x) { return double((x > 0) - (x < 0)); }, 0},
    {Unary::square, [](double x) { return x * x; }, 0.5},
    {Unary::sqrt, [](double x) { return std::sqrt(x); }, 0.5001},
    {Unary::rsqrt, [](double x) { return 1 / std::sqrt(x); }, 1.5},
    {Unary::reciprocal, [](double x) { return 1 / x; }, 0.5001},
    {Unary::floor, [](double x) { return std::floor(x); }, 0},
    {Unary::ceil, [](double x) { return std::ceil(x); }, 0},
    {Unary::trunc, [](double x) { return std::trunc(x); }, 0},
    {Unary::round, [](double x) { return std::nearbyint(x); }, 0},
    {Unary::relu, [](double x) { return x <= 0 ? 0 : x; }, 0},
    {Unary::relu6, [](double x) { return clamp(x, 0, 6); }, 0},
    {Unary::leaky_relu, [](double x) { return x > 0 ? x : x * 0.25; }, 0.5, 0.25},
    {Unary::hardtanh, [](double x) { return clamp(x, -0.5, 2); }, 0, -0.5, 2},
    {Unary::clamp, [](double x) { return clamp(x, -1, 1.5); }, 0, -1, 1.5},
    {Unary::clamp, [](double) { return kNaN; }, 0, kNaN, 1},
    {Unary::clamp, [](double x) { return x != x ? x : -1; }, 0, 3, -1},  // low > high gives high
    {Unary::clamp_min, [](double x) { return x < -1 ? -1 : x; }, 0, -1},
    {Unary::clamp_max, [](double x) { return x > -1 ? -1 : x; }, 0, -1},
    {Unary::hardsigmoid, [](double x) { return clamp(x + 3, 0, 6) / 6; }, 8e6},  // cancels near -3
    {Unary::softsign, [](double x) { return std::isinf(x) ? kNaN : x / (1 + std::fabs(x)); }, 1.5},
    {Unary::exp, [](double x) { return std::exp(x); }, 1.2},
    {Unary::exp2, [](double x) { return std::exp2(x); }, 1.3},
    {Unary::expm1, [](double x) { return std::expm1(x); }, 1.8},
    {Unary::log, [](double x) { return std::log(x); }, 1},
    {Unary::log1p, [](double x) { return std::log1p(x); }, 1.2},
    {Unary::log2, [](double x) { return std::log2(x); }, 1.5},
    {Unary::log10, [](double x) { return std::log10(x); }, 2},
    {Unary::sin, [](double x) { return std::sin(x); }, 1.7},
    {Unary::cos, [](double x) { return std::cos(x); }, 1.7},
    {Unary::tan, [](double x) { return std::tan(x); }, 1},
    {Unary::asin, [](double x) { return std::asin(x); }, 1},
    {Unary::acos, [](double x) { return std::acos(x); }, 1},
    {Unary::atan, [](double x) { return std::atan(x); }, 1},
    {Unary::sinh, [](double x) { return std::sinh(x); }, 2},
    {Unary::cosh, [](double x) { return std::cosh(x); }, 1},
    {Unary::tanh, [](double x) { return std::tanh(x); }, 2.5},
    {Unary::sigmoid, sigmoid, 2.4},
    {Unary::log_sigmoid,
     [](double x) { return x < 0 ? x - std::log1p(std::exp(x)) : -std::log1p(std::exp(-x)); }, 3},
    {Unary::silu, [](double x) { return x * sigmoid(x); }, 3},
    {Unary::mish, [](double x) { return x * std::tanh(std::log1p(std::exp(x))); }, 5},
    {Unary::gelu, [](double x) { return x * (0.5 * std::erfc(x * -M_SQRT1_2)); }, 5.5},
    {Unary::erf, [](double x) { return std::erf(x); }, 1.5},
    {Unary::erfc, [](double x) { return std::erfc(x); }, 5},
    {Unary::selu,
     [](double x) { return 1.0507009873554805 * (x > 0 ? x : 1.6732632423543772 * std::expm1(x)); }, 3},
    {Unary::elu, [](double x) { return x > 0 ? x : 0.75 * std::expm1(x); }, 3, 0.75},
    {Unary::celu, [](double x) { return x > 0 ? x : 0.5 * std::expm1(x / 0.5); }, 3, 0.5},
    {Unary::softplus, [](double x) { return x * 2 > 10 ? x : std::log1p(std::exp(x * 2)) / 2; }, 3, 2, 10},
    {Unary::pow, [](double) { return 1.0; }, 0, 0},
    {Unary::pow, [](double x) { return x; }, 0, 1},
    {Unary::pow, [](double x) { return x * x; }, 0.5, 2},
    {Unary::pow, [](double x) { return 1 / x; }, 0.5001, -1},
    {Unary::pow, [](double x) { return std::sqrt(x); }, 0.5001, 0.5},
    {Unary::pow, [](double x) { return std::pow(x, 1.5); }, 1, 1.5},
    {Unary::pow, [](double x) { return std::pow(x, 4.0); }, 1, 4},
};

}  // namespace

TEST_CASE("float32 maps are within a few ulp of the exact value over all magnitudes") {
  const std::vector<float> x = sweep();
  const auto n = static_cast<std::int64_t>(x.size());
  for_each_isa([&] {
    for (const Case& c : cases) {
      std::vector<float> y(x.size());
      unary(c.map, kFloat, n, y.data(), x.data(), c.p, c.q);
      double worst = 0;
      std::size_t at = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double e = ulps(y[i], c.want(x[i]), c.bound >= 3);
        if (e > worst) worst = e, at = i;
      }
      INFO(std::string(name_of(c.map)), " of ", x[at], " gives ", y[at], ", want ", c.want(x[at]));
      CHECK(worst <= c.bound);
    }
  });
}

TEST_CASE("float64 maps agree with the C library") {
  std::vector<double> x = {0, -0.0, 1, -1, 0.5, 1e-300, -1e-300, 700, -700, 1e300, kInf, -kInf, kNaN};
  for (int i = -3000; i <= 3000; ++i) x.push_back(i / 211.0);
  const auto n = static_cast<std::int64_t>(x.size());
  for_each_isa([&] {
    for (const Case& c : cases) {
      if (c.map == Unary::hardsigmoid) continue;
      std::vector<double> y(x.size());
      unary(c.map, kDouble, n, y.data(), x.data(), c.p, c.q);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double want = c.want(x[i]);
        INFO(std::string(name_of(c.map)), " of ", x[i], " gives ", y[i], ", want ", want);
        const bool same = y[i] == want || (y[i] != y[i] && want != want) ||
                          std::fabs(y[i] - want) <= 1e-14 * std::fabs(want);
        if (!same) CHECK(false);
      }
    }
  });
}

TEST_CASE("an element's result does not depend on its place, the strides, or what stands beside it") {
  const std::vector<float> x = sweep();
  const auto total = static_cast<std::int64_t>(x.size());
  for_each_isa([&] {
    for (const Case& c : cases) {
      CAPTURE(std::string(name_of(c.map)));
      std::vector<float> all(x.size());
      unary(c.map, kFloat, total, all.data(), x.data(), c.p, c.q);
      for (std::int64_t n : {0, 1, 5, 7, 9, 33, 1023, 4099}) {
        const std::int64_t from = 20011;
        std::vector<float> y(static_cast<std::size_t>(n + 1), 42.0f);
        unary(c.map, kFloat, n, y.data(), x.data() + from, c.p, c.q);
        CHECK(same_bits(y.data(), all.data() + from, n));
        CHECK(y[static_cast<std::size_t>(n)] == 42.0f);

        std::vector<float> strided(static_cast<std::size_t>(2 * n + 1), 42.0f);
        unary(c.map, kFloat, Loop::flat(n, {2, 3}), strided.data(), x.data() + from, c.p, c.q);
        CHECK(same_bits(strided.data(), all.data() + from, n, 2, 3));
        bool between = true;
        for (std::int64_t i = 0; i < n; ++i) between &= strided[static_cast<std::size_t>(2 * i + 1)] == 42.0f;
        CHECK(between);
      }
      std::vector<float> in_place = x;
      unary(c.map, kFloat, total, in_place.data(), in_place.data(), c.p, c.q);
      CHECK(same_bits(in_place.data(), all.data(), total));
    }
  });
}

TEST_CASE("results do not depend on the number of threads") {
  const std::vector<float> x = sweep();
  const auto n = static_cast<std::int64_t>(x.size());
  std::vector<float> one(x.size()), three(x.size());
  unary(Unary::exp, kFloat, n, one.data(), x.data());
  set_num_threads(3);
  unary(Unary::exp, kFloat, n, three.data(), x.data());
  set_num_threads(1);
  CHECK(same_bits(one.data(), three.data(), n));
}

TEST_CASE("libtorch's values at the ends") {
  const float x[] = {-INFINITY, INFINITY, NAN, -0.0f};
  float y[4];
  unary(Unary::gelu, kFloat, 4, y, x);
  CHECK(std::isnan(y[0]));
  CHECK(y[1] == INFINITY);
  unary(Unary::gelu_tanh, kFloat, 4, y, x);
  CHECK(std::isnan(y[0]));
  CHECK(y[1] == INFINITY);
  unary(Unary::silu, kFloat, 4, y, x);
  CHECK(std::isnan(y[0]));
  unary(Unary::sign, kFloat, 4, y, x);
  CHECK(y[2] == 0);
  unary(Unary::relu, kFloat, 4, y, x);
  CHECK(y[0] == 0);
  CHECK(std::isnan(y[2]));
}

TEST_CASE("gelu_tanh and hardswish against their formulas") {
  for_each_isa([] {
    for (int i = -800; i <= 800; ++i) {
      const float x = static_cast<float>(i) / 100.0f;
      const double d = x;
      float y;
      unary(Unary::gelu_tanh, kFloat, 1, &y, &x);
      const double u = std::sqrt(2 / M_PI) * (d + 0.044715 * d * d * d);
      CHECK(y == doctest::Approx(d / (1 + std::exp(-2 * u))).epsilon(3e-6));
      unary(Unary::hardswish, kFloat, 1, &y, &x);
      CHECK(std::fabs(y - d * clamp(d + 3, 0, 6) / 6) <= 1e-6 * (1 + std::fabs(d)));
    }
  });
}

TEST_CASE("lgamma") {
  const double x[] = {0.5, 1, 3.7, -0.5, 0, -1, kInf};
  double y[7];
  unary(Unary::lgamma, kDouble, 7, y, x);
  for (int i = 0; i < 7; ++i) CHECK(y[i] == std::lgamma(x[i]));
}

TEST_CASE("int64 maps wrap") {
  constexpr std::int64_t low = std::numeric_limits<std::int64_t>::min(), high = ~low;
  const std::int64_t x[] = {3, -4, 0, low, high};
  std::int64_t y[5];
  const auto check = [&](Unary map, std::vector<std::int64_t> want, double p = 0, double q = 0) {
    for_each_isa([&] {
      CAPTURE(std::string(name_of(map)));
      unary(map, kLong, 5, y, x, p, q);
      CHECK(std::vector<std::int64_t>(y, y + 5) == want);
    });
  };
  check(Unary::neg, {-3, 4, 0, low, -high});
  check(Unary::abs, {3, 4, 0, low, high});
  check(Unary::sign, {1, -1, 0, -1, 1});
  check(Unary::square, {9, 16, 0, 0, 1});
  check(Unary::relu, {3, 0, 0, 0, high});
  check(Unary::floor, {3, -4, 0, low, high});
  check(Unary::clamp, {2, -1, 0, -1, 2}, -1, 2);
  check(Unary::clamp, {3, -1, 0, -1, high}, -1, kInf);
}

TEST_CASE("tests give bool") {
  const float x[] = {0, -0.0f, 1, NAN, INFINITY, -INFINITY, 3e38f};
  bool y[7];
  const auto check = [&](Predicate f, std::vector<int> want) {
    for_each_isa([&] {
      CAPTURE(std::string(name_of(f)));
      test(f, kFloat, 7, y, x);
      CHECK(std::vector<int>(y, y + 7) == want);
    });
  };
  check(Predicate::logical_not, {1, 1, 0, 0, 0, 0, 0});
  check(Predicate::isnan, {0, 0, 0, 1, 0, 0, 0});
  check(Predicate::isinf, {0, 0, 0, 0, 1, 1, 0});
  check(Predicate::isfinite, {1, 1, 1, 0, 0, 0, 1});
}

TEST_CASE("a map that a type does not have is refused before anything is written") {
  std::int64_t x = 4, y = 42;
  CHECK_FALSE(supports(Unary::exp, kLong));
  CHECK(supports(Unary::abs, kLong));
  CHECK_FALSE(supports(Unary::neg, kBool));
  CHECK_THROWS_WITH_AS(unary(Unary::exp, kLong, 1, &y, &x), "exp: got int64, for which it is not defined",
                       Error);
  CHECK(y == 42);
}
