// Attention: every position of a sequence looks at all positions of another, or of its own.
#pragma once
#include <tuple>

#include "wengert/base/arg.h"
#include "wengert/nn/linear.h"

namespace wengert::nn {

namespace functional {

/// softmax(q k^T / sqrt(d) + mask) v, and the weights that the softmax gives (Vaswani et al. 2017,
/// arXiv:1706.03762, eq. 1): q [..., T, d], k [..., S, d], v [..., S, e] give [..., T, e] and [..., T, S].
///
/// mask, a floating tensor that broadcasts to the weights' shape, or undefined, is added to the scores; -inf
/// excludes a key. A query whose keys are all excluded has weights 0 and result 0, and no gradient comes from
/// it. In training, weights are dropped with probability dropout_p.
std::tuple<Tensor, Tensor> attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                     const Tensor& mask = {}, double dropout_p = 0, bool training = true);

/// A mask to be added to scores: -inf where `excluded`, a bool tensor, is true, else 0.
Tensor exclusion_mask(const Tensor& excluded, ScalarType dtype = kFloat);

}  // namespace functional

struct MultiheadAttentionOptions {
  MultiheadAttentionOptions(std::int64_t embed_dim, std::int64_t num_heads)
      : embed_dim_(embed_dim), num_heads_(num_heads), kdim_(embed_dim), vdim_(embed_dim) {}
  WENGERT_FIELDS((std::int64_t, embed_dim), (std::int64_t, num_heads),
                 /// The probability of a weight to be dropped.
                 (double, dropout, 0.0), (bool, bias, true),
                 /// One more key and value, both learnt, for every sequence.
                 (bool, add_bias_kv, false),
                 /// One more key and value of zeros.
                 (bool, add_zero_attn, false),
                 /// The number of features of the keys, and of the values.
                 (std::int64_t, kdim), (std::int64_t, vdim),
                 /// Sequences are [batch, length, features] instead of [length, batch, features].
                 (bool, batch_first, false));
};

/// Attention by num_heads heads side by side, each on embed_dim / num_heads features of its own projections
/// of query, key and value; the heads' results are joined and projected once more.
///
/// Parameters: in_proj_weight [3 embed_dim, embed_dim] (query, key, value), or q_proj_weight, k_proj_weight
/// and v_proj_weight when kdim or vdim differ; in_proj_bias; out_proj; bias_k and bias_v. Weights start
/// uniform (xavier_uniform_), biases at 0. Errors: embed_dim that num_heads does not divide; shapes.
class MultiheadAttentionImpl : public Cloneable<MultiheadAttentionImpl> {
 public:
  MultiheadAttentionImpl(std::int64_t embed_dim, std::int64_t num_heads)
      : MultiheadAttentionImpl(MultiheadAttentionOptions(embed_dim, num_heads)) {}
  explicit MultiheadAttentionImpl(const MultiheadAttentionOptions& options);

  void reset() override;
  void _reset_parameters();
  void pretty_print(std::ostream& out) const override;

  /// query [T, N, embed_dim], key [S, N, kdim], value [S, N, vdim] give [T, N, embed_dim] (all with N in
  /// front when batch_first), and the weights [N, T, S], the mean over the heads, or with
  /// average_attn_weights = false [N, heads, T, S]; undefined without need_weights.
  ///
  /// key_padding_mask [N, S] and attn_mask [T, S] or [N heads, T, S]: bool, true for what must not be looked
  /// at, or floating, to be added to the scores, where -inf excludes. A query that may look nowhere gives
  /// weights of 0. (libtorch 1.13 adds a bool attn_mask as 0 and 1, which excludes nothing; its Python and
  /// later versions exclude.)
  std::tuple<Tensor, Tensor> forward(const Tensor& query, const Tensor& key, const Tensor& value,
                                     const Tensor& key_padding_mask = {}, bool need_weights = true,
                                     const Tensor& attn_mask = {}, bool average_attn_weights = true);

  MultiheadAttentionOptions options;
  bool _qkv_same_embed_dim = true;
  Tensor in_proj_weight, in_proj_bias;
  Tensor bias_k, bias_v;
  Linear out_proj{nullptr};
  Tensor q_proj_weight, k_proj_weight, v_proj_weight;
  std::int64_t head_dim = 0;

 private:
  void check(const Tensor& query, const Tensor& key, const Tensor& value) const;
  /// Query, key and value as [.., .., heads, head_dim], in as few products as can be.
  std::tuple<Tensor, Tensor, Tensor> project(const Tensor& query, const Tensor& key,
                                             const Tensor& value) const;
  /// Both masks as one of [N or 1, heads or 1, T or 1, S], for scores with `added` more keys.
  Tensor joint_mask(const Tensor& key_padding_mask, const Tensor& attn_mask, std::int64_t batch,
                    std::int64_t queries, std::int64_t keys, std::int64_t added, ScalarType dtype) const;
};
WENGERT_LIBRARY_MODULE(MultiheadAttention);

}  // namespace wengert::nn
