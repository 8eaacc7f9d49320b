#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

#include "wengert/wengert.h"

using namespace wengert;

TEST_CASE("gradient_report gives what backward with retain_grad gives") {
  manual_seed(0);
  nn::Sequential model(nn::Linear(4, 5), nn::LayerNorm(5), nn::ReLU(), nn::Linear(5, 1));
  auto x = randn({6, 4});
  auto report = nn::gradient_report(model, [&] { return model->forward(x).pow(2).sum(); });
  REQUIRE(report.size() == 4);
  Tensor y = x;
  std::vector<Tensor> outputs;
  for (const auto& m : *model) {
    y = m.forward(y);
    y.retain_grad();
    outputs.push_back(y);
  }
  y.pow(2).sum().backward();
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(report[i].name == std::to_string(i));
    CHECK(report[i].gradient_norm == doctest::Approx(outputs[i].grad().norm().item<double>()));
    CHECK(report[i].mean == doctest::Approx(outputs[i].mean().item<double>()));
    CHECK(report[i].std == doctest::Approx(outputs[i].std(false).item<double>()));
    CHECK(report[i].dead.has_value() == (i == 2));
  }
  CHECK(report[0].layer == "Linear(in_features=4, out_features=5, bias=true)");
}

TEST_CASE("gradient_report counts units that are dead for the whole batch") {
  auto model = nn::Sequential(nn::Identity(), nn::ReLU());
  auto x = tensor({{-1.0, 1.0, -1.0, 0.0}, {-2.0, -1.0, 3.0, -1.0}}).requires_grad_();
  auto report = nn::gradient_report(model, [&] { return model->forward(x).sum(); });
  CHECK(*report[1].dead == 0.5);
  CHECK(report[1].gradient_norm == doctest::Approx(std::sqrt(8.0)));
  CHECK(report[0].gradient_norm == doctest::Approx(std::sqrt(2.0)));  // the output is the leaf x itself
  CHECK(!x.grad().defined());
}

TEST_CASE("gradient_report copes with in-place layers, repeated layers and layers outside the graph") {
  nn::Linear fc(2, 2);
  nn::Sequential model(nn::Identity(), fc, nn::ReLU(nn::ReLUOptions(true)), fc);
  {
    NoGradGuard no_grad;
    fc->weight.copy_(eye(2) * 2);
    fc->bias.copy_(tensor({1.0, -100.0}));
  }
  auto report = nn::gradient_report(model, [&] { return model->forward(ones({1, 2})).sum(); });
  REQUIRE(report.size() == 4);
  CHECK(std::isnan(report[0].gradient_norm));  // the input wants no gradient
  CHECK(report[1].gradient_norm == 2);         // passes only the living unit; the ReLU's is |(2, 2)|
  CHECK(report[2].gradient_norm == doctest::Approx(std::sqrt(8.0)));
  CHECK(report[3].name == "1");
  CHECK(report[3].gradient_norm == doctest::Approx(std::sqrt(2.0)));
}

TEST_CASE("gradient_report leaves gradients alone and takes its hooks away") {
  nn::Sequential model(nn::Linear(2, 2), nn::ReLU());
  auto p = model->parameters();
  p[0].mutable_grad() = ones({2, 2}) * 5;
  nn::gradient_report(model, [&] { return model->forward(ones({1, 2})).sum(); });
  CHECK(p[0].grad().eq(5).all().item<bool>());
  CHECK(!p[1].grad().defined());
  auto clean = [&] {
    for (const auto& m : model->modules()) CHECK(!m->has_hooks());
  };
  clean();
  auto throws = [&]() -> Tensor {
    model->forward(ones({1, 2}));
    throw std::runtime_error("stop");
  };
  CHECK_THROWS_WITH(nn::gradient_report(model, throws), "stop");
  clean();
  CHECK_THROWS_AS(nn::gradient_report(model, [&] { return model->forward(ones({1, 2})); }), Error);
  CHECK_THROWS_AS(nn::gradient_report(model, [&] { return Tensor(); }), Error);
  CHECK_THROWS_AS(nn::gradient_report(model, [&] { return ones({}); }), Error);
  clean();
}

TEST_CASE("the report prints as a table") {
  nn::GradientReport report = {{"fc", "Linear", 1.5, -0.25, 2, nullopt},
                               {"act", "ReLU()", std::nan(""), 0.5, 1e-3, 0.125}};
  std::ostringstream out;
  out << report;
  CHECK(out.str() ==
        "name   layer     gradient        mean         std    dead\n"
        "fc     Linear   1.500e+00  -2.500e-01   2.000e+00        \n"
        "act    ReLU()           -  +5.000e-01   1.000e-03  12.5 %\n");
}
