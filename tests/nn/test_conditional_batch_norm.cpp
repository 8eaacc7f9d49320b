#include <doctest/doctest.h>

#include <sstream>

#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;
using Options = nn::ConditionalBatchNormOptions;

TEST_CASE("ConditionalBatchNorm starts as BatchNorm, whatever the condition") {
  manual_seed(0);
  nn::ConditionalBatchNorm1d by_class(Options(3).num_classes(10)),
      by_vector(Options(3).condition_features(5));
  nn::BatchNorm1d plain(3);
  const Tensor x = randn({6, 3, 2});
  const Tensor y = plain(x);
  CHECK(by_class(x, tensor({0, 9, 3, 3, 1, 2})).allclose(y));
  CHECK(by_vector(x, randn({6, 5})).allclose(y));
  CHECK(by_class->norm->running_var.equal(plain->running_var));

  CHECK(by_class->named_parameters().keys() == std::vector<std::string>{"gamma.weight", "beta.weight"});
  CHECK(by_vector->named_parameters().keys() ==
        std::vector<std::string>{"gamma.weight", "gamma.bias", "beta.weight", "beta.bias"});
  CHECK(by_class->named_buffers().keys() ==
        std::vector<std::string>{"norm.running_mean", "norm.running_var", "norm.num_batches_tracked"});
  std::ostringstream out;
  out << nn::ConditionalBatchNorm2d(Options(2).num_classes(4));
  CHECK(out.str().starts_with("ConditionalBatchNorm2d(2, num_classes=4)(\n  (norm): BatchNorm2d(2, "));
}

TEST_CASE("ConditionalBatchNorm: each sample is scaled and shifted by its own condition") {
  manual_seed(0);
  nn::ConditionalBatchNorm2d by_class(Options(2).num_classes(3));
  const NoGradGuard quiet;
  by_class->gamma.get<nn::EmbeddingImpl>().weight.copy_(tensor({{1.f, 2.f}, {3.f, 4.f}, {5.f, 6.f}}));
  by_class->beta.get<nn::EmbeddingImpl>().weight.copy_(tensor({{0.f, 1.f}, {0.f, 0.f}, {-1.f, 0.f}}));
  const Tensor x = randn({2, 2, 3, 3});
  const Tensor xhat = nn::BatchNorm2d(nn::BatchNormOptions(2).affine(false))(x);
  const Tensor y = by_class(x, tensor({2, 0}));
  CHECK(y[0][0].allclose(xhat[0][0] * 5 - 1));
  CHECK(y[0][1].allclose(xhat[0][1] * 6));
  CHECK(y[1][1].allclose(xhat[1][1] * 2 + 1));

  nn::ConditionalBatchNorm1d by_vector(Options(1).condition_features(2));
  by_vector->gamma.get<nn::LinearImpl>().weight.copy_(tensor({{1.f, -1.f}}));
  by_vector->beta.get<nn::LinearImpl>().weight.copy_(tensor({{0.f, 2.f}}));
  const Tensor z = by_vector(tensor({{-1.f}, {1.f}}), tensor({{2.f, 0.f}, {1.f, 3.f}}));
  CHECK(z[0][0].item<double>() == doctest::Approx(-3));      // gamma 1 + 2, beta 0
  CHECK(z[1][0].item<double>() == doctest::Approx(-1 + 6));  // gamma 1 + 1 - 3, beta 6
}

TEST_CASE("ConditionalBatchNorm: gradients, clone, frozen statistics") {
  manual_seed(0);
  nn::ConditionalBatchNorm1d bn(Options(2).condition_features(3));
  bn->to(kFloat64);
  const Tensor w = randn({4, 2}, kFloat64);
  const TensorList in{randn({4, 2}, kFloat64).set_requires_grad(true),
                      randn({4, 3}, kFloat64).set_requires_grad(true)};
  {
    const NoGradGuard quiet;
    for (const Tensor& p : bn->parameters()) p.normal_();
  }
  const auto f = [&](const TensorList& v) { return TensorList{bn(v[0], v[1]) * w}; };
  CHECK(autograd::gradcheck(f, in));
  CHECK(autograd::gradgradcheck(f, in));
  f(in)[0].sum().backward();
  for (const Tensor& p : bn->parameters()) CHECK(p.grad().abs().sum().item<double>() > 0);

  nn::ConditionalBatchNorm1d copy(std::dynamic_pointer_cast<nn::ConditionalBatchNorm1dImpl>(bn->clone()));
  CHECK(copy(in[0], in[1]).equal(bn(in[0], in[1])));
  CHECK_FALSE(copy->gamma.ptr() == bn->gamma.ptr());
  CHECK(copy->named_children()["gamma"] == copy->gamma.ptr());
  CHECK(nn::freeze_stats(bn) == 1);
  CHECK(bn->norm->stats_frozen());
}

TEST_CASE("ConditionalBatchNorm: bad input leaves the statistics alone") {
  nn::ConditionalBatchNorm1d by_class(Options(2).num_classes(3)), by_vector(Options(2).condition_features(4));
  const Tensor x = zeros({5, 2});
  CHECK(message([&] { by_class(x, zeros({4}, kLong)); }) ==
        "ConditionalBatchNorm: the condition is int64[4], wants int64[5] for input [5, 2]");
  CHECK(has(message([&] { by_class(x, zeros({5})); }), "the condition is float32[5], wants int64[5]"));
  CHECK(has(message([&] { by_vector(x, zeros({5, 3})); }), "is float32[5, 3], wants float32[5, 4]"));
  CHECK(has(message([&] { by_vector(x, zeros({5, 4}, kFloat64)); }), "wants float32[5, 4]"));
  CHECK(has(message([&] { by_class(x, Tensor()); }), "the condition is an undefined tensor"));
  CHECK(has(message([&] { by_class(Tensor(), Tensor()); }), "the input is an undefined tensor"));
  CHECK_THROWS_AS(by_class(x, tensor({0, 1, 2, 3, 0})), Error);
  CHECK_THROWS_AS(by_class(zeros({5}), zeros({5}, kLong)), Error);
  CHECK_THROWS_AS(by_class(zeros({5, 3}), zeros({5}, kLong)), Error);
  CHECK(by_class->norm->num_batches_tracked.item<std::int64_t>() == 0);
  const std::string both = "ConditionalBatchNorm: wants num_classes or condition_features, and not both";
  CHECK(message([] { nn::ConditionalBatchNorm1d bn(Options(2)); }) == both);
  CHECK(message([] { nn::ConditionalBatchNorm2d bn(Options(2).num_classes(2).condition_features(2)); }) ==
        both);
}
