// Multi-head attention. Heads are views: query, key and value come out of one product as [.., 3 embed_dim],
// are cut into [N, heads, length, head_dim] without a copy, and go to BLAS with the strides that they have.
#include "wengert/nn/attention.h"

#include <cmath>
#include <limits>

#include "nn/print.h"
#include "ops/gemm.h"
#include "tensor/check.h"
#include "wengert/nn/init.h"
#include "wengert/ops/cat.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/dropout.h"
#include "wengert/ops/linear.h"
#include "wengert/ops/matmul.h"
#include "wengert/ops/softmax.h"

namespace wengert::nn {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Tensor functional::exclusion_mask(const Tensor& excluded, ScalarType dtype) {
  check_defined("exclusion_mask", "the mask", excluded);
  return zeros(excluded.sizes(), dtype).masked_fill(excluded, -kInfinity);
}

std::tuple<Tensor, Tensor> functional::attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                                 const Tensor& mask, double dropout_p, bool training) {
  check_defined("attention", "the query", q);
  check_defined("attention", "the key", k);
  if (q.dim() < 2 || k.dim() < 2)
    fail("attention: the query has shape {} and the key {}, want [..., length, features]", q.sizes(),
         k.sizes());
  check_factors("attention", q, k);
  const Tensor scaled = q * (1 / std::sqrt(double(q.sizes().back())));
  // k as it lies and a flag, not k.mT(): its gradient then comes out as it is needed
  const Tensor scores = multiply("matmul", scaled, Trans::No, k, Trans::Yes);
  Tensor weights;
  if (mask.defined()) {
    // softmax of nothing but -inf is NaN: such rows are computed without the mask and then set to 0
    const Tensor dead = (mask == -kInfinity).all(-1, true);
    const bool any_dead = dead.any().item<bool>();
    weights = softmax(scores + (any_dead ? mask.masked_fill(dead, 0) : mask), -1);
    if (any_dead) weights = weights.masked_fill(dead, 0);
  } else {
    weights = softmax(scores, -1);
  }
  weights = wengert::dropout(weights, dropout_p, training);
  return {matmul(weights, v), weights};
}

MultiheadAttentionImpl::MultiheadAttentionImpl(const MultiheadAttentionOptions& o) : options(o) {
  if (o.embed_dim() < 1 || o.num_heads() < 1 || o.embed_dim() % o.num_heads() != 0)
    fail("MultiheadAttention: embed_dim {} is not divisible by num_heads {}", o.embed_dim(), o.num_heads());
  if (o.kdim() < 1 || o.vdim() < 1)
    fail("MultiheadAttention: kdim {} and vdim {} must be positive", o.kdim(), o.vdim());
  if (!(o.dropout() >= 0 && o.dropout() <= 1))
    fail("MultiheadAttention: dropout is {}, must lie in [0, 1]", o.dropout());
  MultiheadAttentionImpl::reset();
}

void MultiheadAttentionImpl::reset() {
  const std::int64_t e = options.embed_dim();
  const auto parameter = [&](const char* name, bool there, IntArrayRef sizes) {
    return register_parameter(name, there ? empty(sizes) : Tensor(), there);
  };
  head_dim = e / options.num_heads();
  _qkv_same_embed_dim = options.kdim() == e && options.vdim() == e;
  in_proj_weight = parameter("in_proj_weight", _qkv_same_embed_dim, {3 * e, e});
  q_proj_weight = parameter("q_proj_weight", !_qkv_same_embed_dim, {e, e});
  k_proj_weight = parameter("k_proj_weight", !_qkv_same_embed_dim, {e, options.kdim()});
  v_proj_weight = parameter("v_proj_weight", !_qkv_same_embed_dim, {e, options.vdim()});
  in_proj_bias = parameter("in_proj_bias", options.bias(), {3 * e});
  out_proj = register_module("out_proj", Linear(LinearOptions(e, e).bias(options.bias())));
  bias_k = parameter("bias_k", options.add_bias_kv(), {1, 1, e});
  bias_v = parameter("bias_v", options.add_bias_kv(), {1, 1, e});
  _reset_parameters();
}

