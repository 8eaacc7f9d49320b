#include <doctest/doctest.h>

#include <sstream>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;
using nn::Placement;

namespace {

nn::AnyModule doubler() {
  return nn::Functional([](const Tensor& x) { return x * 2; });
}

Tensor normalised(const Tensor& x) { return layer_norm(x, {x.size(-1)}); }

bool close(const Tensor& a, const Tensor& b) { return a.allclose(b, 1e-5, 1e-6); }

}  // namespace

TEST_CASE("Residual: the four arrangements") {
  const Tensor x = randn({3, 4});
  const auto block = [](Placement p) { return nn::Residual(p, nn::LayerNorm(4), doubler()); };
  CHECK(close(block(Placement::pre)(x), x + normalised(x) * 2));
  CHECK(close(block(Placement::post)(x), normalised(x + x * 2)));
  CHECK(close(block(Placement::branch)(x), x + normalised(x * 2)));
  CHECK(close(nn::Residual(doubler())(x), x * 3));
}

TEST_CASE("Residual: any norm, any sublayer, in a Sequential, with gradients for all") {
  nn::Sequential tower(nn::Residual(Placement::pre, nn::RMSNorm(4),
                                    nn::Sequential(nn::Linear(4, 8), nn::GELU(), nn::Linear(8, 4))),
                       nn::Residual(Placement::post, nn::BatchNorm1d(4), nn::Linear(4, 4)));
  std::vector<std::string> names;
  for (const auto& p : tower->named_parameters()) names.push_back(p.key());
  CHECK(names == std::vector<std::string>{"0.norm.weight", "0.sublayer.0.weight", "0.sublayer.0.bias",
                                          "0.sublayer.2.weight", "0.sublayer.2.bias", "1.norm.weight",
                                          "1.norm.bias", "1.sublayer.weight", "1.sublayer.bias"});
  tower->forward(randn({5, 4})).pow(2).sum().backward();
  for (const auto& p : tower->parameters()) CHECK(p.grad().defined());
  tower->eval();
  CHECK(!tower->at<nn::ResidualImpl>(1).norm.ptr()->is_training());
}

TEST_CASE("Residual prints its placement and clones without sharing") {
  nn::Residual block(Placement::branch, nn::LayerNorm(2), nn::Linear(2, 2));
  std::ostringstream out;
  out << block;
  CHECK(has(out.str(), "Residual(placement=branch)"));
  CHECK(has(out.str(), "norm"));
  CHECK(has(out.str(), "sublayer"));
  const Tensor x = randn({3, 2}), before = block(x).detach();
  const auto copy = std::dynamic_pointer_cast<nn::ResidualImpl>(block->clone());
  CHECK(copy->forward(x).equal(before));
  for (const auto& p : copy->parameters()) p.detach().fill_(3);
  CHECK(block(x).equal(before));
  CHECK(!copy->forward(x).equal(before));
  nn::Sequential outer(block);
  const auto nested = std::dynamic_pointer_cast<nn::SequentialImpl>(outer->clone());
  CHECK(nested->forward(x).equal(before));
}

TEST_CASE("Residual: bad input, and the names of the placements") {
  CHECK_THROWS_AS(nn::Residual(Placement::pre, nn::AnyModule(), doubler()), Error);
  CHECK_THROWS_AS(nn::Residual(Placement::pre, nn::LayerNorm(4), nn::AnyModule()), Error);
  CHECK(message([] { nn::Residual(Placement::none, nn::LayerNorm(4), doubler()); }) ==
        "Residual: placement none takes no norm");
  for (Placement p : {Placement::pre, Placement::post, Placement::branch, Placement::none})
    CHECK(nn::placement_of(nn::name_of(p)) == p);
  CHECK(message([] { nn::placement_of("sideways"); }) ==
        "placement_of: 'sideways' is no placement, wants pre, post, branch or none");
  CHECK_THROWS_AS(nn::Residual(Placement::pre, nn::LayerNorm(4), nn::Linear(4, 3))(randn({2, 4})), Error);
}
