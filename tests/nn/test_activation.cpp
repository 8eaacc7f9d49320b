#include <doctest/doctest.h>

#include <sstream>

#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using testing::message;

namespace {

struct Case {
  nn::AnyModule module;
  std::string text;
  std::vector<double> values;  // libtorch's for the inputs below
};

const std::vector<float> inputs = {-3, -1, -0.5, 0, 0.5, 1, 3, 7};

std::vector<Case> cases() {
  return {
      {nn::ReLU(), "ReLU()", {0, 0, 0, 0, 0.5, 1, 3, 7}},
      {nn::ReLU6(), "ReLU6()", {0, 0, 0, 0, 0.5, 1, 3, 6}},
      {nn::LeakyReLU(nn::LeakyReLUOptions().negative_slope(0.2)),
       "LeakyReLU(negative_slope=0.2)",
       {-0.6, -0.2, -0.1, 0, 0.5, 1, 3, 7}},
      {nn::ELU(nn::ELUOptions().alpha(0.7)),
       "ELU(alpha=0.7)",
       {-0.665149, -0.4424844, -0.2754285, 0, 0.5, 1, 3, 7}},
      {nn::SELU(), "SELU()", {-1.670569, -1.111331, -0.6917582, 0, 0.5253505, 1.050701, 3.152103, 7.354907}},
      {nn::CELU(nn::CELUOptions().alpha(0.7)),
       "CELU(alpha=0.7)",
       {-0.6903653, -0.5322443, -0.3573208, 0, 0.5, 1, 3, 7}},
      {nn::GELU(), "GELU()", {-0.004049867, -0.1586553, -0.1542688, 0, 0.3457312, 0.8413447, 2.99595, 7}},
      {nn::GELU(nn::GELUOptions().approximate("tanh")),
       "GELU(approximate=tanh)",
       {-0.003637433, -0.158808, -0.154286, 0, 0.345714, 0.841192, 2.996363, 7}},
      {nn::SiLU(),
       "SiLU()",
       {-0.1422776, -0.2689414, -0.1887703, 0, 0.3112297, 0.7310586, 2.857723, 6.993623}},
      {nn::Mish(),
       "Mish()",
       {-0.1456475, -0.3034014, -0.2207438, 0, 0.3752452, 0.8650984, 2.986535, 6.999989}},
      {nn::Sigmoid(),
       "Sigmoid()",
       {0.04742587, 0.2689414, 0.3775407, 0.5, 0.6224594, 0.7310586, 0.9525741, 0.999089}},
      {nn::Tanh(),
       "Tanh()",
       {-0.9950548, -0.7615942, -0.4621172, 0, 0.4621172, 0.7615942, 0.9950548, 0.9999983}},
      {nn::Softplus(nn::SoftplusOptions().beta(2).threshold(4)),
       "Softplus(beta=2, threshold=4)",
       {0.001237843, 0.063464, 0.1566308, 0.3465736, 0.6566308, 1.063464, 3, 7}},
      {nn::Softsign(), "Softsign()", {-0.75, -0.5, -0.3333333, 0, 0.3333333, 0.5, 0.75, 0.875}},
      {nn::Hardtanh(nn::HardtanhOptions().min_val(-2).max_val(2)),
       "Hardtanh(min_val=-2, max_val=2)",
       {-2, -1, -0.5, 0, 0.5, 1, 2, 2}},
      {nn::LogSigmoid(),
       "LogSigmoid()",
       {-3.048587, -1.313262, -0.974077, -0.6931472, -0.474077, -0.3132617, -0.04858735, -0.0009114665}},
      {nn::Softmax(0),
       "Softmax(dim=0)",
       {4.432966e-05, 0.0003275543, 0.0005400457, 0.0008903849, 0.001467997, 0.002420317, 0.01788386,
        0.9764256}},
      {nn::LogSoftmax(nn::LogSoftmaxOptions(0)),
       "LogSoftmax(dim=0)",
       {-10.02386, -8.023857, -7.523857, -7.023857, -6.523857, -6.023857, -4.023857, -0.02385673}},
  };
}

}  // namespace

TEST_CASE("activations compute and print what they should") {
  const Tensor x = tensor(inputs);
  for (const Case& c : cases()) {
    CAPTURE(c.text);
    std::ostringstream out;
    out << *c.module.ptr();
    CHECK(out.str() == c.text);
    const Tensor y = c.module.forward(x), again = c.module.clone().forward(x);
    CHECK(y.equal(again));
    for (std::size_t i = 0; i < inputs.size(); ++i)
      CHECK(y[std::int64_t(i)].item<double>() == doctest::Approx(c.values[i]).epsilon(1e-5));
  }
}

TEST_CASE("inplace writes into the input") {
  const std::vector<std::pair<nn::AnyModule, nn::AnyModule>> pairs = {
      {nn::ReLU(nn::ReLUOptions().inplace(true)), nn::ReLU()},
      {nn::ReLU6(nn::ReLU6Options(true)), nn::ReLU6()},
      {nn::LeakyReLU(nn::LeakyReLUOptions().inplace(true)), nn::LeakyReLU()},
      {nn::ELU(nn::ELUOptions().inplace(true)), nn::ELU()},
      {nn::SELU(nn::SELUOptions(true)), nn::SELU()},
      {nn::CELU(nn::CELUOptions().inplace(true)), nn::CELU()},
      {nn::Hardtanh(nn::HardtanhOptions().inplace(true)), nn::Hardtanh()},
  };
  for (const auto& [in_place, plain] : pairs) {
    const Tensor x = tensor(inputs), expected = plain.forward(x);
    const std::string name = in_place.ptr()->name();  // clang 14 captures no structured bindings
    CAPTURE(name);
    CHECK(in_place.forward(x).is_same(x));
    CHECK(x.equal(expected));
  }
  std::ostringstream out;
  out << nn::ReLU(true) << nn::ELU(nn::ELUOptions().inplace(true));
  CHECK(out.str() == "ReLU(inplace=true)ELU(alpha=1, inplace=true)");
}

TEST_CASE("a number for the options, and options that are out of range") {
  CHECK(nn::LeakyReLU(0.2)->options.negative_slope() == 0.2);
  CHECK(nn::ELU(0.5)->options.alpha() == 0.5);
  CHECK(nn::CELU(0.5f)->options.alpha() == 0.5);
  CHECK(!std::is_constructible_v<nn::LeakyReLU, std::string>);
  CHECK(!std::is_constructible_v<nn::SiLU, double>);
  CHECK(message([] { nn::Hardtanh(nn::HardtanhOptions().min_val(1)); }) ==
        "Hardtanh: min_val 1 must be less than max_val 1");
  CHECK(message([] { nn::Hardtanh(nn::HardtanhOptions().min_val(NAN)); }) ==
        "Hardtanh: min_val nan must be less than max_val 1");
}
