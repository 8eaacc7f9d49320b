#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;
namespace F = wengert::nn::functional;

TEST_CASE("dropout draws libtorch's masks, in the order of the elements") {
  manual_seed(3);
  const float k = 1 / 0.7f;
  const auto mask = [&](const Tensor& x) { return list((x > 0).to(kFloat)); };
  const Tensor y = F::dropout(ones({2, 5}), F::DropoutFuncOptions().p(0.3));
  CHECK(mask(y) == Values{1, 1, 0, 1, 0, 1, 1, 1, 1, 0});
  CHECK(y[0][0].item<float>() == doctest::Approx(k));
  CHECK(mask(dropout(ones({5, 2}).t(), 0.3, true)) == Values{1, 1, 1, 1, 0, 1, 1, 1, 0, 1});
  CHECK(list(dropout(ones({3}), 1, true)) == Values{0, 0, 0});  // draws nothing
  CHECK(rand({1}).item<double>() == doctest::Approx(0.5824).epsilon(1e-4));
}

TEST_CASE("dropout passes the gradient where it passed the value") {
  const Tensor x = ones({1000}).requires_grad_();
  const Tensor y = dropout(x, 0.25, true);
  y.sum().backward();
  CHECK(x.grad().equal(y.detach()));
  const double share = (y == 0).to(kDouble).mean().item<double>();
  CHECK(share == doctest::Approx(0.25).epsilon(0.2));
  const Tensor all = ones({3}).requires_grad_();
  dropout(all, 1, true).sum().backward();
  CHECK(list(all.grad()) == Values{0, 0, 0});
}

TEST_CASE("Dropout does nothing in evaluation, at p = 0, and to nothing") {
  const Tensor x = randn({4});
  nn::Dropout layer(0.5);
  CHECK(!layer(ones({100})).equal(ones({100})));
  layer->eval();
  CHECK(layer(x).is_same(x));
  CHECK(nn::Dropout(0.0)(x).is_same(x));
  CHECK(dropout(zeros({0}), 0.5, true).numel() == 0);
  std::ostringstream out;
  out << nn::Dropout() << nn::Dropout(nn::DropoutOptions(0.1).inplace(true));
  CHECK(has(out.str(), "Dropout(p=0.5, inplace=false)"));
  CHECK(has(out.str(), "Dropout(p=0.1, inplace=true)"));
}

TEST_CASE("Dropout in place, and bad input") {
  const Tensor x = ones({100});
  nn::Dropout layer(nn::DropoutOptions(0.5).inplace(true));
  CHECK(layer(x).is_same(x));
  CHECK((x == 0).any().item<bool>());
  CHECK(message([] { nn::Dropout(1.5); }) == "Dropout: the probability is 1.5, must lie in [0, 1]");
  CHECK_THROWS_AS(dropout(x, -0.1, true), Error);
  CHECK_THROWS_AS(dropout(x, NAN, true), Error);
  CHECK_THROWS_AS(dropout(Tensor(), 0.1, true), Error);
  CHECK_THROWS_AS(dropout(zeros({2}, kLong), 0.5, true), Error);
}

TEST_CASE("Dropout2d drops whole channels, with libtorch's masks") {
  manual_seed(3);
  const Tensor y = nn::Dropout2d(0.3)(ones({2, 5, 2, 2}));
  const Tensor kept = (y > 0).to(kFloat);
  CHECK(list(kept.mean(IntArrayRef({2, 3}))) == Values{1, 1, 0, 1, 0, 1, 1, 1, 1, 0});
  CHECK(y.max().item<float>() == doctest::Approx(1 / 0.7f));
  manual_seed(3);
  const Tensor one = F::dropout2d(ones({5, 2, 2}), F::Dropout2dFuncOptions().p(0.3));  // [C, H, W]
  CHECK(one.equal(y[0]));
  Tensor x = ones({5, 2, 2});
  manual_seed(3);
  CHECK(F::dropout2d(x, F::Dropout2dFuncOptions().p(0.3).inplace(true)).equal(one));
  CHECK(x.equal(one));
  nn::FeatureDropout layer;
  layer->eval();
  CHECK(layer(x).equal(x));
  std::ostringstream out;
  out << nn::Dropout2d(0.2);
  CHECK(out.str() == "Dropout2d(p=0.2, inplace=false)");
  CHECK(message([] { feature_dropout(ones({3}), 0.5, true); }) ==
        "feature_dropout: the input has shape [3], wants [N, C, ...]");
  CHECK(message([] { nn::Dropout2d(-1.0); }) == "Dropout2d: the probability is -1, must lie in [0, 1]");
}
