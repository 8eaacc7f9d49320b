#include <doctest/doctest.h>

#include <sstream>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;
using nn::Placement;
using Options = nn::TransformerEncoderLayerOptions;

namespace {

void check_head(const Tensor& x, const Values& wanted) {
  const Values have = list(x);
  REQUIRE(have.size() >= wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CAPTURE(i);
    CHECK(have[i] == doctest::Approx(wanted[i]).epsilon(2e-5));
  }
}
double next() { return rand({1}).item<double>(); }
bool close(const Tensor& a, const Tensor& b) { return a.allclose(b, 1e-5, 1e-6); }

Tensor sine() { return arange(24.0).to(kFloat).sin().view({3, 2, 4}); }
Tensor causal() { return nn::functional::exclusion_mask(ones({3, 3}).triu(1).to(kBool)); }
Tensor padding() {
  const Tensor mask = zeros({2, 3}, kBool);
  mask[1][2].fill_(true);
  return mask;
}

}  // namespace

TEST_CASE("TransformerEncoderLayer: libtorch's first values, dropout and result") {
  manual_seed(5);
  nn::TransformerEncoderLayer layer(Options(4, 2).dim_feedforward(6).dropout(0.2));
  CHECK(next() == doctest::Approx(0.6324519).epsilon(1e-6));
  check_head(layer->self_attn->in_proj_weight, {0.2079186, -0.2921346, -0.5625067});
  check_head(layer->linear1->bias, {-0.2440028, 0.01376569, -0.3701296});
  check_head(layer->linear2->weight, {0.3207714, 0.2676978, -0.1317439});
  CHECK(layer->named_parameters().keys().front() == "self_attn.in_proj_weight");
  CHECK(layer->named_parameters().keys().back() == "norm2.bias");
  check_head(layer(sine()), {-0.8593235, 0.2115167, 1.550063, -0.9022567, -0.540081, -0.912989, -0.2271501});
  layer->eval();
  check_head(layer(sine()), {-1.220559, 0.57459, 1.315802, -0.6698331, -0.4944881, -0.9887732, -0.17427});
  check_head(layer(sine(), causal(), padding()), {-0.4866356, 1.671637, -0.2273768, -0.9576243});
}

TEST_CASE("TransformerEncoderLayer: activations") {
  const auto result = [](const nn::activation_t& f) {
    manual_seed(6);
    return nn::TransformerEncoderLayer(Options(4, 2).dim_feedforward(6).dropout(0).activation(f))(sine());
  };
  const Tensor by_gelu = result(kGELU);
  check_head(by_gelu, {-0.6506783, 1.163523, 0.7661438, -1.278988, -0.3281398, -0.8852406});
  CHECK(result([](const Tensor& x) { return gelu(x); }).equal(by_gelu));
  CHECK(!result(kReLU).equal(by_gelu));
  CHECK_THROWS_AS(result(std::function<Tensor(const Tensor&)>()), Error);
}

TEST_CASE("TransformerEncoderLayer: the placements") {
  const auto layer = [](Placement p) {
    manual_seed(8);
    return nn::TransformerEncoderLayer(Options(4, 2).dim_feedforward(6).dropout(0).placement(p));
  };
  const Tensor x = sine();
  for (Placement p : {Placement::pre, Placement::post, Placement::branch, Placement::none}) {
    auto l = layer(p);
    const auto attend = [&](const Tensor& h) { return std::get<0>(l->self_attn(h, h, h)); };
    const auto feed = [&](const Tensor& h) { return l->linear2(relu(l->linear1(h))); };
    const auto norm = [](const Tensor& h) { return layer_norm(h, {4}); };
    const Tensor wanted = residual(p, residual(p, x, norm, attend), norm, feed);
    CAPTURE(nn::name_of(p));
    CHECK(close(l(x), wanted));
    CHECK(l->parameters().size() == (p == Placement::none ? 8 : 12));
    std::ostringstream out;
    out << l;
    CHECK(has(out.str(), std::string("TransformerEncoderLayer(placement=") + nn::name_of(p)));
  }
  manual_seed(8);
  nn::TransformerEncoderLayer first(Options(4, 2).dim_feedforward(6).dropout(0).norm_first(true));
  CHECK(first(x).equal(layer(Placement::pre)(x)));
  manual_seed(8);
  nn::TransformerEncoderLayer front(
      Options(4, 2).dim_feedforward(6).dropout(0).norm_first(true).batch_first(true));
  CHECK(close(front(x.transpose(0, 1)), first(x).transpose(0, 1)));
}

