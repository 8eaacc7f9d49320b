// Values of functions of one element against libtorch 1.13, their types, shapes and errors.
#include <doctest/doctest.h>

#include <cmath>

#include "support/helpers.h"
#include "support/make.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

struct Row {
  const char* name;
  Tensor (*f)(const Tensor&);
  Values expected;
};

const std::initializer_list<double> at = {-3.5, -1, -0.25, 0, 0.5, 2, 7};
// clang-format off
const Row table[] = {
    {"neg", wengert::neg, {3.5, 1, 0.25, -0, -0.5, -2, -7}},
    {"abs", wengert::abs, {3.5, 1, 0.25, 0, 0.5, 2, 7}},
    {"sign", wengert::sign, {-1, -1, -1, 0, 1, 1, 1}},
    {"square", wengert::square, {12.25, 1, 0.0625, 0, 0.25, 4, 49}},
    {"sqrt", wengert::sqrt, {kNaN, kNaN, kNaN, 0, 0.707106781186548, 1.4142135623731, 2.64575131106459}},
    {"rsqrt", wengert::rsqrt, {kNaN, kNaN, kNaN, kInf, 1.41421356237309, 0.707106781186547, 0.377964473009227}},
    {"reciprocal", wengert::reciprocal, {-0.285714285714286, -1, -4, kInf, 2, 0.5, 0.142857142857143}},
    {"exp", wengert::exp, {0.0301973834223185, 0.367879441171442, 0.778800783071405, 1, 1.64872127070013, 7.38905609893065, 1096.63315842846}},
    {"exp2", wengert::exp2, {0.0883883476483184, 0.5, 0.840896415253715, 1, 1.4142135623731, 4, 128}},
    {"expm1", wengert::expm1, {-0.969802616577682, -0.632120558828558, -0.221199216928595, 0, 0.648721270700128, 6.38905609893065, 1095.63315842846}},
    {"log", wengert::log, {kNaN, kNaN, kNaN, -kInf, -0.693147180559945, 0.693147180559945, 1.94591014905531}},
    {"log1p", wengert::log1p, {kNaN, -kInf, -0.287682072451781, 0, 0.405465108108164, 1.09861228866811, 2.07944154167984}},
    {"log2", wengert::log2, {kNaN, kNaN, kNaN, -kInf, -1, 1, 2.8073549220576}},
    {"log10", wengert::log10, {kNaN, kNaN, kNaN, -kInf, -0.301029995663981, 0.301029995663981, 0.845098040014257}},
    {"sin", wengert::sin, {0.35078322768962, -0.841470984807897, -0.247403959254523, 0, 0.479425538604203, 0.909297426825682, 0.656986598718789}},
    {"cos", wengert::cos, {-0.936456687290796, 0.54030230586814, 0.968912421710645, 1, 0.877582561890373, -0.416146836547142, 0.753902254343305}},
    {"tan", wengert::tan, {-0.374585640158595, -1.5574077246549, -0.255341921221036, 0, 0.54630248984379, -2.18503986326152, 0.871447982724319}},
    {"asin", wengert::asin, {kNaN, -1.5707963267949, -0.252680255142079, 0, 0.523598775598299, kNaN, kNaN}},
    {"acos", wengert::acos, {kNaN, 3.14159265358979, 1.82347658193698, 1.5707963267949, 1.0471975511966, kNaN, kNaN}},
    {"atan", wengert::atan, {-1.29249666778979, -0.785398163397448, -0.244978663126864, 0, 0.463647609000806, 1.10714871779409, 1.42889927219073}},
    {"sinh", wengert::sinh, {-16.542627287635, -1.1752011936438, -0.252612316808168, 0, 0.521095305493747, 3.62686040784702, 548.316123273246}},
    {"cosh", wengert::cosh, {16.5728246710573, 1.54308063481524, 1.03141309987957, 1, 1.12762596520638, 3.76219569108363, 548.317035155212}},
    {"erf", wengert::erf, {-0.999999256901628, -0.842700792949715, -0.276326390168237, 0, 0.520499877813047, 0.995322265018953, 1}},
    {"erfc", wengert::erfc, {1.99999925690163, 1.84270079294971, 1.27632639016824, 1, 0.479500122186953, 0.00467773498104727, 4.18382560777941e-23}},
    {"floor", wengert::floor, {-4, -1, -1, 0, 0, 2, 7}},
    {"ceil", wengert::ceil, {-3, -1, -0, 0, 1, 2, 7}},
    {"round", wengert::round, {-4, -1, -0, 0, 0, 2, 7}},
    {"trunc", wengert::trunc, {-3, -1, -0, 0, 0, 2, 7}},
    {"relu", wengert::relu, {0, 0, 0, 0, 0.5, 2, 7}},
    {"sigmoid", wengert::sigmoid, {0.0293122307513563, 0.268941421369995, 0.437823499114202, 0.5, 0.622459331201855, 0.880797077977882, 0.999088948805599}},
    {"tanh", wengert::tanh, {-0.998177897611199, -0.761594155955765, -0.244918662403709, 0, 0.46211715726001, 0.964027580075817, 0.999998336943945}},
    {"log_sigmoid", wengert::log_sigmoid, {-3.52975041827262, -1.31326168751822, -0.825939419878844, -0.693147180559945, -0.474076984180107, -0.126928011042972, -0.000911466453774245}},
    {"gelu", [](const Tensor& x) { return gelu(x); }, {-0.00081420177662439, -0.158655253931457, -0.100323418579269, 0, 0.345731230637007, 1.95449973610364, 6.99999999999104}},
    {"gelu_tanh", [](const Tensor& x) { return gelu(x, "tanh"); }, {-0.00061619765537374, -0.158808009391723, -0.100324649298315, 0, 0.345714009825144, 1.95459769408777, 7}},
    {"silu", wengert::silu, {-0.102592807629747, -0.268941421369995, -0.10945587477855, 0, 0.311229665600927, 1.76159415595576, 6.9936226416392}},
    {"mish", wengert::mish, {-0.104095754486371, -0.303401461374109, -0.129926963679141, 0, 0.375245211304895, 1.94395895953399, 6.99998837980974}},
    {"elu", [](const Tensor& x) { return elu(x); }, {-0.969802616577682, -0.632120558828558, -0.221199216928595, 0, 0.5, 2, 7}},
    {"celu", [](const Tensor& x) { return celu(x, 2); }, {-1.65245211309911, -0.786938680574733, -0.235006194830809, 0, 0.5, 2, 7}},
    {"selu", wengert::selu, {-1.70500934095728, -1.11133073781256, -0.388890197478119, 0, 0.52535049367774, 2.10140197471096, 7.35490691148836}},
    {"leaky_relu", [](const Tensor& x) { return leaky_relu(x); }, {-0.035, -0.01, -0.0025, 0, 0.5, 2, 7}},
    {"softplus", [](const Tensor& x) { return softplus(x); }, {0.0297504182726206, 0.313261687518223, 0.575939419878844, 0.693147180559945, 0.974076984180107, 2.12692801104297, 7.00091146645377}},
    {"softsign", wengert::softsign, {-0.777777777777778, -0.5, -0.2, 0, 0.333333333333333, 0.666666666666667, 0.875}},
    {"hardtanh", [](const Tensor& x) { return hardtanh(x); }, {-1, -1, -0.25, 0, 0.5, 1, 1}},
    {"relu6", wengert::relu6, {0, 0, 0, 0, 0.5, 2, 6}},
    {"hardsigmoid", wengert::hardsigmoid, {0, 0.333333333333333, 0.458333333333333, 0.5, 0.583333333333333, 0.833333333333333, 1}},
    {"hardswish", wengert::hardswish, {-0, -0.333333333333333, -0.114583333333333, 0, 0.291666666666667, 1.66666666666667, 7}},
};
// clang-format on

