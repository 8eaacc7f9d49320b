#include "wengert/io/checkpoint.h"

#include <algorithm>
#include <cstring>

#include "io/state_dict.h"
#include "tensor/check.h"
#include "wengert/ops/creation.h"

namespace wengert::io {

Tensor generator_state(const Generator& generator) {
  const std::vector<std::uint8_t> bytes = generator.get_state();
  const Tensor state = zeros({std::int64_t(bytes.size() + 7) / 8}, kInt64);
  std::memcpy(state.data_ptr(), bytes.data(), bytes.size());
  return state;
}

void set_generator_state(Generator generator, const Tensor& state) {
  check_defined("set_generator_state", "state", state);
  std::vector<std::uint8_t> bytes = generator.get_state();
  const std::int64_t words = std::int64_t(bytes.size() + 7) / 8;
  if (state.dtype() != kInt64 || state.dim() != 1 || state.numel() != words)
    fail("set_generator_state: got {}, wants int64[{}]", describe(state), words);
  std::memcpy(bytes.data(), state.contiguous().data_ptr(), bytes.size());
  generator.set_state(bytes);
}

namespace {

TensorMap cloned(const TensorMap& tensors) {
  TensorMap copy;
  for (const auto& [name, x] : tensors) copy[name] = x.detach().clone();
  return copy;
}

}  // namespace

Checkpoint& Checkpoint::add_part(const std::string& name, bool shares, Callback<TensorMap()> get,
                                 Callback<void(const TensorMap&)> set) {
  if (name.empty() || name.find('.') != std::string::npos)
    fail("Checkpoint: the name '{}' is empty or has a dot, which separates a part from its tensors", name);
  for (const Part& part : parts_)
    if (part.name == name) fail("Checkpoint: there is a part '{}' already", name);
  parts_.push_back({name, shares, std::move(get), std::move(set)});
  return *this;
}

Checkpoint& Checkpoint::add(const std::string& name, nn::Module& module) {
  return add_part(
      name, true, [&module] { return complete_state(module); },
      [&module](const TensorMap& dict) { wengert::load_state_dict(module, dict); });
}

Checkpoint& Checkpoint::add(const std::string& name, Generator generator) {
  return add_part(
      name, false,
      [generator] {
        return TensorMap{{"state", generator_state(generator)}};
      },
      [generator](const TensorMap& dict) {
        if (dict.size() != 1 || !dict.contains("state"))
          fail("Checkpoint: a generator's part wants \"state\" alone, got {} tensors", dict.size());
        set_generator_state(generator, dict.at("state"));
      });
}

Checkpoint& Checkpoint::add(const std::string& name, TensorMap& tensors) {
  return add_part(
      name, true, [&tensors] { return tensors; }, [&tensors](const TensorMap& dict) { tensors = dict; });
}

TensorMap Checkpoint::state_dict() const {
  TensorMap all;
  for (const Part& part : parts_)
    for (auto& [name, x] : part.get()) all[part.name + "." + name] = x;
  return all;
}

void Checkpoint::load_state_dict(const TensorMap& dict) {
  std::map<std::string, TensorMap> found;
  for (const auto& [name, x] : dict) {
    const std::size_t dot = std::min(name.find('.'), name.size());
    found[name.substr(0, dot)][name.substr(std::min(dot + 1, name.size()))] = x;
  }
  for (const auto& item : found)
    if (std::none_of(parts_.begin(), parts_.end(), [&](const Part& part) { return part.name == item.first; }))
      fail("Checkpoint: the file has a part '{}', which belongs to nothing here", item.first);

  // A part refuses before it changes; the parts loaded before it are then given back what they had.
  std::vector<std::pair<const Part*, TensorMap>> before;
  try {
    for (const Part& part : parts_) {
      TensorMap old;
      if (&part != &parts_.back()) old = part.shares ? cloned(part.get()) : part.get();
      part.set(found[part.name]);
      before.emplace_back(&part, std::move(old));
    }
  } catch (const Error& error) {
    for (auto item = before.rbegin(); item != before.rend(); ++item) item->first->set(item->second);
    fail("Checkpoint: part '{}': {}", parts_[before.size()].name, error.what());
  }
}

void Checkpoint::load_part(const std::string& name, const TensorMap& dict) {
  const auto part = std::find_if(parts_.begin(), parts_.end(), [&](const Part& p) { return p.name == name; });
  if (part == parts_.end()) fail("Checkpoint: there is no part '{}'", name);
  TensorMap found;
  for (const auto& [key, x] : dict)
    if (key.starts_with(name + ".")) found[key.substr(name.size() + 1)] = x;
  if (found.empty()) fail("Checkpoint: the file has no part '{}'", name);
  part->set(found);
}

}  // namespace wengert::io
