#include <doctest/doctest.h>

#include <sstream>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

TEST_CASE("LayerNorm over one or several trailing dimensions") {
  nn::LayerNorm ln(nn::LayerNormOptions({2, 2}));
  CHECK(ln->weight.sizes() == IntArrayRef({2, 2}));
  auto y = ln(arange(8.0).view({2, 2, 2}).pow(2)).flatten();
  const double expected[] = {-0.99999964, -0.71428549, 0.14285707, 1.57142794,
                             -1.25618327, -0.52678651, 0.36469844, 1.41827154};
  for (int i = 0; i < 8; ++i) CHECK(y[i].item<double>() == doctest::Approx(expected[i]).epsilon(1e-5));

  CHECK(nn::LayerNorm(64)->weight.sizes() == IntArrayRef({64}));
  CHECK(nn::LayerNorm(std::vector<std::int64_t>{3, 4})->bias.sizes() == IntArrayRef({3, 4}));
  CHECK_THROWS_AS(ln(ones({2, 3})), Error);
  CHECK_THROWS_AS(nn::LayerNorm(std::vector<std::int64_t>{}), Error);
  CHECK_THROWS_AS(nn::LayerNorm(-3), Error);
}

TEST_CASE("a sample's LayerNorm does not depend on the batch") {
  manual_seed(0);
  nn::LayerNorm ln(8);
  auto x = randn({1, 8});
  auto together = ln(cat({x, randn({7, 8})}, 0));
  CHECK((ln(x) - together[0]).abs().max().item<double>() == 0);
}

TEST_CASE("LayerNorm and RMSNorm keep their place without parameters") {
  nn::LayerNorm ln(nn::LayerNormOptions(std::vector<std::int64_t>{3}).elementwise_affine(false).eps(1e-4));
  CHECK(ln->parameters().empty());
  CHECK(!ln->weight.defined());
  CHECK(ln(ones({2, 3})).eq(0).all().item<bool>());
  nn::RMSNorm rms(nn::RMSNormOptions(3).elementwise_affine(false));
  CHECK(rms->parameters().empty());
  std::ostringstream out;
  out << ln << '\n' << rms << '\n' << nn::LayerNorm(nn::LayerNormOptions({2, 3}));
  CHECK(out.str() ==
        "LayerNorm([3], eps=0.0001, elementwise_affine=false)\n"
        "RMSNorm([3], eps=1e-06, elementwise_affine=false)\n"
        "LayerNorm([2, 3], eps=1e-05, elementwise_affine=true)");
}

TEST_CASE("RMSNorm divides by the root mean square and has a weight only") {
  nn::RMSNorm rms(2);
  CHECK(rms->named_parameters().keys() == std::vector<std::string>{"weight"});
  CHECK(rms->options.eps() == 1e-6);
  {
    NoGradGuard no_grad;
    rms->weight.copy_(tensor({1.f, 2.f}));
  }
  auto y = rms(tensor({3.f, 4.f}));  // sqrt((9 + 16) / 2)
  CHECK(y[0].item<double>() == doctest::Approx(3 / 3.5355339));
  CHECK(y[1].item<double>() == doctest::Approx(8 / 3.5355339));
  nn::RMSNorm rough(nn::RMSNormOptions(1).eps(3));
  CHECK(rough(ones({1, 1})).item<double>() == doctest::Approx(0.5));  // eps is inside the root
}

TEST_CASE("initial_weight of LayerNorm and RMSNorm") {
  CHECK(nn::LayerNorm(nn::LayerNormOptions(3).initial_weight(0.1))->weight.equal(full({3}, 0.1)));
  nn::RMSNorm rms(nn::RMSNormOptions(3).initial_weight(0));
  CHECK(rms(ones({2, 3})).equal(zeros({2, 3})));
  std::ostringstream out;
  out << rms;
  CHECK(out.str() == "RMSNorm([3], eps=1e-06, elementwise_affine=true, initial_weight=0)");
}