void check_values(const Tensor& y, const Values& expected, double tolerance) {
  const Values got = list(y);
  REQUIRE(got.size() == expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    CAPTURE(i);
    if (std::isnan(expected[i]))
      CHECK(std::isnan(got[i]));
    else if (std::isinf(expected[i]))
      CHECK(got[i] == expected[i]);
    else
      CHECK(std::abs(got[i] - expected[i]) <= tolerance * (1e-3 + std::abs(expected[i])));
  }
}

}  // namespace

TEST_CASE("pointwise: values are libtorch's, in both precisions and any layout") {
  const Tensor x = make<double>(at);
  for (const Row& row : table) {
    CAPTURE(row.name);
    check_values(row.f(x), row.expected, 1e-12);
    check_values(row.f(x.to(kFloat)), row.expected, 1e-5);
    const Tensor spread = zeros({7, 2}, kFloat64).as_strided({7}, {2});
    spread.copy_(x);
    const Tensor y = row.f(spread);
    CHECK(y.is_contiguous());
    check_values(y, row.expected, 1e-12);
    CHECK(row.f(zeros({0, 3})).sizes() == IntArrayRef({0, 3}));
    CHECK(row.f(zeros({})).dim() == 0);
    CHECK(has(message([&] { row.f(Tensor()); }), "undefined"));
  }
}

