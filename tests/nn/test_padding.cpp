// Norms of padded batches: what is padding has no part in anything.
#include <doctest/doctest.h>

#include <limits>

#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Two sequences of 3 and 1 positions, filled up to 3: true where there is nothing.
Tensor padding() { return tensor({0, 0, 0, 0, 1, 1}).view({2, 3}).to(kBool); }

bool close(const Tensor& a, const Tensor& b) { return a.allclose(b, 1e-6, 1e-6); }

}  // namespace

TEST_CASE("BatchNorm1d with padding: the statistics are those of what counts, which padding would pollute") {
  manual_seed(0);
  const Tensor sequences = randn({2, 4, 3}) + 5;  // [N, C, L]
  const Tensor x = sequences.masked_fill(padding().unsqueeze(1), 0);
  const Tensor counts = cat({x[0].t(), x[1].t().slice(0, 0, 1)});  // [4, C], all that counts
  nn::BatchNorm1d alone(4), padded(4), polluted(4);
  const Tensor y = padded(x, padding());
  const Tensor wanted = alone(counts);
  CHECK(close(y[0], wanted.slice(0, 0, 3).t()));
  CHECK(close(y[1].select(1, 0), wanted[3]));
  CHECK(y[1].slice(1, 1).eq(0).all().item<bool>());
  CHECK(close(padded->running_mean, alone->running_mean));
  CHECK(close(padded->running_var, alone->running_var));  // unbiased: by 4 - 1, not 6 - 1
  CHECK(padded->num_batches_tracked.item<std::int64_t>() == 1);

  polluted(x);
  CHECK((polluted->running_mean - alone->running_mean).abs().min().item<double>() > 0.1);
  CHECK((polluted->running_var - alone->running_var).abs().min().item<double>() > 0.1);
  CHECK((polluted(x)[0] - y[0]).abs().max().item<double>() > 0.1);

  padded->eval();
  alone->eval();
  CHECK(close(padded(x, padding())[0], alone(x)[0]));
  CHECK(padded(x, padding())[1].slice(1, 1).eq(0).all().item<bool>());
}

TEST_CASE("BatchNorm1d of [N, C] with padding [N]; NaN in the padding goes nowhere") {
  nn::BatchNorm1d bn(nn::BatchNorm1dOptions(1).eps(0));
  const Tensor x = tensor({1., kNaN, 3., 5., 7.}).view({5, 1}).to(kFloat64).set_requires_grad(true);
  bn->to(kFloat64);
  const Tensor hidden = tensor({0, 1, 0, 0, 0}).to(kBool);
  const Tensor y = bn(x, hidden);
  CHECK(y[1].item<double>() == 0);
  CHECK(y[4].item<double>() == doctest::Approx(3 / std::sqrt(5.)));
  CHECK(bn->running_mean.item<double>() == doctest::Approx(0.4));
  y.pow(3).sum().backward();
  CHECK(x.grad()[1].item<double>() == 0);
  CHECK(x.grad().isfinite().all().item<bool>());
  CHECK(list(bn(x, zeros({5}, kBool).logical_not())) == Values(5, 0));
}

TEST_CASE("all positions padding: zeros, and the running statistics stay") {
  nn::BatchNorm1d bn(nn::BatchNorm1dOptions(2).momentum(nullopt));
  bn(randn({4, 2}));
  const Tensor mean = bn->running_mean.clone(), var = bn->running_var.clone();
  const Tensor x = randn({3, 2}).set_requires_grad(true);
  const Tensor y = bn(x, ones({3}, kBool));
  CHECK(list(y) == Values(6, 0));
  CHECK(bn->running_mean.equal(mean));
  CHECK(bn->running_var.equal(var));
  CHECK(bn->num_batches_tracked.item<std::int64_t>() == 1);  // no batch for the average
  y.sum().backward();
  CHECK(list(x.grad()) == Values(6, 0));
  // One value that counts has no deviation, as a batch of one.
  CHECK(has(message([&] { bn(x, tensor({0, 1, 1}).to(kBool)); }), "one value per channel"));
  CHECK(bn->running_mean.equal(mean));
}

TEST_CASE("LayerNorm with padding takes mean and variance over what counts of a row") {
  nn::LayerNorm norm(nn::LayerNormOptions({3, 2}));
  norm->to(kFloat64);
  manual_seed(1);
  {
    const NoGradGuard quiet;
    norm->weight.copy_(randn({3, 2}));
    norm->bias.copy_(randn({3, 2}));
  }
  const Tensor x = randn({2, 3, 2}, kFloat64);
  const Tensor y = norm(x, padding());
  CHECK(close(y[0], norm(x)[0]));  // nothing of it is padding
  const Tensor row = x[1][0];
  const Tensor xhat = (row - row.mean()) / (row.var(false) + 1e-5).sqrt();
  CHECK(close(y[1][0], xhat * norm->weight[0] + norm->bias[0]));
  CHECK(y[1].slice(0, 1).eq(0).all().item<bool>());
  CHECK((norm(x)[1][0] - y[1][0]).abs().max().item<double>() > 0.1);
}