TEST_CASE("RMSNorm's clamp form divides by the larger of rms and eps") {
  nn::RMSNorm rms(nn::RMSNormOptions(2).eps(5).eps_form(EpsForm::clamp).elementwise_affine(false));
  CHECK(list(rms(tensor({3.f, 4.f}))) == Values{0.6000000238418579, 0.800000011920929});  // rms 3.5 < 5
  CHECK(rms(tensor({30.f, 40.f}))[0].item<double>() == doctest::Approx(30 / 35.355339));
  CHECK(nn::RMSNorm(nn::RMSNormOptions(2).eps(0).eps_form(EpsForm::clamp))(zeros({2})).equal(zeros({2})));
  std::ostringstream out;
  out << rms;
  CHECK(out.str() == "RMSNorm([2], eps=5, eps_form=clamp, elementwise_affine=false)");
}

TEST_CASE("GroupNorm: names, first values, printing, and what it refuses") {
  nn::GroupNorm gn(nn::GroupNormOptions(2, 6).eps(1e-3));
  CHECK(gn->named_parameters().keys() == std::vector<std::string>{"weight", "bias"});
  CHECK(gn->buffers().empty());
  CHECK(gn->weight.equal(ones({6})));
  CHECK(gn->bias.equal(zeros({6})));
  CHECK(nn::GroupNorm(nn::GroupNormOptions(1, 4).affine(false))->parameters().empty());
  CHECK(nn::GroupNorm(2, 4)->options.num_channels() == 4);
  std::ostringstream out;
  out << gn << '\n'
      << nn::GroupNorm(nn::GroupNormOptions(1, 2).affine(false)) << '\n'
      << nn::GroupNorm(nn::GroupNormOptions(1, 2).initial_weight(0));
  CHECK(out.str() ==
        "GroupNorm(2, 6, eps=0.001, affine=true)\nGroupNorm(1, 2, eps=1e-05, affine=false)\n"
        "GroupNorm(1, 2, eps=1e-05, affine=true, initial_weight=0)");
  CHECK(message([] { nn::GroupNorm(4, 6); }) ==
        "GroupNorm: 6 channels in 4 groups, wants groups of equal size");
  CHECK(has(message([] { nn::GroupNorm(0, 6); }), "GroupNorm: 6 channels in 0 groups"));
  CHECK(has(message([] { nn::GroupNorm(-2, 6); }), "GroupNorm: 6 channels in -2 groups"));
  CHECK(has(message([] { nn::GroupNorm(2, -6); }), "GroupNorm: -6 channels"));
  CHECK(message([&] {
          gn(zeros({2, 4, 3}));
        }) == "GroupNorm: input [2, 4, 3] wants the shape [batch, 6, ...]");
  CHECK(has(message([&] { gn(zeros({6})); }), "GroupNorm: input [6]"));
  CHECK(has(message([&] { gn(Tensor()); }), "GroupNorm"));
  CHECK(gn(zeros({2, 6})).sizes() == IntArrayRef({2, 6}));
}

TEST_CASE("GroupNorm with one group is LayerNorm over (C, H, W), with C groups InstanceNorm") {
  manual_seed(0);
  const auto x = randn({3, 4, 5, 2}) * 3 + 1;
  const auto w = randn({4}), b = randn({4}), full_w = w.view({4, 1, 1}).expand({4, 5, 2});
  const auto one = group_norm(x, 1, w, b),
             layer = layer_norm(x, {4, 5, 2}, full_w, b.view({4, 1, 1}).expand({4, 5, 2}));
  CHECK(one.allclose(layer, 1e-5, 1e-6));
  nn::InstanceNorm2d in(nn::InstanceNorm2dOptions(4).affine(true));
  {
    NoGradGuard quiet;
    in->weight.copy_(w);
    in->bias.copy_(b);
  }
  CHECK(in(x).equal(group_norm(x, 4, w, b)));
}