TEST_CASE("pointwise: integers and bool keep their type or become floating-point, as in libtorch") {
  const Tensor i = make<std::int64_t>({3, -2}), b = make<bool>({true, false});
  for (auto f :
       {wengert::exp, wengert::sqrt, sigmoid, wengert::tanh, wengert::log1p, reciprocal, wengert::erf}) {
    CHECK(f(i).dtype() == kFloat);
    CHECK(f(b).dtype() == kFloat);
  }
  check_values(wengert::exp(i), {20.08553695678711, 0.1353352814912796}, 1e-6);
  for (auto f : {neg, wengert::abs, sign, square, wengert::floor, wengert::round, relu})
    CHECK(f(i).dtype() == kLong);
  CHECK(list(neg(i)) == Values{-3, 2});
  CHECK(list(square(i)) == Values{9, 4});
  CHECK(list(relu(i)) == Values{3, 0});
  CHECK(list(hardtanh(i)) == Values{1, -1});
  CHECK(list(relu6(i)) == Values{3, 0});
  CHECK(sign(b).dtype() == kBool);
  CHECK(square(b).dtype() == kLong);
  CHECK(message([&] { -b; }) == "neg: a bool tensor has no negative; ~x inverts a mask");
  for (auto f : {wengert::abs, relu, wengert::floor, wengert::ceil, wengert::round, wengert::trunc})
    CHECK(has(message([&] { f(b); }), ": not defined for bool"));
  for (auto f : {silu, mish, selu, hardswish, hardsigmoid, log_sigmoid})
    CHECK(has(message([&] { f(i); }), ": not defined for int64"));
  CHECK(message([&] { gelu(i.to(kFloat), "fast"); }) ==
        "gelu: approximate is \"fast\", wants \"none\" or \"tanh\"");
  const Tensor f = i.to(kFloat);
  CHECK(message([&] { celu(f, 0); }) == "celu: alpha must not be 0");
  CHECK(message([&] { softplus(f, 0); }) == "softplus: beta must not be 0");
  CHECK(message([&] { softplus(f, kNaN); }) == "softplus: beta is NaN");
  CHECK(message([&] { softplus(f, 1, kNaN); }) == "softplus: threshold is NaN");
  CHECK(message([&] { elu_(f, kNaN); }) == "elu_: alpha is NaN");
  CHECK(message([&] { leaky_relu(f, kNaN); }) == "leaky_relu: negative_slope is NaN");
  CHECK(message([&] { hardtanh(f, -1, kNaN); }) == "hardtanh: max_val is NaN");
}

