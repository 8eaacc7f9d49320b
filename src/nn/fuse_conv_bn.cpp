#include "wengert/nn/fuse_conv_bn.h"

#include <algorithm>

#include "tensor/check.h"
#include "wengert/nn/batch_norm.h"
#include "wengert/nn/conv.h"
#include "wengert/nn/linear.h"
#include "wengert/ops/rand.h"

namespace wengert::nn {
namespace {

constexpr const char* kName = "fold_batchnorm";

/// Random input for a layer, from a stream of its own.
Tensor probe_of(const LinearImpl& layer) {
  return randn({8, layer.options.in_features()}, make_generator(), layer.weight.dtype());
}

/// The smallest image for a kernel, and one more each way.
template <class Conv>
requires requires(const Conv& layer) { layer.options.groups(); }
Tensor probe_of(const Conv& layer) {
  const IntArrayRef weight = layer.weight.sizes();
  Shape sizes{2, layer.options.in_channels()};
  for (std::size_t d = 2; d < weight.size(); ++d)
    sizes.push_back((weight[d] - 1) * (*layer.options.dilation())[d - 2] + 2);
  return randn(sizes, make_generator(), layer.weight.dtype());
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

struct Affine {
  Tensor weight, bias;
};

/// W' = W gamma rstd, b' = (b - mean) gamma rstd + beta.
Affine merged(const Affine& layer, const RunningStats& norm, const Affine& gamma_beta, double eps) {
  Tensor scale = (norm.running_var.to(kFloat64) + eps).rsqrt();
  if (gamma_beta.weight.defined()) scale = scale * gamma_beta.weight;
  Tensor shift = layer.bias.defined() ? layer.bias.to(kFloat64) - norm.running_mean : -norm.running_mean;
  shift = shift * scale;
  if (gamma_beta.bias.defined()) shift = shift + gamma_beta.bias;
  Shape per_channel = Shape::filled(layer.weight.dim(), 1);
  per_channel[0] = scale.numel();
  return {layer.weight * scale.view(per_channel), shift};
}

void put_identity(SequentialImpl& model, std::size_t i, const std::string& name) {
  AnyModule identity = Identity();
  model.replace_module(name, identity.ptr());
  model.begin()[std::ptrdiff_t(i)] = std::move(identity);
}

/// Makes one layer of modules i and i + 1, when they are a Layer and a Norm.
template <class Layer, class Norm>
bool fold_pair(SequentialImpl& model, std::size_t i, const std::string& path, double tolerance) {
  auto* layer = model[i]->as<Layer>();
  auto* norm = model[i + 1]->as<Norm>();
  if (!layer || !norm) return false;
  const std::string key = model.named_children().keys()[i + 1], name = path.empty() ? key : path + "." + key;
  check_norm(name, *norm, norm->is_training(), layer->weight.sizes()[0]);
  const Tensor x = probe_of(*layer), y = norm->forward(layer->forward(x));
  const Affine values =
      merged({layer->weight, layer->bias}, *norm, {norm->weight, norm->bias}, norm->options.eps());
  if (!layer->bias.defined()) {
    auto options = layer->options;
    Layer biased(options.bias(true));
    biased.to(layer->weight.dtype());
    *layer = biased;
  }
  layer->weight.copy_(values.weight);
  layer->bias.copy_(values.bias);
  detail::check_folded(name, layer->forward(x), y, tolerance);
  put_identity(model, i + 1, key);
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
      folded += fold_pair<LinearImpl, BatchNorm1dImpl>(*list, i, path, tolerance) ||
                fold_pair<Conv1dImpl, BatchNorm1dImpl>(*list, i, path, tolerance) ||
                fold_pair<Conv2dImpl, BatchNorm2dImpl>(*list, i, path, tolerance);
  });
  if (folded == 0)
    fail("{}: {} has no Sequential in which a BatchNorm stands straight behind a Linear, Conv1d or Conv2d",
         kName, model.name());
  copy->eval();
  return copy;
}

}  // namespace wengert::nn