void MultiheadAttentionImpl::_reset_parameters() {
  for (const Tensor& weight : {in_proj_weight, q_proj_weight, k_proj_weight, v_proj_weight})
    if (weight.defined()) init::xavier_uniform_(weight);
  if (in_proj_bias.defined()) {
    init::zeros_(in_proj_bias);
    init::zeros_(out_proj->bias);
  }
  if (bias_k.defined()) init::xavier_normal_(bias_k);
  if (bias_v.defined()) init::xavier_normal_(bias_v);
}

void MultiheadAttentionImpl::pretty_print(std::ostream& out) const {
  out << layer_name(typeid(MultiheadAttentionImpl));
  if (detail::libtorch_names) return;  // its text has no options
  out << fmt::format("(embed_dim={}, num_heads={}", options.embed_dim(), options.num_heads());
  if (options.dropout() > 0) out << fmt::format(", dropout={:g}", options.dropout());
  if (!options.bias()) out << ", bias=false";
  if (!_qkv_same_embed_dim) out << fmt::format(", kdim={}, vdim={}", options.kdim(), options.vdim());
  if (options.batch_first()) out << ", batch_first=true";
  out << ')';
}

void MultiheadAttentionImpl::check(const Tensor& query, const Tensor& key, const Tensor& value) const {
  const char* op = "MultiheadAttention";
  const auto one = [&](const char* name, const Tensor& x, std::int64_t features) {
    check_defined(op, name, x);
    if (x.dim() != 3 || x.sizes()[2] != features)
      fail("{}: {} has shape {}, wants [{}, {}]", op, name, x.sizes(),
           options.batch_first() ? "batch, length" : "length, batch", features);
  };
  one("the query", query, options.embed_dim());
  one("the key", key, options.kdim());
  one("the value", value, options.vdim());
  const std::size_t n = options.batch_first() ? 0 : 1, l = 1 - n;
  if (key.sizes()[l] != value.sizes()[l] || key.sizes()[n] != value.sizes()[n] ||
      key.sizes()[n] != query.sizes()[n])
    fail("{}: query {}, key {} and value {} must agree in the batch, and key and value in the length", op,
         query.sizes(), key.sizes(), value.sizes());
}

std::tuple<Tensor, Tensor, Tensor> MultiheadAttentionImpl::project(const Tensor& query, const Tensor& key,
                                                                   const Tensor& value) const {
  const std::int64_t e = options.embed_dim(), heads = options.num_heads();
  // parts first ... first + parts - 1 of query, key and value
  const auto bias = [&](std::int64_t first, std::int64_t parts) {
    return in_proj_bias.defined() && parts < 3 ? in_proj_bias.narrow(0, first * e, parts * e) : in_proj_bias;
  };
  const auto several = [&](const Tensor& x, std::int64_t first, std::int64_t parts) {
    const Tensor weight = parts < 3 ? in_proj_weight.narrow(0, first * e, parts * e) : in_proj_weight;
    return linear(x, weight, bias(first, parts)).unflatten(-1, {parts, heads, head_dim}).unbind(2);
  };
  const auto one = [&](const Tensor& x, const Tensor& weight, std::int64_t i) {
    if (!weight.defined()) return several(x, i, 1)[0];
    return linear(x, weight, bias(i, 1)).unflatten(-1, {heads, head_dim});
  };
  if (_qkv_same_embed_dim && key.is_same(value)) {
    if (query.is_same(key)) {
      const TensorList qkv = several(query, 0, 3);
      return {qkv[0], qkv[1], qkv[2]};
    }
    const TensorList kv = several(key, 1, 2);
    return {several(query, 0, 1)[0], kv[0], kv[1]};
  }
  return {one(query, q_proj_weight, 0), one(key, k_proj_weight, 1), one(value, v_proj_weight, 2)};
}

