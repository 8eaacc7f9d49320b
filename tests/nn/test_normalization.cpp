#include <doctest/doctest.h>

#include <sstream>

#include "wengert/wengert.h"

using namespace wengert;

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
