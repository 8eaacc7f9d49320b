// Gradient rows of functions of one element, activations among them.
#include <doctest/doctest.h>

#include "support/gradient_table.h"
#include "support/helpers.h"

using namespace wengert;
using wengert::testing::GradientCase;
using wengert::testing::Range;

namespace {

template <class F>
GradientCase row(std::vector<std::string> operations, F f, Range range = {}, bool second_order = true) {
  return {std::move(operations),
          [f](const TensorList& in) { return TensorList{f(in[0])}; },
          {{{2, 3}}, {{}}, {{1}}, {{0, 2}}},
          {range},
          second_order};
}

const Range positive{0.3, 3}, between_kinks{-2, 2, 0.1}, unit{-0.8, 0.8};

const bool rows = testing::add_gradients({
    row({"neg"}, neg),
    row({"abs"}, wengert::abs, between_kinks),
    row({"square"}, square),
    row({"sqrt"}, wengert::sqrt, positive),
    row({"rsqrt"}, rsqrt, positive),
    row({"reciprocal"}, reciprocal, {-2, 2, 0.4}),
    row({"exp"}, wengert::exp),
    row({"exp2"}, wengert::exp2),
    row({"expm1"}, wengert::expm1),
    row({"log"}, wengert::log, positive),
    row({"log1p"}, wengert::log1p, positive),
    row({"log2"}, wengert::log2, positive),
    row({"log10"}, wengert::log10, positive),
    row({"sin"}, wengert::sin),
    row({"cos"}, wengert::cos),
    row({"tan"}, wengert::tan, unit),
    row({"asin"}, wengert::asin, unit),
    row({"acos"}, wengert::acos, unit),
    row({"atan"}, wengert::atan),
    row({"sinh"}, wengert::sinh),
    row({"cosh"}, wengert::cosh),
    row({"erf"}, wengert::erf),
    row({"erfc"}, wengert::erfc),
    // Step functions: the gradient is 0 whatever dy is, so that there is nothing of second order.
    row({"sign"}, sign, between_kinks, false),
    row({"floor"}, wengert::floor, {0.1, 0.9}, false),
    row({"ceil"}, wengert::ceil, {0.1, 0.9}, false),
    row({"round"}, wengert::round, {0.6, 1.4}, false),
    row({"trunc"}, wengert::trunc, {0.1, 0.9}, false),
    row(
        {"clamp", "clamp_grad"}, [](const Tensor& x) { return x.clamp(0, 5); }, between_kinks),
    row(
        {"clamp"}, [](const Tensor& x) { return x.clamp_min(0); }, between_kinks),
    {{"clamp"},
     [](const TensorList& in) {
       const Tensor x = in[0] * 3;  // on either side of both bounds, far from them
       return TensorList{x.clamp(in[1], in[2]) * x, x.clamp_min(in[1]), x.clamp_max(in[2])};
     },
     {{{2, 3}, {3}, {2, 1}}, {{0}, {1}, {1}}},
     {Range{-2, 2, 0.9}, Range{-1.5, -1.2}, Range{1.2, 1.5}}},
    row(
        {"clamp"}, [](const Tensor& x) { return x.clamp_max(0); }, between_kinks),

    row({"relu", "relu_grad"}, relu, between_kinks),
    row({"sigmoid", "sigmoid_grad"}, sigmoid),
    row({"tanh", "tanh_grad"}, wengert::tanh),
    row({"log_sigmoid", "log_sigmoid_grad"}, log_sigmoid),
    row({"gelu", "gelu_grad"}, [](const Tensor& x) { return gelu(x); }),
    row({"gelu_tanh", "gelu_tanh_grad"}, [](const Tensor& x) { return gelu(x, "tanh"); }),
    row({"silu", "silu_grad"}, silu),
    row({"mish", "mish_grad"}, mish),
    row(
        {"elu", "elu_grad"}, [](const Tensor& x) { return elu(x, 1.5); }, between_kinks),
    row(
        {"celu", "celu_grad"}, [](const Tensor& x) { return celu(x, 1.5); }, between_kinks),
    row({"selu", "selu_grad"}, selu, between_kinks),
    row(
        {"leaky_relu", "leaky_relu_grad"}, [](const Tensor& x) { return leaky_relu(x); }, between_kinks),
    row({"softplus", "softplus_grad"}, [](const Tensor& x) { return softplus(x, 2); }),
    row({"softplus"}, [](const Tensor& x) { return softplus(x, 2, 1); }, {0.6, 2}),
    row({"softsign", "softsign_grad"}, softsign, between_kinks),
    row(
        {"hardtanh", "hardtanh_grad"}, [](const Tensor& x) { return hardtanh(x, 0, 5); }, between_kinks),
    row({"relu6", "relu6_grad"}, relu6, between_kinks),
    row({"hardsigmoid", "hardsigmoid_grad"}, hardsigmoid),
    row({"hardswish", "hardswish_grad"}, hardswish),
    row({"hardswish"}, hardswish, {-4, -3.1}),
});

}  // namespace

TEST_CASE("pointwise: the gradients at kinks and poles are libtorch's") {
  using testing::leaf, testing::list, testing::Values;
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  auto slopes = [](auto f, std::initializer_list<double> at) {
    Tensor x = leaf(at);
    f(x).backward(ones(x.sizes(), kFloat64));
    return list(x.grad());
  };
  CHECK(slopes(wengert::sqrt, {0, 4}) == Values{inf, 0.25});
  CHECK(slopes(wengert::abs, {0, -0.0, nan, -2}) == Values{0, 0, 0, -1});
  CHECK(slopes(rsqrt, {0}) == Values{-inf});
  CHECK(slopes(reciprocal, {0}) == Values{-inf});
  CHECK(slopes(wengert::log, {0, -1}) == Values{inf, -1});
  CHECK(slopes(sign, {2}) == Values{0});
  CHECK(slopes(relu, {0, nan, -0.0, 1}) == Values{0, 1, 0, 1});
  CHECK(slopes(relu6, {0, 6, 3}) == Values{0, 0, 1});
  CHECK(slopes(hardswish, {-3, 3}) == Values{-0.5, 1.5});
  CHECK(slopes(hardsigmoid, {-3, 3}) == Values{0, 0});
  CHECK(slopes([](const Tensor& x) { return x.clamp(0, 1); }, {0, 1, -1, 2, nan}) == Values{1, 1, 0, 0, 0});
  CHECK(slopes([](const Tensor& x) { return x.clamp(1, 0); }, {0.5}) == Values{0});
  CHECK(slopes([](const Tensor& x) { return hardtanh(x); }, {-1, 1, 0, nan}) == Values{0, 0, 1, 1});
  CHECK(slopes([](const Tensor& x) { return leaky_relu(x); }, {0}) == Values{0.01});
  CHECK(slopes([](const Tensor& x) { return elu(x, 2); }, {0}) == Values{2});
  CHECK(slopes([](const Tensor& x) { return celu(x, 2); }, {0}) == Values{1});
}

TEST_CASE("activations: the curvature is finite far from 0") {
  for (auto f : {silu, mish, selu, log_sigmoid, softsign, hardswish}) {
    Tensor x = testing::leaf({-800, -30, 30, 800});
    Tensor dx = autograd::grad({f(x)}, {x}, {ones({4}, kFloat64)}, nullopt, true)[0];
    (dx + x).backward(ones({4}, kFloat64));
    CHECK(testing::list(x.grad()) == testing::list(x.grad()));  // no NaN
    CHECK(allclose(x.grad(), ones({4}, kFloat64), 1e-5, 1e-4));
  }
}
