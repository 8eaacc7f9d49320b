// Layers that normalise each sample for itself: LayerNorm, RMSNorm.
#pragma once
#include "wengert/nn/holder.h"
#include "wengert/nn/options.h"

namespace wengert::nn {

/// y = (x - mean) / sqrt(var + eps) * weight + bias, with mean and variance over the trailing dimensions of
/// each sample (Ba et al. 2016, arXiv:1607.06450). Weight starts at 1 and bias at 0, both of the normalised
/// shape; neither exists without elementwise_affine.
///
/// padding, bool, of the first of x's sizes ([N, L] for x [N, L, D]), is true where x is padding, as in
/// attention's key_padding_mask. Such values have no part in statistics or gradients, and become 0.
class LayerNormImpl : public Cloneable<LayerNormImpl> {
 public:
  explicit LayerNormImpl(LayerNormOptions options);

  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& out) const override;
  Tensor forward(const Tensor& x, const Tensor& padding = {});

  LayerNormOptions options;
  Tensor weight, bias;
};
WENGERT_MODULE(LayerNorm);

/// y = x / sqrt(mean(x^2) + eps) * weight over the trailing dimensions (Zhang and Sennrich 2019,
/// arXiv:1910.07467).
class RMSNormImpl : public Cloneable<RMSNormImpl> {
 public:
  explicit RMSNormImpl(RMSNormOptions options);

  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& out) const override;
  Tensor forward(const Tensor& x);

  RMSNormOptions options;
  Tensor weight;
};
WENGERT_MODULE(RMSNorm);

}  // namespace wengert::nn
