#include "wengert/nn/fold.h"

#include <algorithm>

#include "core/check.h"
#include "wengert/nn/batch_norm.h"
#include "wengert/nn/linear.h"
#include "wengert/ops.h"

namespace wengert::nn {
namespace {

constexpr const char* kName = "fold_batchnorm";

/// Random input for a layer, from a stream of its own.
Tensor probe_of(const LinearImpl& layer) {
  return randn({8, layer.options.in_features()}, make_generator(), layer.weight.dtype());
}

void check_norm(const std::string& name, const RunningStats& norm, bool training, std::int64_t channels) {
  if (!norm.tracks_stats())
    fail("{}: {} has no running statistics (track_running_stats=false), so it can't be folded", kName, name);
  if (training && !norm.stats_frozen())
    fail("{}: {} is in training, where each batch has statistics of its own: call eval() first", kName, name);
  if (norm.running_mean.numel() != channels)
    fail("{}: {} has {} channels, the layer before it has {}", kName, name, norm.running_mean.numel(),
         channels);
}

/// The layer that does what `layer` and then `norm` do: W' = W gamma rstd, b' = (b - mean) gamma rstd + beta.
template <class Layer, class Norm>
std::shared_ptr<Layer> merged(const Layer& layer, const Norm& norm) {
  auto options = layer.options;
  const auto result = std::make_shared<Layer>(options.bias(true));
  result->to(layer.weight.dtype());
  Tensor scale = (norm.running_var.to(kFloat64) + norm.options.eps()).rsqrt();
  if (norm.weight.defined()) scale = scale * norm.weight.to(kFloat64);
  Tensor shift = layer.bias.defined() ? layer.bias.to(kFloat64) - norm.running_mean : -norm.running_mean;
  shift = shift * scale;
  if (norm.bias.defined()) shift = shift + norm.bias;
  Shape per_channel = Shape::filled(layer.weight.dim(), 1);
  per_channel[0] = scale.numel();
  result->weight.copy_(layer.weight * scale.view(per_channel));
  result->bias.copy_(shift);
  return result;
}

void put(SequentialImpl& model, std::size_t i, const std::string& name, AnyModule module) {
  model.replace_module(name, module.ptr());
  model.begin()[std::ptrdiff_t(i)] = std::move(module);
}

/// Makes one layer of modules i and i + 1, when they are a Layer and a Norm.
template <class Layer, class Norm>
bool fold_pair(SequentialImpl& model, std::size_t i, const std::string& path, double tolerance) {
  const auto layer = std::dynamic_pointer_cast<Layer>(model[i]);
  const auto norm = std::dynamic_pointer_cast<Norm>(model[i + 1]);
  if (!layer || !norm) return false;
  const auto names = model.named_children().keys();
  const std::string name = path.empty() ? names[i + 1] : path + "." + names[i + 1];
  check_norm(name, *norm, norm->is_training(), layer->weight.sizes()[0]);
  const auto folded = merged(*layer, *norm);
  const Tensor x = probe_of(*layer);
  detail::check_folded(name, folded->forward(x), norm->forward(layer->forward(x)), tolerance);
  put(model, i, names[i], folded);
  put(model, i + 1, names[i + 1], Identity());
  return true;
}

}  // namespace

void detail::check_folded(const std::string& what, const Tensor& folded, const Tensor& y, double tolerance) {
  if (y.numel() == 0) return;
  const double largest = y.abs().max().item<double>();
  const double difference = (folded - y).abs().max().item<double>();
  if (!(difference <= tolerance * std::max(1.0, largest)))
    fail("{}: {} differs by {:.3g} after folding, where the largest output is {:.3g} and the tolerance {:g}",
         kName, what, difference, largest, tolerance);
}

std::shared_ptr<Module> detail::fold_batchnorm(const Module& model, double tolerance) {
  if (model.is_training())
    fail("{}: {} is in training, where each batch has statistics of its own: call eval() first", kName,
         model.name());
  const NoGradGuard quiet;
  const auto copy = model.clone();
  std::size_t folded = 0;
  copy->apply([&](const std::string& path, Module& module) {
    auto* list = module.as<SequentialImpl>();
    for (std::size_t i = 0; list && i + 1 < list->size(); ++i)
      folded += fold_pair<LinearImpl, BatchNorm1dImpl>(*list, i, path, tolerance);
  });
  if (folded == 0)
    fail("{}: {} has no Sequential in which a BatchNorm stands straight behind a Linear, Conv1d or Conv2d",
         kName, model.name());
  copy->eval();
  return copy;
}

}  // namespace wengert::nn
