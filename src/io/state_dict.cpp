#include "wengert/io/state_dict.h"

#include <ostream>
#include <utility>

#include "core/check.h"
#include "core/tensor.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops.h"

namespace wengert {
namespace {

/// Parameters and buffers by name.
TensorMap tensors_of(const nn::Module& module) {
  TensorMap all;
  for (const auto& item : module.named_parameters()) all.emplace(item.key(), item.value());
  for (const auto& item : module.named_buffers()) all.emplace(item.key(), item.value());
  return all;
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
  for (const auto& item : dict)
    if (!targets.contains(item.first)) report.unexpected.push_back(item.first);
  if (strict && !report.complete()) fail("load: the names do not fit {}: {}", module.name(), report.str());

  NoGradGuard quiet;
  for (const auto& [target, value] : copies) target.copy_(value);
  return report;
}

}  // namespace wengert
