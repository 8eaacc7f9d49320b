// BatchNorm: which statistics to use, and when to move them.
#include "wengert/nn/batch_norm.h"

#include <ostream>

#include "base/warn.h"
#include "nn/norm_affine.h"
#include "nn/padding.h"
#include "nn/print.h"
#include "tensor/check.h"
#include "wengert/autograd/mode.h"
#include "wengert/nn/functional.h"
#include "wengert/nn/instance_norm.h"
#include "wengert/ops/batch_norm.h"
#include "wengert/ops/creation.h"

namespace wengert::nn {

template <class Derived, class Options>
ChannelNormBase<Derived, Options>::ChannelNormBase(const Options& o) : options(o) {
  constexpr const char* name = std::is_same_v<Options, BatchNormOptions> ? "BatchNorm" : "InstanceNorm";
  if (o.num_features() < 0) fail("{}: num_features {} must not be negative", name, o.num_features());
  ChannelNormBase::reset();
}

template <class Derived, class Options>
void ChannelNormBase<Derived, Options>::reset() {
  const std::int64_t n = options.num_features();
  const bool track = options.track_running_stats();
  register_affine(*this, options.affine(), n, weight, &bias);
  running_mean = this->register_buffer("running_mean", track ? wengert::empty({n}) : Tensor());
  running_var = this->register_buffer("running_var", track ? wengert::empty({n}) : Tensor());
  num_batches_tracked =
      this->register_buffer("num_batches_tracked", track ? wengert::empty({}, kLong) : Tensor());
  reset_parameters();
  reset_running_stats();
}

template <class Derived, class Options>
void ChannelNormBase<Derived, Options>::reset_parameters() {
  reset_affine(options.initial_weight(), weight, bias);
}

namespace {

/// D = 1: [batch, channels] too.
void check_dims(int d, const Tensor& x) {
  static constexpr const char* kWanted[] = {"[batch, channels] or [batch, channels, length]",
                                            "[batch, channels, height, width]",
                                            "[batch, channels, depth, height, width]"};
  const std::string name = fmt::format("BatchNorm{}d", d);
  check_defined(name.c_str(), "the input", x);
  if (x.dim() != d + 2 && !(d == 1 && x.dim() == 2))
    fail("{}: input {} has {} dimensions, wants {}", name, x.sizes(), x.dim(), kWanted[d - 1]);
}

}  // namespace

template <int D, class Derived>
Tensor BatchNormBase<D, Derived>::forward(const Tensor& x, const Tensor& padding) {
  check_dims(D, x);
  if (!padding.defined()) return normalize(x);
  const UnpaddedRows rows(x, padding);
  return rows.put_back(normalize(rows.values()));
}

template <int D, class Derived>
Tensor BatchNormBase<D, Derived>::normalize(const Tensor& x) {
  const auto& o = this->options;
  const bool training = this->is_training() && !this->stats_frozen();
  const bool counting = training && this->num_batches_tracked.defined() && x.numel() > 0;
  double momentum = o.momentum().value_or(0);
  if (counting && !o.momentum())  // the average of n batches moves by 1/n towards the newest
    momentum = 1.0 / (this->num_batches_tracked.template item<double>() + 1);
  if (!training && !this->tracks_stats() && x.numel() == x.sizes()[1])
    fail(
        "BatchNorm: evaluation without running statistics (track_running_stats=false) uses the batch's, and "
        "input {} has one value per channel; use a larger batch or LayerNorm",
        x.sizes());
  // Made before the call, which moves the statistics last, and kept after it: one that throws was no batch.
  const Tensor count = counting ? this->num_batches_tracked.detach() + 1 : Tensor();
  const Tensor y = batch_norm(x, this->weight, this->bias, this->running_mean, this->running_var,
                              training || !this->tracks_stats(), momentum, o.eps());
  if (counting) {
    NoGradGuard quiet;
    this->num_batches_tracked.copy_(count);
  }
  if (training && x.numel() > 0 && x.numel() < 4 * o.num_features())
    warn_once(
        "BatchNorm: training on fewer than 4 values per channel, whose mean and variance are mostly noise; "
        "larger batches, GroupNorm or freeze_stats() help");
  if (!training && this->never_updated())
    warn_once(
        "BatchNorm: evaluation with running statistics that were never updated, mean 0 and variance 1; "
        "train first, load a state, or calibrate()");
  return y;
}

template <int D, class Derived>
void BatchNormBase<D, Derived>::pretty_print(std::ostream& out) const {
  const auto& o = this->options;
  out << library_prefix()
      << fmt::format("BatchNorm{}d({}, eps={:g}, momentum={}, affine={}, track_running_stats={}{}{})", D,
                     o.num_features(), o.eps(), o.momentum() ? fmt::format("{:g}", *o.momentum()) : "None",
                     o.affine(), o.track_running_stats(), initial_weight_text(o.initial_weight()),
                     this->stats_frozen() ? ", stats_frozen=true" : "");
}

template class ChannelNormBase<BatchNorm1dImpl, BatchNormOptions>;
template class ChannelNormBase<BatchNorm2dImpl, BatchNormOptions>;
template class ChannelNormBase<BatchNorm3dImpl, BatchNormOptions>;
template class ChannelNormBase<InstanceNorm1dImpl, InstanceNormOptions>;
template class ChannelNormBase<InstanceNorm2dImpl, InstanceNormOptions>;
template class ChannelNormBase<InstanceNorm3dImpl, InstanceNormOptions>;
template class BatchNormBase<1, BatchNorm1dImpl>;
template class BatchNormBase<2, BatchNorm2dImpl>;
template class BatchNormBase<3, BatchNorm3dImpl>;

}  // namespace wengert::nn
