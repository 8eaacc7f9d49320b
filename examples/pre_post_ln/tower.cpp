#include "tower.h"

using namespace wengert;

namespace {

/// Every token of [N, tokens, width] looks at all of them.
struct SelfAttentionImpl : nn::Module {
  SelfAttentionImpl(std::int64_t width, std::int64_t heads)
      : attention(register_module(
            "attention",
            nn::MultiheadAttention(nn::MultiheadAttentionOptions(width, heads).batch_first(true)))) {}
  Tensor forward(const Tensor& x) {
    return std::get<0>(attention(x, x, x, Tensor(), /*need_weights=*/false));
  }

  nn::MultiheadAttention attention;
};
WENGERT_MODULE(SelfAttention);

/// BatchNorm1d of the features of [N, tokens, width].
struct TokenBatchNormImpl : nn::Module {
  explicit TokenBatchNormImpl(std::int64_t width) : norm(register_module("norm", nn::BatchNorm1d(width))) {}
  Tensor forward(const Tensor& x) { return norm(x.flatten(0, 1)).view(x.sizes()); }

  nn::BatchNorm1d norm;
};
WENGERT_MODULE(TokenBatchNorm);

}  // namespace

Tower::Tower(const TowerOptions& options) : options_(options) {
  const std::int64_t width = options.width;
  const bool tokens = options.kind == Kind::encoder;
  embed_ = register_module("embed", nn::Linear(tokens ? 8 : 64, width));
  if (tokens) positions_ = register_parameter("positions", 0.02 * randn({8, width}));
  for (std::int64_t i = 0; i < options.depth; ++i) {
    if (tokens) add_block(SelfAttention(width, options.heads));
    add_feed_forward();
  }
  if (options.placement == Placement::pre || options.placement == Placement::branch)
    blocks_->push_back(norm());
  register_module("blocks", blocks_);
  head_ = register_module("head", nn::Linear(width, 10));
  if (options.init == Init::xavier)
    for (const auto& p : named_parameters())
      if (p.key() != "positions" && p.value().dim() == 2) nn::init::xavier_uniform_(p.value());
}

nn::AnyModule Tower::norm() const {
  if (options_.norm == Norm::rms) return nn::RMSNorm(options_.width);
  if (options_.norm == Norm::batch && options_.kind == Kind::encoder) return TokenBatchNorm(options_.width);
  if (options_.norm == Norm::batch) return nn::BatchNorm1d(options_.width);
  return nn::LayerNorm(options_.width);
}

void Tower::add_block(nn::AnyModule f) {
  blocks_->push_back(options_.placement == Placement::none
                         ? nn::Residual(std::move(f))
                         : nn::Residual(options_.placement, norm(), std::move(f)));
}

void Tower::add_feed_forward() {
  const std::int64_t hidden = 4 * options_.width;
  nn::Linear up(options_.width, hidden), down(hidden, options_.width);
  last_.push_back(down);
  add_block(nn::Sequential(up, nn::ReLU(), down));
}

Tensor Tower::forward(Tensor x) {
  if (options_.kind == Kind::mlp) return head_(blocks_->forward(embed_(x)));
  x = embed_(x.view({-1, 8, 8})) + positions_;
  return head_(blocks_->forward(x).mean(1));
}

std::vector<Tensor> Tower::last_weights() const {
  std::vector<Tensor> weights;
  for (const nn::Linear& layer : last_) weights.push_back(layer->weight);
  return weights;
}
