#include <doctest/doctest.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <sstream>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;
using nn::functional::attention;
using nn::functional::exclusion_mask;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// The first elements.
void check_head(const Tensor& x, const Values& wanted) {
  const Values have = list(x);
  REQUIRE(have.size() >= wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CAPTURE(i);
    CHECK(have[i] == doctest::Approx(wanted[i]).epsilon(2e-5));
  }
}
double total(const Tensor& x) { return x.sum().item<double>(); }
double size(const Tensor& x) { return x.abs().sum().item<double>(); }
double next() { return rand({1}).item<double>(); }
bool close(const Tensor& a, const Tensor& b) { return a.allclose(b, 1e-5, 1e-6); }

Tensor sine() { return arange(24.0).to(kFloat).sin().view({3, 2, 4}); }
Tensor cosine() { return arange(16.0).to(kFloat).cos().view({2, 2, 4}); }
Tensor causal() { return exclusion_mask(ones({3, 3}).triu(1).to(kBool)); }
Tensor padding() {
  const Tensor mask = zeros({2, 3}, kBool);
  mask[1][2].fill_(true);
  return mask;
}

/// The module that the values below belong to: seed 1, and an input bias that is not 0.
nn::MultiheadAttention attention_layer() {
  manual_seed(1);
  nn::MultiheadAttention layer(4, 2);
  NoGradGuard no_grad;
  layer->in_proj_bias.copy_(arange(12.0) / 10);
  return layer;
}

}  // namespace

TEST_CASE("MultiheadAttention starts with libtorch's numbers under libtorch's names") {
  manual_seed(1);
  nn::MultiheadAttention plain(4, 2);
  CHECK(next() == doctest::Approx(0.1205409).epsilon(1e-6));
  check_head(plain->in_proj_weight, {-0.2280513, -0.3698493, -0.1026432, -0.2641412});
  check_head(plain->out_proj->weight, {0.2576316, -0.2206891, -0.09693074, 0.2346845});
  CHECK(size(plain->in_proj_bias) + size(plain->out_proj->bias) == 0);

  manual_seed(2);
  nn::MultiheadAttention full(
      nn::MultiheadAttentionOptions(4, 2).kdim(3).vdim(5).add_bias_kv(true).add_zero_attn(true));
  CHECK(next() == doctest::Approx(0.7171351).epsilon(1e-6));
  std::vector<std::string> names;
  for (const auto& p : full->named_parameters()) names.push_back(p.key());
  CHECK(names == std::vector<std::string>{"q_proj_weight", "k_proj_weight", "v_proj_weight", "in_proj_bias",
                                          "bias_k", "bias_v", "out_proj.weight", "out_proj.bias"});
  check_head(full->k_proj_weight, {0.4068827, -0.355397, -0.2050866});
  check_head(full->v_proj_weight, {0.08647151, 0.06234865, 0.4356807});
  check_head(full->bias_k, {-0.07399037, -0.4633239, -0.6628223, 0.7102614});
  check_head(full->bias_v, {-0.2095037, 0.1788433});
}

TEST_CASE("MultiheadAttention: self-attention, masks, other keys") {
  auto layer = attention_layer();
  const Tensor x = sine(), k = cosine();
  {
    const auto [y, w] = layer(x, x, x);
    check_head(y, {0.146233, 0.06117272, 0.1621903, -0.1064942, 0.1954633, 0.004887273});
    check_head(w, {0.4162124, 0.2775111, 0.3062765, 0.241729, 0.3660218, 0.3922491});
    CHECK(total(y) == doctest::Approx(1.717801));
  }
  {
    const auto [y, w] = layer(x, x, x, padding(), true, causal(), false);
    CHECK(w.sizes() == IntArrayRef({2, 2, 3, 3}));
    check_head(y, {0.2002125, -0.2560868, 0.301516, -0.05204616, 0.1656552, 0.2689492});
    check_head(w, {1, 0, 0, 0.5085906, 0.4914094, 0, 0.324111, 0.3828374});
    CHECK(size(y) == doctest::Approx(3.769507));
  }
  {
    const auto [y, w] = layer(x, k, k);
    check_head(y, {0.1398972, 0.2432858, 0.04266093, -0.1148916});
    check_head(w, {0.4901699, 0.5098301, 0.4623679, 0.5376321});
    CHECK(!std::get<1>(layer(x, k, k, Tensor(), false)).defined());
  }
  {
    const auto [y, w] = layer(x, k, k + 1);
    check_head(y, {0.2681823, -0.5111251, 0.242344, 0.07824681});
    CHECK(size(y) == doctest::Approx(8.65356));
  }
}

