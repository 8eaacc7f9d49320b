// Layers that normalise each channel of each sample.
#pragma once
#include "wengert/nn/batch_norm.h"

namespace wengert::nn {

/// InstanceNorm (Ulyanov et al. 2016, arXiv:1607.08022): y = (x - mean) / sqrt(var + eps) * weight + bias,
/// with mean and variance over each channel of each sample. D is the number of dimensions after batch and
/// channels; an input with one dimension less is a single sample. Without affine (the default) there are no
/// parameters, and x may have any number of channels. With track_running_stats the averages of the statistics
/// over the batch are kept, as BatchNorm keeps its own, and used in evaluation; num_batches_tracked stays 0,
/// as in libtorch.
template <int D, class Derived>
class InstanceNormBase : public ChannelNormBase<Derived, InstanceNormOptions> {
 public:
  using ChannelNormBase<Derived, InstanceNormOptions>::ChannelNormBase;

  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};

class InstanceNorm1dImpl;
class InstanceNorm2dImpl;
class InstanceNorm3dImpl;
extern template class ChannelNormBase<InstanceNorm1dImpl, InstanceNormOptions>;
extern template class ChannelNormBase<InstanceNorm2dImpl, InstanceNormOptions>;
extern template class ChannelNormBase<InstanceNorm3dImpl, InstanceNormOptions>;
extern template class InstanceNormBase<1, InstanceNorm1dImpl>;
extern template class InstanceNormBase<2, InstanceNorm2dImpl>;
extern template class InstanceNormBase<3, InstanceNorm3dImpl>;

/// InstanceNorm of [batch, channels, length] or [channels, length].
class InstanceNorm1dImpl : public InstanceNormBase<1, InstanceNorm1dImpl> {
 public:
  using InstanceNormBase::InstanceNormBase;
};
WENGERT_LIBRARY_MODULE(InstanceNorm1d);

/// InstanceNorm of [batch, channels, height, width] or [channels, height, width].
class InstanceNorm2dImpl : public InstanceNormBase<2, InstanceNorm2dImpl> {
 public:
  using InstanceNormBase::InstanceNormBase;
};
WENGERT_LIBRARY_MODULE(InstanceNorm2d);

/// InstanceNorm of [batch, channels, depth, height, width] or [channels, depth, height, width].
class InstanceNorm3dImpl : public InstanceNormBase<3, InstanceNorm3dImpl> {
 public:
  using InstanceNormBase::InstanceNormBase;
};
WENGERT_LIBRARY_MODULE(InstanceNorm3d);

}  // namespace wengert::nn