TEST_CASE("LayerNorm with padding: per position, per value, nothing left, large values") {
  nn::LayerNorm norm(4);
  const Tensor x = randn({2, 3, 4});
  CHECK(close(norm(x, padding()), norm(x).masked_fill(padding().unsqueeze(2), 0)));  // [N, L] of [N, L, D]
  const Tensor one = tensor({1.f, 3.f, float(kNaN), 1e30f}).view({1, 4}).set_requires_grad(true);
  const Tensor hidden = tensor({0, 0, 1, 1}).view({1, 4}).to(kBool);
  const Tensor y = norm(one, hidden);
  CHECK(y[0][1].item<double>() == doctest::Approx(1).epsilon(1e-4));
  CHECK(list(y.slice(1, 2)) == Values{0, 0});
  y.pow(3).sum().backward();
  CHECK(one.grad().isfinite().all().item<bool>());
  CHECK(list(one.grad().slice(1, 2)) == Values{0, 0});

  const Tensor large = norm(tensor({-1e30f, 1e30f, 0.f, 0.f}), tensor({0, 0, 1, 1}).to(kBool));
  CHECK(list(large) == Values{-1, 1, 0, 0});

  nn::LayerNorm exact(nn::LayerNormOptions(4).eps(0).elementwise_affine(false));
  const Tensor nothing = ones({2, 4}).set_requires_grad(true);
  const Tensor z = exact(nothing, tensor({0, 1}).to(kBool));  // equal values, and no values
  CHECK(list(z) == Values(8, 0));
  z.pow(2).sum().backward();
  CHECK(list(nothing.grad()) == Values(8, 0));
}

TEST_CASE("norms with padding: gradients") {
  const auto check = [](const auto& f, std::vector<std::int64_t> shape) {
    const Tensor w = randn(shape, kFloat64);
    const TensorList inputs{randn(shape, kFloat64).set_requires_grad(true)};
    const auto weighted = [&](const TensorList& in) { return TensorList{f(in[0]) * w}; };
    CHECK(autograd::gradcheck(weighted, inputs));
    CHECK(autograd::gradgradcheck(weighted, inputs));
  };
  nn::BatchNorm1d bn(2);
  nn::LayerNorm ln(nn::LayerNormOptions({3, 2}));
  bn->to(kFloat64);
  ln->to(kFloat64);
  check([&](const Tensor& x) { return bn(x, padding()); }, {2, 2, 3});
  check([&](const Tensor& x) { return ln(x, padding()); }, {2, 3, 2});
}

TEST_CASE("norms with padding: bad input") {
  nn::BatchNorm1d bn(4);
  nn::LayerNorm ln(4);
  const Tensor x = zeros({2, 4, 3});
  CHECK(message([&] {
          bn(x, zeros({2, 3}));
        }) ==
        "BatchNorm: padding is float32[2, 3], wants bool[2, 3], the sizes of input [2, 4, 3] without the "
        "channels");
  CHECK(has(message([&] { bn(x, zeros({3, 2}, kBool)); }), "padding is bool[3, 2], wants bool[2, 3]"));
  CHECK(has(message([&] {
              bn(zeros({2, 3, 3}), zeros({2, 3}, kBool));
            }),
            "batch_norm: weight has shape [4], wants [3]"));
  CHECK(bn->num_batches_tracked.item<std::int64_t>() == 0);
  CHECK(message([&] {
          ln(zeros({2, 3, 4}), zeros({3}, kBool));
        }) == "LayerNorm: padding is bool[3], wants bool of the first sizes of input [2, 3, 4]");
  CHECK(has(message([&] { ln(zeros({2, 3, 4}), zeros({2, 3}, kLong)); }), "padding is int64[2, 3]"));
  CHECK(has(message([&] { ln(zeros({2, 3}), zeros({2}, kBool)); }), "normalized_shape"));
  CHECK(ln(zeros({0, 3, 4}), zeros({0, 3}, kBool)).sizes() == IntArrayRef({0, 3, 4}));
  CHECK(bn(zeros({0, 4, 3}), zeros({0, 3}, kBool)).sizes() == IntArrayRef({0, 4, 3}));
}