TEST_CASE("MultiheadAttention: added keys, dropped weights") {
  manual_seed(3);
  nn::MultiheadAttention more(nn::MultiheadAttentionOptions(4, 2).add_bias_kv(true).add_zero_attn(true));
  const Tensor x = sine();
  {
    const auto [y, w] = more(x, x, x, padding(), true, causal());
    check_head(y, {0.05224527, -0.2284881, 0.05256315, 0.1016173});
    check_head(w, {0.3365507, 0, 0, 0.2764074, 0.3870419, 0.2980281});
  }
  manual_seed(4);
  nn::MultiheadAttention dropping(nn::MultiheadAttentionOptions(4, 2).bias(false).dropout(0.5));
  const auto [y, w] = dropping(x, x, x);
  check_head(y, {0.02055256, -0.1587967, 0.1853453, -0.03480483});
  check_head(w, {0.2205322, 0, 0.4492818, 0.3176115});
  CHECK(total(w) == doctest::Approx(5.709034));
  dropping->eval();
  CHECK(total(std::get<1>(dropping(x, x, x))) == doctest::Approx(6));
}

TEST_CASE("MultiheadAttention with the batch in front") {
  auto layer = attention_layer();
  nn::MultiheadAttention front(nn::MultiheadAttentionOptions(4, 2).batch_first(true));
  {
    NoGradGuard no_grad;
    for (const auto& p : layer->named_parameters()) front->named_parameters()[p.key()].copy_(p.value());
  }
  const Tensor x = sine(), turned = x.transpose(0, 1);
  const auto [y, w] = layer(x, x, x, padding(), true, causal());
  const auto [y2, w2] = front(turned, turned, turned, padding(), true, causal());
  CHECK(close(y2, y.transpose(0, 1)));
  CHECK(close(w2, w));
  CHECK(close(std::get<0>(front(turned, cosine().transpose(0, 1), cosine().transpose(0, 1))),
              std::get<0>(layer(x, cosine(), cosine())).transpose(0, 1)));
}

TEST_CASE("a query without any key left has weights 0 and gradients without NaN") {
  auto layer = attention_layer();
  const Tensor x = sine().requires_grad_();
  const Tensor all = ones({2, 3}, kBool);
  all[0].fill_(false);
  const auto [y, w] = layer(x, x, x, all);
  CHECK(list(w[1]) == Values(9, 0));
  CHECK(total(w[0]) == doctest::Approx(3));
  CHECK(close(y.select(1, 1), layer->out_proj->bias.expand({3, 4})));
  (y.square().sum() + w.square().sum()).backward();
  CHECK(x.grad().isfinite().all().item<bool>());
  CHECK(list(x.grad().select(1, 1)) == Values(12, 0));
  for (const auto& p : layer->parameters()) CHECK(p.grad().isfinite().all().item<bool>());
  // one row of attn_mask alone
  const Tensor mask = zeros({3, 3});
  mask[1].fill_(-kInf);
  const Tensor rows = std::get<1>(layer(x, x, x, Tensor(), true, mask));
  CHECK(rows.sum(-1).select(1, 1).eq(0).all().item<bool>());
  CHECK(total(rows) == doctest::Approx(4));
}

