// BatchNorm: which statistics to use, and when to move them.
#include "wengert/nn/batch_norm.h"

#include <ostream>

#include "core/check.h"
#include "wengert/autograd/mode.h"
#include "wengert/nn/functional.h"
#include "wengert/nn/init.h"
#include "wengert/ops.h"

namespace wengert::nn {

template <class Derived, class Options>
ChannelNormBase<Derived, Options>::ChannelNormBase(const Options& o) : options(o) {
  if (o.num_features() < 0) fail("BatchNorm: num_features {} must not be negative", o.num_features());
  ChannelNormBase::reset();
}

template <class Derived, class Options>
void ChannelNormBase<Derived, Options>::reset() {
  const std::int64_t n = options.num_features();
  const bool affine = options.affine(), track = options.track_running_stats();
  weight = this->register_parameter("weight", affine ? wengert::empty({n}) : Tensor(), affine);
  bias = this->register_parameter("bias", affine ? wengert::empty({n}) : Tensor(), affine);
  running_mean = this->register_buffer("running_mean", track ? wengert::empty({n}) : Tensor());
  running_var = this->register_buffer("running_var", track ? wengert::empty({n}) : Tensor());
  num_batches_tracked =
      this->register_buffer("num_batches_tracked", track ? wengert::empty({}, kLong) : Tensor());
  reset_parameters();
  reset_running_stats();
}

template <class Derived, class Options>
void ChannelNormBase<Derived, Options>::reset_parameters() {
  if (!options.affine()) return;
  init::ones_(weight);
  init::zeros_(bias);
}

template <class Derived, class Options>
void ChannelNormBase<Derived, Options>::reset_running_stats() {
  if (!options.track_running_stats()) return;
  running_mean.zero_();
  running_var.fill_(1);
  num_batches_tracked.zero_();
}

template <class Derived>
Tensor BatchNormBase<Derived>::forward(const Tensor& x) {
  check_input_dim(x);
  const auto& o = this->options;
  const bool counting = this->is_training() && this->num_batches_tracked.defined();
  double momentum = o.momentum().value_or(0);
  if (counting && !o.momentum())  // the average of n batches moves by 1/n towards the newest
    momentum = 1.0 / (this->num_batches_tracked.template item<double>() + 1);
  const Tensor y = batch_norm(x, this->weight, this->bias, this->running_mean, this->running_var,
                              this->is_training() || !this->running_mean.defined(), momentum, o.eps());
  if (counting) {  // after the call: one that throws was no batch
    NoGradGuard quiet;
    this->num_batches_tracked.add_(1);
  }
  return y;
}

namespace {
std::string describe(const char* name, const BatchNormOptions& o) {
  return fmt::format("{}({}, eps={:g}, momentum={}, affine={}, track_running_stats={})", name,
                     o.num_features(), o.eps(), o.momentum() ? fmt::format("{:g}", *o.momentum()) : "none",
                     o.affine(), o.track_running_stats());
}
}  // namespace

template class ChannelNormBase<BatchNorm1dImpl, BatchNormOptions>;
template class BatchNormBase<BatchNorm1dImpl>;

void BatchNorm1dImpl::pretty_print(std::ostream& out) const { out << describe("BatchNorm1d", options); }

void BatchNorm1dImpl::check_input_dim(const Tensor& x) const {
  check_defined("BatchNorm1d", "the input", x);
  if (x.dim() != 2 && x.dim() != 3)
    fail("BatchNorm1d: input {} has {} dimensions, wants [batch, channels] or [batch, channels, length]",
         x.sizes(), x.dim());
}

}  // namespace wengert::nn