Tensor MultiheadAttentionImpl::joint_mask(const Tensor& key_padding_mask, const Tensor& attn_mask,
                                          std::int64_t batch, std::int64_t queries, std::int64_t keys,
                                          std::int64_t added, ScalarType dtype) const {
  const char* op = "MultiheadAttention";
  const auto scores = [&](const char* name, const Tensor& x) {
    if (x.dtype() == kBool) return functional::exclusion_mask(x, dtype);
    if (!x.is_floating_point()) fail("{}: {} is {}, wants bool or a floating dtype", op, name, x.dtype());
    return x.to(dtype);
  };
  const std::int64_t heads = options.num_heads();
  Tensor mask;
  if (attn_mask.defined()) {
    mask = scores("attn_mask", attn_mask);
    if (mask.sizes() == IntArrayRef({queries, keys}))
      mask = mask.unsqueeze(0).unsqueeze(0);
    else if (mask.sizes() == IntArrayRef({batch * heads, queries, keys}))
      mask = mask.unflatten(0, {batch, heads});
    else
      fail("{}: attn_mask has shape {}, wants [{}, {}] or [{}, {}, {}]", op, mask.sizes(), queries, keys,
           batch * heads, queries, keys);
  }
  if (key_padding_mask.defined()) {
    if (!(key_padding_mask.sizes() == IntArrayRef({batch, keys})))
      fail("{}: key_padding_mask has shape {}, wants [{}, {}]", op, key_padding_mask.sizes(), batch, keys);
    const Tensor padding = scores("key_padding_mask", key_padding_mask).unsqueeze(1).unsqueeze(1);
    mask = mask.defined() ? mask + padding : padding;
  }
  if (mask.defined() && added > 0) {
    Shape sizes = mask.sizes();
    sizes[3] = added;
    mask = cat({mask, zeros(sizes, dtype)}, -1);
  }
  return mask;
}

std::tuple<Tensor, Tensor> MultiheadAttentionImpl::forward(const Tensor& query, const Tensor& key,
                                                           const Tensor& value,
                                                           const Tensor& key_padding_mask, bool need_weights,
                                                           const Tensor& attn_mask,
                                                           bool average_attn_weights) {
  check(query, key, value);
  const std::int64_t n = options.batch_first() ? 0 : 1, l = 1 - n;
  const std::int64_t batch = query.size(n), queries = query.size(l), keys = key.size(l);
  const Tensor mask =
      joint_mask(key_padding_mask, attn_mask, batch, queries, keys,
                 (options.add_bias_kv() ? 1 : 0) + (options.add_zero_attn() ? 1 : 0), query.dtype());

  auto [q, k, v] = project(query, key, value);
  const auto append = [&](const Tensor& x, const Tensor& features) {
    Shape sizes = x.sizes();
    sizes[l] = 1;
    return cat({x, features.unflatten(-1, {options.num_heads(), head_dim}).expand(sizes)}, l);
  };
  if (options.add_bias_kv()) {
    k = append(k, bias_k);
    v = append(v, bias_v);
  }
  if (options.add_zero_attn()) {
    const Tensor zero = zeros({1, 1, options.embed_dim()}, query.dtype());
    k = append(k, zero);
    v = append(v, zero);
  }
  const auto by_head = [&](const Tensor& x) { return x.permute({n, 2, l, 3}); };
  const auto [heads, weights] =
      functional::attention(by_head(q), by_head(k), by_head(v), mask, options.dropout(), is_training());
  const Tensor joined = (n == 0 ? heads.permute({0, 2, 1, 3}) : heads.permute({2, 0, 1, 3})).flatten(2);
  const Tensor y = out_proj(joined);
  if (!need_weights) return {y, Tensor()};
  return {y, average_attn_weights ? weights.mean({1}) : weights};
}

}  // namespace wengert::nn
