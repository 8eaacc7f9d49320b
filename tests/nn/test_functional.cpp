#include <doctest/doctest.h>

#include "wengert/wengert.h"

using namespace wengert;
namespace F = wengert::nn::functional;

TEST_CASE("functional norms take their parameters from options") {
  manual_seed(0);
  auto x = randn({5, 4}), w = randn({4}), b = randn({4});
  CHECK(F::layer_norm(x, F::LayerNormFuncOptions({4}).weight(w).bias(b).eps(1e-3))
            .equal(layer_norm(x, {4}, w, b, 1e-3)));
  CHECK(F::rms_norm(x, F::RMSNormFuncOptions({4}).weight(w)).equal(rms_norm(x, {4}, w, 1e-6)));
  auto mean = zeros({4}), var = ones({4});
  auto y =
      F::batch_norm(x, mean, var, F::BatchNormFuncOptions().weight(w).bias(b).training(true).momentum(1));
  CHECK(mean.allclose(x.mean(0)));
  CHECK(var.allclose(x.var({0}, true)));
  CHECK(y.allclose((x - x.mean(0)) / (x.var({0}, false) + 1e-5).sqrt() * w + b, 1e-4, 1e-5));
  CHECK(F::batch_norm(x, zeros({4}), ones({4}), F::BatchNormFuncOptions().eps(0)).allclose(x));
  CHECK(F::rms_norm(x, F::RMSNormFuncOptions({4}).eps(9).eps_form(EpsForm::clamp)).allclose(x / 9));
  CHECK(F::group_norm(x, F::GroupNormFuncOptions(2).weight(w).bias(b).eps(1e-3))
            .equal(group_norm(x, 2, w, b, 1e-3)));
}

TEST_CASE("functional group and instance norm: libtorch's values") {
  auto x = arange(16.0).pow(1.5).view({2, 4, 2});
  auto y = F::group_norm(x.narrow(0, 0, 1), F::GroupNormFuncOptions(2)).flatten();
  CHECK(y.allclose(tensor({-1.1410, -0.6353, 0.2894, 1.4869, -1.2992, -0.4889, 0.4070, 1.3811}), 1e-4, 1e-4));
  auto mean = zeros({2}), var = ones({2});
  const auto options = F::InstanceNormFuncOptions().running_mean(mean).running_var(var).momentum(0.5);
  auto z = arange(16.0).view({2, 2, 4}).pow(2) / 10;
  CHECK(F::instance_norm(z, options).equal(F::instance_norm(z)));
  CHECK(mean.allclose(tensor({2.3750, 5.3750})));
  CHECK(var.allclose(tensor({2.0483, 4.0483}), 1e-4, 1e-4));
  CHECK(F::instance_norm(z, F::InstanceNormFuncOptions(options).use_input_stats(false).eps(0))
            .allclose((z - mean.view({2, 1})) / var.sqrt().view({2, 1})));
}

TEST_CASE("normalize gives vectors of length 1, and zeros for zeros") {
  auto x = tensor({{3.f, 4.f}, {0.f, 0.f}});
  auto y = F::normalize(x);
  CHECK(y[0][0].item<double>() == doctest::Approx(0.6));
  CHECK(y[1].eq(0).all().item<bool>());
  CHECK(F::normalize(x, F::NormalizeFuncOptions().p(1).dim(0))[0][1].item<double>() == doctest::Approx(1));
}

TEST_CASE("functional activations") {
  auto x = tensor({-1.f, 2.f});
  CHECK(F::linear(x, ones({1, 2}), ones({1})).item<double>() == 2);
  CHECK(F::relu(x).equal(relu(x)));
  CHECK(F::leaky_relu(x, F::LeakyReLUFuncOptions().negative_slope(0.5))[0].item<double>() == -0.5);
  CHECK(F::gelu(x, F::GELUFuncOptions().approximate("tanh")).equal(gelu(x, "tanh")));
  CHECK_THROWS_AS(F::gelu(x, F::GELUFuncOptions().approximate("erf")), Error);
  CHECK(F::softmax(x, 0).allclose(softmax(x, 0)));
  CHECK(F::softmax(x, F::SoftmaxFuncOptions(0).dtype(kDouble)).dtype() == kDouble);
  CHECK(F::log_softmax(x, 0).allclose(log_softmax(x, 0)));
  CHECK(F::softmin(x, 0).allclose(softmax(-x, 0)));
  CHECK(F::tanhshrink(x).allclose(x - tanh(x)));
  F::relu(x, F::ReLUFuncOptions(true));
  CHECK(x[0].item<double>() == 0);
}