TEST_CASE("TransformerEncoder: clones of a layer, and a final norm") {
  manual_seed(6);
  nn::TransformerEncoderLayer layer(Options(4, 2).dim_feedforward(6).dropout(0).activation(kGELU));
  nn::TransformerEncoder encoder(nn::TransformerEncoderOptions(layer, 2).norm(
      nn::AnyModule(nn::LayerNorm(nn::LayerNormOptions(std::vector<std::int64_t>{4})))));
  CHECK(next() == doctest::Approx(0.5261296).epsilon(1e-6));
  CHECK(encoder->parameters().size() == 26);
  CHECK(encoder->named_parameters().contains("layers.1.self_attn.out_proj.bias"));
  CHECK(encoder->named_parameters().contains("norm.weight"));
  check_head(encoder(sine(), causal(), padding()),
             {0.06361753, 1.567563, -0.492878, -1.138302, -0.8778153, -0.3955161});
  manual_seed(7);
  nn::TransformerEncoder plain(nn::TransformerEncoderOptions(Options(4, 2).dim_feedforward(6), 2));
  CHECK(next() == doctest::Approx(0.6975428).epsilon(1e-6));
  CHECK(plain->layers->at<nn::TransformerEncoderLayer>(0).linear1->weight.equal(
      plain->layers->at<nn::TransformerEncoderLayer>(1).linear1->weight));
  plain->reset_parameters();
  CHECK(!plain->layers->at<nn::TransformerEncoderLayer>(0).linear1->weight.equal(
      plain->layers->at<nn::TransformerEncoderLayer>(1).linear1->weight));
}

TEST_CASE("TransformerEncoder: its layers and clones share nothing") {
  nn::TransformerEncoderLayer layer(Options(4, 2).dim_feedforward(6).dropout(0));
  nn::TransformerEncoder encoder(
      nn::TransformerEncoderOptions(layer, 2).norm(nn::AnyModule(nn::LayerNorm(4))));
  const Tensor x = sine(), before = encoder(x).detach();
  const auto copy = std::dynamic_pointer_cast<nn::TransformerEncoderImpl>(encoder->clone());
  CHECK(copy->forward(x).equal(before));
  for (const auto& p : copy->parameters()) p.detach().fill_(0.5);
  layer->linear1->weight.detach().zero_();
  CHECK(encoder(x).equal(before));
  nn::Sequential outer(encoder);
  CHECK(outer->forward(x).equal(before));
  const auto nested = std::dynamic_pointer_cast<nn::SequentialImpl>(outer->clone());
  CHECK(nested->forward(x).equal(before));
  encoder(x).square().sum().backward();
  for (const auto& p : encoder->parameters()) CHECK(p.grad().defined());
}

TEST_CASE("Transformer: bad input") {
  nn::TransformerEncoderLayer layer(4, 2);
  CHECK_THROWS_AS(layer(zeros({3, 2, 5})), Error);
  CHECK_THROWS_AS(layer(Tensor()), Error);
  CHECK_THROWS_AS(nn::TransformerEncoderLayer(4, 3), Error);
  CHECK(has(message([&] { nn::TransformerEncoder(layer, 0); }), "num_layers is 0"));
  CHECK(has(message([] { nn::TransformerEncoder(nn::TransformerEncoderLayer(nullptr), 2); }), "empty"));
}
