// Layers that normalise each channel over the batch.
#pragma once
#include "wengert/nn/holder.h"
#include "wengert/nn/options.h"
#include "wengert/nn/running_stats.h"

namespace wengert::nn {

/// What layers that normalise channels share: weight and bias [num_features], when affine, and the running
/// statistics, when tracked.
template <class Derived, class Options>
class ChannelNormBase : public Cloneable<Derived>, public RunningStats {
 public:
  explicit ChannelNormBase(const Options& options);

  void reset() override;
  /// Weight initial_weight, bias 0.
  void reset_parameters();
  optional<double> momentum() const noexcept override { return options.momentum(); }
  void set_momentum(optional<double> momentum) noexcept override {
    if constexpr (requires(double number) { number = options.momentum(); })
      options.momentum(momentum.value_or(0));
    else
      options.momentum(momentum);
  }

  Options options;
  Tensor weight, bias;
};

/// y = (x - mean) / sqrt(var + eps) * weight + bias for each channel (dimension 1), Ioffe and Szegedy 2015,
/// arXiv:1502.03167. D is the number of dimensions after batch and channels.
///
/// In training, mean and (biased) variance are the batch's, and the running statistics move towards them:
/// running = (1 - momentum) running + momentum batch, with the unbiased variance; without momentum they are
/// the average over all batches. In evaluation the running statistics are used, or the batch's when none are
/// tracked. Frozen statistics (RunningStats) are used in training too.
///
/// padding, bool, of x's shape without the channels ([N] or [N, L] for BatchNorm1d), is true where x is
/// padding, as in attention's key_padding_mask: such positions have no part in the statistics or gradients,
/// whatever they hold, and become 0. When all are padding, the running statistics stay as they are.
///
/// Errors, which leave the statistics as they were: a wrong number of dimensions or channels; one value per
/// channel in training. Warnings, once: training on fewer than 4 values per channel; evaluation with
/// statistics that nothing ever moved.
template <int D, class Derived>
class BatchNormBase : public ChannelNormBase<Derived, BatchNormOptions> {
 public:
  using ChannelNormBase<Derived, BatchNormOptions>::ChannelNormBase;

  Tensor forward(const Tensor& x, const Tensor& padding = {});
  void pretty_print(std::ostream& out) const override;

 private:
  Tensor normalize(const Tensor& x);
};

class BatchNorm1dImpl;
class BatchNorm2dImpl;
class BatchNorm3dImpl;
extern template class ChannelNormBase<BatchNorm1dImpl, BatchNormOptions>;
extern template class ChannelNormBase<BatchNorm2dImpl, BatchNormOptions>;
extern template class ChannelNormBase<BatchNorm3dImpl, BatchNormOptions>;
extern template class BatchNormBase<1, BatchNorm1dImpl>;
extern template class BatchNormBase<2, BatchNorm2dImpl>;
extern template class BatchNormBase<3, BatchNorm3dImpl>;

/// BatchNorm of [batch, channels] or [batch, channels, length].
class BatchNorm1dImpl : public BatchNormBase<1, BatchNorm1dImpl> {
 public:
  using BatchNormBase::BatchNormBase;
};
WENGERT_LIBRARY_MODULE(BatchNorm1d);

/// BatchNorm of images [batch, channels, height, width].
class BatchNorm2dImpl : public BatchNormBase<2, BatchNorm2dImpl> {
 public:
  using BatchNormBase::BatchNormBase;
};
WENGERT_LIBRARY_MODULE(BatchNorm2d);

/// BatchNorm of volumes [batch, channels, depth, height, width].
class BatchNorm3dImpl : public BatchNormBase<3, BatchNorm3dImpl> {
 public:
  using BatchNormBase::BatchNormBase;
};
WENGERT_LIBRARY_MODULE(BatchNorm3d);

}  // namespace wengert::nn
