// Layers that normalise each channel over the batch.
#pragma once
#include "wengert/nn/holder.h"
#include "wengert/nn/options.h"

namespace wengert::nn {

/// What layers that normalise channels share: weight and bias [num_features], when affine, and the running
/// statistics, when tracked.
template <class Derived, class Options>
class ChannelNormBase : public Cloneable<Derived> {
 public:
  explicit ChannelNormBase(const Options& options);

  void reset() override;
  /// Weight 1, bias 0.
  void reset_parameters();
  /// Mean 0, variance 1, no batches seen.
  void reset_running_stats();

  Options options;
  Tensor weight, bias;
  Tensor running_mean, running_var;
  /// A 0-d int64 tensor.
  Tensor num_batches_tracked;
};

/// y = (x - mean) / sqrt(var + eps) * weight + bias for each channel (dimension 1), Ioffe and Szegedy 2015,
/// arXiv:1502.03167.
///
/// In training, mean and (biased) variance are the batch's, and the running statistics move towards them:
/// running = (1 - momentum) running + momentum batch, with the unbiased variance; without momentum they are
/// the average over all batches. In evaluation the running statistics are used, or the batch's when none are
/// tracked. Errors, which leave the statistics as they were: a wrong number of dimensions or channels; one
/// value per channel in training.
template <class Derived>
class BatchNormBase : public ChannelNormBase<Derived, BatchNormOptions> {
 public:
  using ChannelNormBase<Derived, BatchNormOptions>::ChannelNormBase;

  Tensor forward(const Tensor& x);

 protected:
  /// Throws Error unless x has the number of dimensions that this layer takes.
  virtual void check_input_dim(const Tensor& x) const = 0;
};

class BatchNorm1dImpl;
extern template class ChannelNormBase<BatchNorm1dImpl, BatchNormOptions>;
extern template class BatchNormBase<BatchNorm1dImpl>;

/// BatchNorm of [batch, channels] or [batch, channels, length].
class BatchNorm1dImpl : public BatchNormBase<BatchNorm1dImpl> {
 public:
  using BatchNormBase<BatchNorm1dImpl>::BatchNormBase;
  void pretty_print(std::ostream& out) const override;

 protected:
  void check_input_dim(const Tensor& x) const override;
};
WENGERT_MODULE(BatchNorm1d);

}  // namespace wengert::nn
