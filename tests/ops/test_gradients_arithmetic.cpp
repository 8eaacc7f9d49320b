// Gradient rows of operations on two and three tensors.
#include <doctest/doctest.h>

#include "support/gradient_table.h"
#include "support/helpers.h"
#include "support/make.h"

using namespace wengert;
using wengert::testing::GradientCase;
using wengert::testing::Range;

namespace {

using Shapes = std::vector<std::vector<std::vector<std::int64_t>>>;
const Shapes pairs = {{{2, 3}, {2, 3}}, {{2, 3}, {3}}, {{2, 1}, {1, 3}}, {{}, {2}}, {{0, 3}, {3}}};
const Shapes triples = {{{2, 3}, {2, 3}, {2, 3}}, {{3}, {2, 1}, {}}, {{0, 3}, {1}, {3}}};
const Shapes singles = {{{2, 3}}, {{}}, {{0, 2}}};
const Range away_from_0{-2, 2, 0.4}, positive{0.3, 2};

template <class F>
GradientCase one(std::string name, F f, Range range = {}) {
  return {{name}, [f](const TensorList& in) { return TensorList{f(in[0])}; }, singles, {range}};
}
template <class F>
GradientCase two(std::string name, F f, std::vector<Range> ranges = {Range{}}, bool second_order = true) {
  return {
      {name}, [f](const TensorList& in) { return TensorList{f(in[0], in[1])}; }, pairs, ranges, second_order};
}
template <class F>
GradientCase three(std::string name, F f, std::vector<Range> ranges = {Range{}}) {
  return {{name}, [f](const TensorList& in) { return TensorList{f(in[0], in[1], in[2])}; }, triples, ranges};
}

using T = const Tensor&;

const bool rows = testing::add_gradients({
    two("add", [](T a, T b) { return a.add(b, 2); }),
    one("add", [](T a) { return a.add(3, 2); }),
    two("sub", [](T a, T b) { return a.sub(b, 2); }),
    one("sub", [](T a) { return a - 2; }),
    one("rsub", [](T a) { return rsub(a, 1, 2); }),
    two("mul", [](T a, T b) { return a * b; }),
    one("mul", [](T a) { return a * 3; }),
    two("div", [](T a, T b) { return a / b; }, {{}, away_from_0}),
    one("div", [](T a) { return a / 3; }),
    one(
        "div", [](T b) { return 3 / b; }, away_from_0),
    // Rounded quotients are steps: their gradient is 0 whatever dy is.
    two(
        "div_rounded", [](T a, T b) { return a.div(b, "floor"); }, {{2.5, 2.9}, {1, 1.2}}, false),
    two(
        "div_rounded", [](T a, T b) { return a.div(b, "trunc"); }, {{-2.9, -2.5}, {1, 1.2}}, false),
    two("remainder", [](T a, T b) { return remainder(a, b); }, {{-2.9, -2.5}, {1, 1.2}}),
    one(
        "remainder", [](T a) { return a % 5; }, positive),
    one("remainder", [](T b) { return 2.7 % b; }, {1, 1.2}),
    two("fmod", [](T a, T b) { return fmod(a, b); }, {{-2.9, -2.5}, {1, 1.2}}),
    one(
        "fmod", [](T a) { return a.fmod(5); }, positive),
    two("pow", [](T a, T b) { return pow(a, b); }, {positive, {}}),
    one("pow", [](T a) { return a.pow(3); }),
    one("pow", [](T a) { return a.pow(2); }),
    one(
        "pow", [](T a) { return a.pow(-1.5); }, positive),
    one("pow", [](T b) { return pow(1.7, b); }),
    two("maximum", [](T a, T b) { return maximum(a, b); }),
    two("minimum", [](T a, T b) { return minimum(a, b); }),
    two("atan2", [](T a, T b) { return atan2(a, b); }, {away_from_0}),
    three("addcmul", [](T x, T a, T b) { return addcmul(x, a, b, 0.5); }),
    three("addcdiv", [](T x, T a, T b) { return addcdiv(x, a, b, 0.5); }, {{}, {}, away_from_0}),
    two("lerp", [](T a, T b) { return lerp(a, b, 0.3); }),
    two("lerp", [](T a, T b) { return lerp(a, b, 0.8); }),
    two("lerp", [](T a, T b) { return lerp(a, b, b * a); }),
});

}  // namespace

