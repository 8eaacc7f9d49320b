// The Transformer's encoder (Vaswani et al. 2017, arXiv:1706.03762, sec. 3.1).
#pragma once
#include <variant>

#include "wengert/base/enum.h"
#include "wengert/nn/attention.h"
#include "wengert/nn/containers.h"
#include "wengert/nn/dropout.h"
#include "wengert/nn/normalization.h"
#include "wengert/nn/residual.h"

namespace wengert::nn {

using activation_t = std::variant<enumtype::kReLU, enumtype::kGELU, Callback<Tensor(const Tensor&)>>;

struct TransformerEncoderLayerOptions {
  TransformerEncoderLayerOptions(std::int64_t d_model, std::int64_t nhead)
      : d_model_(d_model), nhead_(nhead) {}
  WENGERT_FIELDS((std::int64_t, d_model), (std::int64_t, nhead),
                 /// The width between the two linear layers.
                 (std::int64_t, dim_feedforward, 2048), (double, dropout, 0.1),
                 (activation_t, activation, kReLU),
                 /// Where the two LayerNorms stand; with none there are none.
                 (Placement, placement, Placement::post), (bool, batch_first, false));

  /// Placement pre, or post.
  TransformerEncoderLayerOptions& norm_first(bool first) {
    placement_ = first ? Placement::pre : Placement::post;
    return *this;
  }
  bool norm_first() const { return placement_ == Placement::pre; }
};

/// Two residual blocks, self-attention and then a feed-forward net at every position:
///
///     F1(x) = dropout1(self_attn(x)),   F2(x) = dropout2(linear2(dropout(activation(linear1(x)))))
///
/// with norm1 and norm2 placed by the options: for post, norm(x + F(x)).
class TransformerEncoderLayerImpl : public Cloneable<TransformerEncoderLayerImpl> {
 public:
  TransformerEncoderLayerImpl(std::int64_t d_model, std::int64_t nhead)
      : TransformerEncoderLayerImpl(TransformerEncoderLayerOptions(d_model, nhead)) {}
  explicit TransformerEncoderLayerImpl(const TransformerEncoderLayerOptions& options);

  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& out) const override;

  /// src [L, N, d_model], or [N, L, d_model] when batch_first, gives the same shape; the masks are attn_mask
  /// and key_padding_mask of MultiheadAttention.
  Tensor forward(const Tensor& src, const Tensor& src_mask = {}, const Tensor& src_key_padding_mask = {});

  TransformerEncoderLayerOptions options;
  MultiheadAttention self_attn{nullptr};
  Linear linear1{nullptr}, linear2{nullptr};
  Dropout dropout{nullptr}, dropout1{nullptr}, dropout2{nullptr};
  LayerNorm norm1{nullptr}, norm2{nullptr};
};
WENGERT_LIBRARY_MODULE(TransformerEncoderLayer);

struct TransformerEncoderOptions {
  TransformerEncoderOptions(TransformerEncoderLayer encoder_layer, std::int64_t num_layers)
      : encoder_layer_(std::move(encoder_layer)), num_layers_(num_layers) {}
  TransformerEncoderOptions(const TransformerEncoderLayerOptions& layer, std::int64_t num_layers)
      : encoder_layer_(TransformerEncoderLayer(layer)), num_layers_(num_layers) {}
  WENGERT_FIELDS(
      /// What every layer is cloned from.
      (TransformerEncoderLayer, encoder_layer, nullptr), (std::int64_t, num_layers),
      /// Applied to the last layer's result; Pre-LN needs one.
      (AnyModule, norm));
};

/// num_layers clones of one layer, which therefore start with the same values; call reset_parameters() for
/// values of their own. Errors: an empty layer; num_layers < 1.
class TransformerEncoderImpl : public Cloneable<TransformerEncoderImpl> {
 public:
  TransformerEncoderImpl(TransformerEncoderLayer encoder_layer, std::int64_t num_layers)
      : TransformerEncoderImpl(TransformerEncoderOptions(std::move(encoder_layer), num_layers)) {}
  explicit TransformerEncoderImpl(TransformerEncoderOptions options);

  void reset() override;
  /// New values for every layer; the final norm becomes options.norm() as it is now.
  void reset_parameters();
  void pretty_print(std::ostream& out) const override;
  /// A copy that shares nothing, the final norm and the options included.
  std::shared_ptr<Module> clone(const optional<Device>& device = nullopt) const override;

  Tensor forward(const Tensor& src, const Tensor& src_mask = {}, const Tensor& src_key_padding_mask = {});

  TransformerEncoderOptions options;
  ModuleList layers{nullptr};
  AnyModule norm;
};
WENGERT_LIBRARY_MODULE(TransformerEncoder);

}  // namespace wengert::nn