TEST_CASE("masks: floating ones are added, per head too; bool ones exclude where true") {
  auto layer = attention_layer();
  const Tensor x = sine();
  const auto weights = [&](const Tensor& key_padding_mask, const Tensor& attn_mask) {
    return std::get<1>(layer(x, x, x, key_padding_mask, true, attn_mask, false));
  };
  CHECK(close(weights(exclusion_mask(padding()), {}), weights(padding(), {})));
  const Tensor by_head = zeros({4, 3, 3});
  by_head[1].copy_(causal());  // sequence 0, head 1
  const Tensor w = weights({}, by_head);
  CHECK(close(w[0][1], weights({}, causal())[0][1]));
  CHECK(close(w[1][1], weights({}, {})[1][1]));
  const Tensor later = ones({3, 3}).triu(1).to(kBool);
  CHECK(close(weights({}, later), weights({}, causal())));
  CHECK(close(weights({}, later.unsqueeze(0).repeat({4, 1, 1})), weights({}, causal())));
  CHECK(close(weights(padding(), later), weights(exclusion_mask(padding()), causal())));
  const Tensor blind = later.clone();
  blind[2] = true;
  CHECK(weights({}, blind).select(2, 2).eq(0).all().item<bool>());
}

TEST_CASE("attention: no keys, no queries, and a gradient for everything") {
  const Tensor q = randn({2, 3, 4}), none = zeros({2, 0, 4});
  const auto [y, w] = attention(q, none, none);
  CHECK(list(y) == Values(24, 0));
  CHECK(w.sizes() == IntArrayRef({2, 3, 0}));
  CHECK(std::get<0>(attention(none, q, q)).sizes() == IntArrayRef({2, 0, 4}));
  const auto f = [](const TensorList& in) {
    const auto [out, p] = attention(in[0], in[1], in[2], in[3]);
    return TensorList{out, p};
  };
  const auto leaf64 = [](std::initializer_list<std::int64_t> sizes) {
    return randn(sizes, kDouble).requires_grad_();
  };
  CHECK(autograd::gradcheck(f, {leaf64({2, 3, 4}), leaf64({2, 5, 4}), leaf64({2, 5, 2}), leaf64({3, 5})}));
}

TEST_CASE("MultiheadAttention: print, clone, bad input") {
  auto layer = attention_layer();
  std::ostringstream out;
  out << layer << nn::MultiheadAttention(nn::MultiheadAttentionOptions(4, 2).dropout(0.1).batch_first(true));
  CHECK(has(out.str(), "MultiheadAttention(embed_dim=4, num_heads=2)"));
  CHECK(has(out.str(), "MultiheadAttention(embed_dim=4, num_heads=2, dropout=0.1, batch_first=true)"));
  const Tensor x = sine();
  const auto copy = std::dynamic_pointer_cast<nn::MultiheadAttentionImpl>(layer->clone());
  const Tensor before = std::get<0>(layer(x, x, x)).detach();
  CHECK(std::get<0>(copy->forward(x, x, x)).equal(before));
  copy->out_proj->weight.detach().zero_();
  CHECK(std::get<0>(layer(x, x, x)).equal(before));

  CHECK(message([] { nn::MultiheadAttention(5, 2); }) ==
        "MultiheadAttention: embed_dim 5 is not divisible by num_heads 2");
  CHECK_THROWS_AS(nn::MultiheadAttention(4, 0), Error);
  CHECK(message([&] { layer(x.select(0, 0), x, x); }) ==
        "MultiheadAttention: the query has shape [2, 4], wants [length, batch, 4]");
  CHECK(has(message([&] { layer(x, x.slice(1, 0, 1), x); }), "must agree in the batch"));
  CHECK(has(message([&] {
              layer(x, x, x, zeros({2, 2}, kBool));
            }),
            "key_padding_mask has shape [2, 2], wants [2, 3]"));
  CHECK(has(message([&] { layer(x, x, x, Tensor(), true, zeros({2, 3})); }), "attn_mask has shape [2, 3]"));
  CHECK(has(message([&] { layer(x, x, x, zeros({2, 3}, kLong)); }), "wants bool or a floating dtype"));
  CHECK_THROWS_AS(layer(x, x, Tensor()), Error);
}
