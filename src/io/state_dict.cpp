#include "io/state_dict.h"

#include <fmt/format.h>

#include <ostream>
#include <utility>

#include "tensor/check.h"
#include "tensor/tensor.h"
#include "wengert/autograd/mode.h"
#include "wengert/nn/running_stats.h"
#include "wengert/ops/tensor.h"

namespace wengert {
namespace {

/// Parameters and buffers by name.
TensorMap tensors_of(const nn::Module& module) {
  TensorMap all;
  for (const auto& item : module.named_parameters()) all.emplace(item.key(), item.value());
  for (const auto& item : module.named_buffers()) all.emplace(item.key(), item.value());
  return all;
}

/// The norms of a module, by the name under which stats_frozen stands in a state.
std::map<std::string, nn::RunningStats*> norms_of(const nn::Module& module) {
  std::map<std::string, nn::RunningStats*> norms;
  const_cast<nn::Module&>(module).apply([&](const std::string& name, nn::Module& m) {
    auto* norm = m.as<nn::RunningStats>();
    if (norm && norm->tracks_stats())
      norms.emplace(name.empty() ? "stats_frozen" : name + ".stats_frozen", norm);
  });
  return norms;
}

bool fits(const Tensor& value, const Tensor& target) {
  if (!value.defined() || value.sizes() != target.sizes() || overlaps_itself(target)) return false;
  return value.dtype() == target.dtype() || (is_floating(value.dtype()) && is_floating(target.dtype()));
}

std::string part(const char* what, const std::vector<std::string>& names) {
  return names.empty() ? "" : fmt::format("{} {} ({})", names.size(), what, fmt::join(names, ", "));
}

}  // namespace

std::string LoadReport::str() const {
  std::vector<std::string> parts;
  for (const std::string& text : {part("missing", missing), part("unexpected", unexpected),
                                  part("of another shape or type", mismatched)})
    if (!text.empty()) parts.push_back(text);
  return parts.empty() ? "everything fits" : fmt::format("{}", fmt::join(parts, ", "));
}

std::ostream& operator<<(std::ostream& out, const LoadReport& report) { return out << report.str(); }

TensorMap state_dict(const nn::Module& module) {
  TensorMap dict = tensors_of(module);
  for (auto& item : dict) item.second = item.second.detach();
  for (const auto& [name, norm] : norms_of(module))
    if (norm->stats_frozen()) dict.emplace(name, tensor(true));
  return dict;
}

TensorMap complete_state(const nn::Module& module) {
  TensorMap dict = state_dict(module);
  for (const auto& [name, norm] : norms_of(module)) dict.emplace(name, tensor(norm->stats_frozen()));
  return dict;
}

LoadReport load_state_dict(nn::Module& module, const TensorMap& dict, bool strict) {
  LoadReport report;
  std::vector<std::pair<Tensor, Tensor>> copies;
  const TensorMap targets = tensors_of(module);
  for (const auto& [name, target] : targets) {
    const auto found = dict.find(name);
    if (found == dict.end())
      report.missing.push_back(name);
    else if (fits(found->second, target))
      copies.emplace_back(target, found->second);
    else
      report.mismatched.push_back(
          fmt::format("{}: {} there, {} here", name, describe(found->second), describe(target)));
  }
  const auto norms = norms_of(module);
  std::vector<std::pair<nn::RunningStats*, bool>> freezes;
  for (const auto& [name, value] : dict) {
    const auto norm = norms.find(name);
    if (norm == norms.end()) {
      if (!targets.contains(name)) report.unexpected.push_back(name);
    } else if (value.defined() && value.dtype() == kBool && value.dim() == 0) {
      freezes.emplace_back(norm->second, value.item<bool>());
    } else {
      report.mismatched.push_back(fmt::format("{}: {} there, bool[] here", name, describe(value)));
    }
  }
  if (strict && !report.complete())
    fail("load: the names do not fit {}: {}; strict = false loads what fits", module.name(), report.str());

  NoGradGuard quiet;
  for (const auto& [target, value] : copies) target.copy_(value);
  for (const auto& [norm, frozen] : freezes) norm->freeze_stats(frozen);
  return report;
}

}  // namespace wengert
