// What passes through the layers of a model, forward and backward, in one run.
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

#include "wengert/base/callback.h"
#include "wengert/nn/holder.h"

namespace wengert::nn {

/// One call of one layer.
struct LayerReport {
  std::string name;      // "0", "blocks.3.up"
  std::string layer;     // "Linear(in_features=64, out_features=64, bias=true)"
  double gradient_norm;  // |d loss / d output|_2; NaN when no gradient passes
  double mean, std;      // of the output; std is the biased one
  /// For ReLU and ReLU6: the share of units (all dimensions but the first) that are 0 for the whole batch.
  optional<double> dead;
};
using GradientReport = std::vector<LayerReport>;

/// Calls `run`, which runs model's forward and returns a loss of one element, differentiates that loss, and
/// reports on every layer (module without children) of model in the order of the calls; a layer that is
/// called twice appears twice.
///
/// Layers are watched by forward hooks, so they must be called through a holder, Sequential or AnyModule; a
/// layer called as layer->forward(x) does not appear. The hooks are gone afterwards, also after an exception.
/// The gradients that parameters hold stay as they are; running statistics move as forward moves them.
/// Errors: a loss of more than one element, or one that nothing was recorded for.
GradientReport gradient_report(Module& model, const Callback<Tensor()>& run);
template <class M>
GradientReport gradient_report(const ModuleHolder<M>& model, const Callback<Tensor()>& run) {
  return gradient_report(static_cast<Module&>(*model), run);
}

/// A table, one line a layer.
std::ostream& operator<<(std::ostream& out, const GradientReport& report);

}  // namespace wengert::nn
