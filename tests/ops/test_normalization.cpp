// Layer norm, RMS norm, batch norm: values (from libtorch), where naive formulas fail, statistics, errors.
#include <doctest/doctest.h>

#include <cmath>

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

void check_close(const Tensor& got, const std::vector<double>& wanted) {
  REQUIRE(got.numel() == std::int64_t(wanted.size()));
  for (std::size_t i = 0; i < wanted.size(); ++i)
    CHECK(double(got.data_ptr<float>()[i]) == doctest::Approx(wanted[i]).epsilon(1e-5));
}

}  // namespace

TEST_CASE("values") {
  const Tensor x = matrix();
  check_close(layer_norm(x, 3), {0.16222125, -1.29776978, 1.13554859, -0.31822252, 1.35244584, -1.03422320});
  check_close(batch_norm(x, {}, {}, {}, {}, true, 0.1, 1e-5),
              {0.99991989, -0.99999940, 0.99999875, -0.99992013, 0.99999940, -0.99999875});
  const double a = std::sqrt(14 / 3. + 1e-6), b = std::sqrt(17.25 / 3 + 1e-6);
  check_close(rms_norm(x, 3), {1 / a, -2 / a, 3 / a, 0.5 / b, 4 / b, -1 / b});
}

TEST_CASE("equal values give exactly the bias, and finite gradients") {
  for (ScalarType t : {kFloat, kDouble})
    for (double value : {0.0, 0.1, 1e4, 3e30}) {
      CAPTURE(value);
      Tensor x = full({4, 8}, value, t).set_requires_grad(true);
      const Tensor w = full({8}, 2.0, t), b = full({8}, 0.75, t);
      manual_seed(1);
      for (const Tensor& y : {layer_norm(x, 8, w, b), batch_norm(x, w, b, {}, {}, true, 0.1, 1e-5)}) {
        CHECK(y.equal(full({4, 8}, 0.75, t)));
        CHECK(isfinite(autograd::grad({y}, {x}, {randn({4, 8}, t)})[0]).all().item<bool>());
      }
    }
}

TEST_CASE("a mean of 1e4 leaves three digits of a deviation of 1e-2") {
  manual_seed(2);
  const Tensor x = randn({64, 64}) * 1e-2 + 1e4, exact = x.to(kDouble);
  const auto error = [](const Tensor& a, const Tensor& b) {
    return (a.to(kDouble) - b).abs().max().item<double>();
  };
  CHECK(error(layer_norm(x, 64), layer_norm(exact, 64)) < 1e-3);
  CHECK(error(batch_norm(x, {}, {}, {}, {}, true, 0.1, 1e-5),
              batch_norm(exact, {}, {}, {}, {}, true, 0.1, 1e-5)) < 1e-3);
  const Tensor u = randn({64, 64});
  Tensor a = x.clone().set_requires_grad(true), b = exact.clone().set_requires_grad(true);
  for (bool recorded : {false, true}) {
    const Tensor da = autograd::grad({layer_norm(a, 64)}, {a}, {u}, nullopt, recorded)[0].detach();
    const Tensor db =
        autograd::grad({layer_norm(b, 64)}, {b}, {u.to(kDouble)}, nullopt, recorded)[0].detach();
    CHECK(error(da, db) < 1e-3 * db.abs().max().item<double>());
  }
}

TEST_CASE("a sample's layer norm does not depend on its batch") {
  manual_seed(3);
  const Tensor x = randn({7, 8});
  CHECK(layer_norm(x, 8)[0].equal(layer_norm(x.narrow(0, 0, 1), 8)[0]));
}

TEST_CASE("batch norm's running statistics: biased variance normalises, unbiased is kept") {
  const Tensor x = matrix();
  Tensor mean = zeros({3}), var = ones({3});
  batch_norm(x, {}, {}, mean, var, true, 0.1, 1e-5);
  check_close(mean, {0.075, 0.1, 0.1});
  check_close(var, {0.9 + 0.0125, 0.9 + 1.8, 0.9 + 0.8});
  const Tensor before = mean.clone();
  batch_norm(x, {}, {}, mean, var, false, 0.1, 1e-5);
  CHECK(mean.equal(before));
  check_close(batch_norm(x, {}, {}, zeros({3}), ones({3}) * 4, false, 0.1, 0), {0.5, -1, 1.5, 0.25, 2, -0.5});
}