TEST_CASE("clamp between tensors") {
  const auto leaves = [](std::initializer_list<double> v) { return testing::leaf(v); };
  const Tensor x = leaves({1, 2, 3, 5}), low = leaves({2, 2, 2, 2}), high = leaves({4, 4, 1, 4});
  const Tensor y = clamp(x, low, high);
  CHECK(list(y) == Values{2, 2, 1, 4});
  y.backward(ones({4}, kDouble));
  CHECK(list(x.grad()) == Values{0, 1, 0, 0});
  CHECK(list(low.grad()) == Values{1, 0, 0, 0});
  CHECK(list(high.grad()) == Values{0, 0, 1, 1});
  CHECK(list(x.clamp_min(low)) == Values{2, 2, 3, 5});
  CHECK(list(x.clamp_max(high)) == Values{1, 2, 1, 4});
  CHECK(list(x.detach().clone().clamp_(nullopt, high)) == Values{1, 2, 1, 4});
  CHECK(clamp(x, full({2, 1}, 2., kDouble)).sizes() == IntArrayRef{2, 4});
  CHECK(std::isnan(list(x.clamp_min(full({}, kNaN, kDouble)))[0]));
  CHECK(tensor({1, 5}).to(kLong).clamp_min(tensor({2.5f, 2.5f})).dtype() == kFloat);
  CHECK(list(tensor({1, 5}).to(kLong).clamp_min(tensor({3}).to(kLong))) == Values{3, 5});
  CHECK(message([&] { clamp(x, optional<Tensor>()); }) == "clamp: got neither a lower nor an upper bound");
  CHECK(has(message([&] { clamp(x, Tensor()); }), "clamp: the lower bound is an undefined tensor"));
}

TEST_CASE("clamp: bounds, types, NaN") {
  const Tensor x = make<float>({-1, 0.5, 3, float(kNaN)}), i = make<std::int64_t>({3, -2});
  check_values(x.clamp(0, 2), {0, 0.5, 2, kNaN}, 0);
  check_values(x.clamp(nullopt, 2), {-1, 0.5, 2, kNaN}, 0);
  check_values(x.clamp(2, 1), {1, 1, 1, kNaN}, 0);
  check_values(x.clamp_min(0.25), {0.25, 0.5, 3, kNaN}, 0);
  check_values(x.clamp_max(0.25), {-1, 0.25, 0.25, kNaN}, 0);
  CHECK(list(i.clamp(0, 2.5)) == Values{2.5, 0});
  CHECK(i.clamp(0, 2.5).dtype() == kFloat);
  CHECK(list(i.clamp(5, 1)) == Values{1, 1});
  CHECK(i.clamp(5, 1).dtype() == kLong);
  const std::int64_t big = (std::int64_t(1) << 53) + 1;  // no double
  CHECK(i.clamp_min(big).data_ptr<std::int64_t>()[0] == big);
  CHECK(list(make<bool>({true, false}).clamp(0, 1)) == Values{1, 0});
  CHECK(message([&] { x.clamp(); }) == "clamp: got neither a lower nor an upper bound");
  CHECK(message([&] { i.clamp_(0.5); }) == "clamp_: the result is float32 and can't be written into int64");
  CHECK(list(i) == Values{3, -2});
  x.clamp_(0, 1);
  check_values(x, {0, 0.5, 1, kNaN}, 0);
}

TEST_CASE("pointwise: the twins write in place, also into views, and are recorded") {
  const Tensor m = make<double>({1, 4, 9, 16}, {2, 2});
  const Tensor column = m.as_strided({2}, {2}, 1);
  const Tensor* same = &column.sqrt_();
  CHECK(same == &column);
  CHECK(list(m) == Values{1, 2, 9, 4});
  CHECK(m._version() == 1);
  column.neg_().abs_().square_().reciprocal_();
  CHECK(list(m) == Values{1, 0.25, 9, 0.0625});

  const Tensor i = make<std::int64_t>({3, -2});
  CHECK(list(i.abs_().neg_()) == Values{-3, -2});
  CHECK(message([&] { i.exp_(); }) == "exp_: the result is float32 and can't be written into int64");
  CHECK(list(i) == Values{-3, -2});

  Tensor x = leaf({-1, 2});
  CHECK(has(message([&] { x.exp_(); }), "exp_: a leaf that requires a gradient"));
  Tensor y = x * 1;
  relu_(y);
  y.exp_();
  y.backward(ones({2}, kFloat64));
  CHECK(list(x.grad()) == Values{0, std::exp(2.0)});

  x.mutable_grad() = Tensor();
  Tensor z = x * 1;
  leaky_relu_(z, 0.5);
  tanh_(z);
  z.backward(ones({2}, kFloat64));
  check_values(x.grad(), {0.5 * (1 - std::pow(std::tanh(0.5), 2)), 1 - std::pow(std::tanh(2.0), 2)}, 1e-12);
}
