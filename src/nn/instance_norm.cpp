// InstanceNorm: the dimensions of its input, and which statistics to use.
#include "wengert/nn/instance_norm.h"

#include <ostream>

#include "nn/norm_affine.h"
#include "nn/print.h"
#include "tensor/check.h"
#include "wengert/ops/instance_norm.h"

namespace wengert::nn {

namespace {

void check_dims(int d, const Tensor& x, const InstanceNormOptions& o) {
  static constexpr const char* kPlaces[] = {"length", "height, width", "depth, height, width"};
  const std::string name = fmt::format("InstanceNorm{}d", d);
  check_defined(name.c_str(), "the input", x);
  if (x.dim() != d + 1 && x.dim() != d + 2)
    fail("{}: input {} has {} dimensions, wants [batch, channels, {}] or [channels, {}]", name, x.sizes(),
         x.dim(), kPlaces[d - 1], kPlaces[d - 1]);
  const std::int64_t channels = x.size(-1 - d);
  if ((o.affine() || o.track_running_stats()) && channels != o.num_features())
    fail("{}: input {} has {} channels, wants {}", name, x.sizes(), channels, o.num_features());
}

}  // namespace

template <int D, class Derived>
Tensor InstanceNormBase<D, Derived>::forward(const Tensor& x) {
  const auto& o = this->options;
  check_dims(D, x, o);
  const bool single = x.dim() == D + 1;
  const bool own = (this->is_training() && !this->stats_frozen()) || !o.track_running_stats();
  const Tensor y = instance_norm(single ? x.unsqueeze(0) : x, this->weight, this->bias, this->running_mean,
                                 this->running_var, own, o.momentum(), o.eps());
  return single ? y.squeeze(0) : y;
}

template <int D, class Derived>
void InstanceNormBase<D, Derived>::pretty_print(std::ostream& out) const {
  const auto& o = this->options;
  out << library_prefix()
      << fmt::format("InstanceNorm{}d({}, eps={:g}, momentum={:g}, affine={}, track_running_stats={}{}{})", D,
                     o.num_features(), o.eps(), o.momentum(), o.affine(), o.track_running_stats(),
                     initial_weight_text(o.initial_weight()),
                     this->stats_frozen() ? ", stats_frozen=true" : "");
}

template class InstanceNormBase<1, InstanceNorm1dImpl>;
template class InstanceNormBase<2, InstanceNorm2dImpl>;
template class InstanceNormBase<3, InstanceNorm3dImpl>;

}  // namespace wengert::nn