TEST_CASE("an empty batch leaves the statistics and has gradients 0") {
  Tensor mean = zeros({3}), var = ones({3});
  Tensor x = zeros({0, 3}).set_requires_grad(true), w = ones({3}).set_requires_grad(true);
  const Tensor y = batch_norm(x, w, {}, mean, var, true, 0.1, 1e-5);
  CHECK(y.sizes() == IntArrayRef({0, 3}));
  y.sum().backward();
  CHECK(w.grad().equal(zeros({3})));
  CHECK(mean.equal(zeros({3})));
  CHECK(var.equal(ones({3})));
  layer_norm(x, 3, w).sum().backward();
  CHECK(w.grad().equal(zeros({3})));
}

TEST_CASE("a batch of one in training is refused, changes nothing, and the message helps") {
  Tensor mean = zeros({3}), var = ones({3});
  const std::string text = message([&] { batch_norm(ones({1, 3}), {}, {}, mean, var, true, 0.1, 1e-5); });
  CHECK(has(text, "batch_norm: training on input [1, 3] has one value per channel"));
  CHECK(has(text, "eval()"));
  CHECK(mean.equal(zeros({3})));
  CHECK(mean._version() == 0);
  CHECK_NOTHROW(batch_norm(ones({1, 3, 2}), {}, {}, mean, var, true, 0.1, 1e-5));
}

TEST_CASE("errors") {
  const Tensor x = matrix();
  CHECK(has(message([&] { layer_norm(x, 4); }), "layer_norm: normalized_shape [4] must be the last sizes"));
  CHECK(has(message([&] { layer_norm(x, {}); }), "layer_norm: normalized_shape []"));
  CHECK(has(message([&] { layer_norm(x, 3, zeros({2})); }), "layer_norm: weight has shape [2], wants [3]"));
  CHECK(has(message([&] { layer_norm(x, 3, zeros({3}, kDouble)); }),
            "layer_norm: weight is float64, wants float32"));
  CHECK(has(message([&] { layer_norm(x.to(kLong), 3); }), "layer_norm: the input is int64"));
  CHECK(has(message([&] { layer_norm(x, 3, {}, {}, -1); }), "layer_norm: eps = -1"));
  CHECK(has(message([&] { rms_norm(x, {2}); }), "rms_norm: normalized_shape [2]"));
  CHECK(has(message([&] { batch_norm(zeros({3}), {}, {}, {}, {}, true, 0.1, 1e-5); }),
            "batch_norm: the input has shape [3]"));
  CHECK(has(message([&] { batch_norm(x, {}, {}, {}, {}, false, 0.1, 1e-5); }),
            "batch_norm: evaluation needs running_mean"));
  CHECK(has(message([&] { batch_norm(x, {}, {}, zeros({2}), ones({3}), true, 0.1, 1e-5); }),
            "batch_norm: running_mean has shape [2], wants [3]"));
  Tensor one = zeros({3});
  CHECK(message([&] { batch_norm(x, {}, {}, one, one, true, 0.1, 1e-5); }) ==
        "batch_norm: running_mean and running_var are the same tensor");
  CHECK(message([&] { batch_norm(x, {}, {}, one, {}, true, 0.1, 1e-5); }) ==
        "batch_norm: running_var is undefined, but running_mean is not; give both or neither");
  CHECK(one.equal(zeros({3})));
  CHECK(message([&] { group_norm(x, 2); }) ==
        "group_norm: input [2, 3] has 3 channels, which 2 groups do not divide");
  CHECK(has(message([&] { group_norm(x, 0); }), "which 0 groups do not divide"));
  CHECK(has(message([&] { group_norm(zeros({3}), 1); }), "group_norm: the input has shape [3]"));
  CHECK(has(message([&] { group_norm(x, 3, zeros({2})); }), "group_norm: weight has shape [2], wants [3]"));
  CHECK(has(message([&] { group_norm(x, 3, {}, {}, -1); }), "group_norm: eps = -1"));
  CHECK(has(message([&] { instance_norm(x, {}, zeros({2}), {}, {}, true, 0.1, 1e-5); }),
            "instance_norm: bias has shape [2], wants [3]"));
  CHECK(
      message([&] { instance_norm(x, {}, {}, {}, {}, false, 0.1, 1e-5); }) ==
      "instance_norm: evaluation needs running_mean and running_var; without them, use the batch's (training "
      "= true)");
}
