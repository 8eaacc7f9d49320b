#include <doctest/doctest.h>
#include <functional>

#include <cmath>
#include <sstream>

#include "wengert/wengert.h"

using namespace wengert;

TEST_CASE("Linear starts with libtorch's numbers: weight, then bias") {
  manual_seed(0);
  nn::Linear fc(3, 2);
  const double weight[] = {-0.00432252, 0.30971584, -0.47518533, -0.42489460, -0.22236897, 0.15482073};
  for (int i = 0; i < 6; ++i)
    CHECK(fc->weight.flatten()[i].item<double>() == doctest::Approx(weight[i]).epsilon(1e-6));
  CHECK(fc->bias[0].item<double>() == doctest::Approx(-0.01143914).epsilon(1e-6));
  CHECK(fc->bias[1].item<double>() == doctest::Approx(0.45777494).epsilon(1e-6));
  nn::Linear wide(100, 50);
  CHECK(wide->weight.abs().max().item<double>() <= 0.1);
  CHECK(wide->weight.abs().max().item<double>() > 0.099);
}

TEST_CASE("Linear computes x W^T + b over the last dimension") {
  nn::Linear fc(2, 1);
  {
    NoGradGuard no_grad;
    fc->weight.copy_(tensor({{2.0, 3.0}}));
    fc->bias.fill_(1);
  }
  CHECK(fc(tensor({1.f, 10.f})).item<double>() == 33);
  CHECK(fc(ones({4, 5, 2})).sizes() == IntArrayRef({4, 5, 1}));
  CHECK(fc(ones({0, 2})).sizes() == IntArrayRef({0, 1}));
  CHECK_THROWS_AS(fc(ones({4, 3})), Error);
}

TEST_CASE("Linear without bias, without features, and with wrong ones") {
  nn::Linear fc(nn::LinearOptions(3, 2).bias(false));
  CHECK(!fc->bias.defined());
  CHECK(fc->parameters().size() == 1);
  nn::Linear none(0, 2);
  CHECK(none(ones({3, 0})).eq(0).all().item<bool>());
  CHECK(nn::Linear(2, 0)(ones({3, 2})).sizes() == IntArrayRef({3, 0}));
  CHECK_THROWS_WITH_AS(nn::Linear(-1, 2), "Linear: in_features -1 and out_features 2 must not be negative",
                       Error);
  std::ostringstream out;
  out << fc;
  CHECK(out.str() == "Linear(in_features=3, out_features=2, bias=false)");
}

TEST_CASE("Identity, Flatten, Unflatten, Functional") {
  auto x = ones({2, 3, 4});
  CHECK(nn::Identity()(x).is_same(x));
  CHECK(nn::Identity(54, "anything")(x).is_same(x));
  CHECK(nn::Flatten()(x).sizes() == IntArrayRef({2, 12}));
  CHECK(nn::Flatten(nn::FlattenOptions().start_dim(0).end_dim(1))(x).sizes() == IntArrayRef({6, 4}));
  CHECK(nn::Unflatten(nn::UnflattenOptions(2, {2, 2}))(x).sizes() == IntArrayRef({2, 3, 2, 2}));
  CHECK(nn::Functional([](const Tensor& t) { return t * 2; })(x)[0][0][0].item<double>() == 2);
  CHECK(nn::Functional(elu, 2.0)(x - 2)[0][0][0].item<double>() == doctest::Approx(2 * std::expm1(-1)));
  CHECK_THROWS_AS(nn::Functional(std::function<Tensor(Tensor)>()), Error);
  std::ostringstream out;
  out << nn::Identity() << nn::Flatten() << nn::Unflatten(1, std::vector<std::int64_t>{2, 3})
      << nn::Functional(elu, 2.0);
  CHECK(out.str() ==
        "Identity()Flatten(start_dim=1, end_dim=-1)Unflatten(dim=1, unflattened_size={2, 3})Functional()");
}