TEST_CASE("arithmetic: one tensor as both operands gets both gradients") {
  Tensor x = testing::leaf({2, -3});
  auto slopes = [&](const Tensor& y) {
    x.mutable_grad() = Tensor();
    y.backward(ones({2}, kFloat64));
    return testing::list(x.grad());
  };
  using testing::Values;
  CHECK(slopes(x + x) == Values{2, 2});
  CHECK(slopes(x - x) == Values{0, 0});
  CHECK(slopes(x * x) == Values{4, -6});
  CHECK(slopes(x / x) == Values{0, 0});
  CHECK(slopes(maximum(x, x)) == Values{1, 1});
  CHECK(slopes(addcmul(x, x, x)) == Values{5, -5});
  CHECK(slopes(lerp(x, x, 0.3)) == Values{1, 1});
}

TEST_CASE("arithmetic: the gradients at kinks and poles are libtorch's") {
  using testing::kInf, testing::kNaN, testing::leaf, testing::list, testing::Values;
  auto check = [](auto f, Tensor a, Tensor b, Values da, Values db) {
    f(a, b).backward(ones(a.sizes(), kFloat64));
    const Values got_a = list(a.grad()), got_b = list(b.grad());
    for (std::size_t i = 0; i < da.size(); ++i) {
      CAPTURE(i);
      CHECK((got_a[i] == doctest::Approx(da[i]) || got_a[i] == da[i] ||
             (got_a[i] != got_a[i] && da[i] != da[i])));
      CHECK((got_b[i] == doctest::Approx(db[i]) || got_b[i] == db[i] ||
             (got_b[i] != got_b[i] && db[i] != db[i])));
    }
  };
  check([](T a, T b) { return pow(a, b); }, leaf({0, 0, 0, 0, 2, -2, -2, kInf, 0}),
        leaf({0, 1, 2, -1, 0, 0, 2, 0, 0.5}), {0, 1, 0, -kInf, 0, 0, -4, 0, kInf},
        {0, 0, 0, -kInf, 0.6931471805599453, kNaN, kNaN, kInf, 0});
  check([](T a, T b) { return maximum(a, b); }, leaf({1, kNaN, 1, kNaN, 3}), leaf({1, 1, kNaN, kNaN, 2}),
        {0.5, 1, 1, 1, 1}, {0.5, 1, 1, 1, 0});
  check([](T a, T b) { return minimum(a, b); }, leaf({1, 2}), leaf({1, 1}), {0.5, 0}, {0.5, 1});
  check([](T a, T b) { return remainder(a, b); }, leaf({5, -5}), leaf({3, 3}), {1, 1}, {-1, 2});
  check([](T a, T b) { return fmod(a, b); }, leaf({5, -5}), leaf({3, 3}), {1, 1}, {-1, 1});
  check([](T a, T b) { return atan2(a, b); }, leaf({0, 1}), leaf({0, 2}), {kNaN, 0.4}, {kNaN, -0.2});

  auto slopes = [](auto f, std::initializer_list<double> at) {
    Tensor x = leaf(at);
    f(x).backward(ones(x.sizes(), kFloat64));
    return list(x.grad());
  };
  CHECK(slopes([](T x) { return x.pow(0.5); }, {0, 4}) == Values{kInf, 0.25});
  CHECK(slopes([](T x) { return x.pow(0); }, {0, kNaN}) == Values{0, 0});
  CHECK(slopes([](T x) { return x.pow(1); }, {0, 3}) == Values{1, 1});
  CHECK(slopes([](T x) { return x.pow(-1); }, {0})[0] == -kInf);
  CHECK(slopes([](T b) { return pow(0, b); }, {0, 1, -1}) == Values{0, 0, -kInf});
}
