// Layers that normalise each sample for itself: LayerNorm, RMSNorm, GroupNorm.
#pragma once
#include "wengert/nn/holder.h"
#include "wengert/nn/options.h"

namespace wengert::nn {

/// y = (x - mean) / sqrt(var + eps) * weight + bias, with mean and variance over the trailing dimensions of
/// each sample (Ba et al. 2016, arXiv:1607.06450). Weight starts at initial_weight (1) and bias at 0, both of
/// the normalised shape; neither exists without elementwise_affine.
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
WENGERT_LIBRARY_MODULE(LayerNorm);

/// y = x / sqrt(mean(x^2) + eps) * weight over the trailing dimensions (Zhang and Sennrich 2019,
/// arXiv:1910.07467). eps_form(EpsForm::clamp) divides by max(sqrt(mean(x^2)), eps) instead. Without
/// elementwise_affine it scales x to the length sqrt(size), with one factor behind it that is ScaleNorm
/// (Nguyen and Salazar 2019, arXiv:1910.05895).
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
WENGERT_LIBRARY_MODULE(RMSNorm);

/// y = (x - mean) / sqrt(var + eps) * weight + bias, with mean and variance over each of num_groups groups of
/// neighbouring channels of a sample (Wu and He 2018, arXiv:1803.08494). x is [batch, channels, ...]; weight
/// and bias are [num_channels], and exist when affine. Throws Error unless num_groups divides num_channels.
class GroupNormImpl : public Cloneable<GroupNormImpl> {
 public:
  GroupNormImpl(std::int64_t num_groups, std::int64_t num_channels)
      : GroupNormImpl(GroupNormOptions(num_groups, num_channels)) {}
  explicit GroupNormImpl(const GroupNormOptions& options);

  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& out) const override;
  Tensor forward(const Tensor& x);

  GroupNormOptions options;
  Tensor weight, bias;
};
WENGERT_LIBRARY_MODULE(GroupNorm);

}  // namespace wengert::nn
