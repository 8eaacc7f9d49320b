// An optimiser as names and tensors, and back.
#include <algorithm>

#include "tensor/check.h"
#include "wengert/ops/creation.h"
#include "wengert/optim/optimizer.h"

namespace wengert::optim {
namespace {

std::string group_prefix(std::size_t group) { return fmt::format("param_groups.{}.", group); }
std::string state_prefix(std::int64_t parameter) { return fmt::format("state.{}.", parameter); }

/// The numbers of a group's parameters, as Python's state_dict lists them.
Tensor numbers(std::int64_t first, std::size_t count) {
  const Tensor x = empty({std::int64_t(count)}, kInt64);
  for (std::size_t i = 0; i < count; ++i) x.data_ptr<std::int64_t>()[i] = first + std::int64_t(i);
  return x;
}

void check_numbers(StateDict& dict, std::size_t group, std::int64_t first, std::size_t count) {
  const std::string name = group_prefix(group) + "params";
  const auto found = dict.find(name);
  if (found == dict.end() || !found->second.defined())
    fail("load_state_dict: \"{}\" is missing: the optimiser has more groups than were saved", name);
  const Tensor saved = found->second;
  dict.erase(found);
  if (saved.dtype() != kInt64 || saved.dim() != 1)
    fail("load_state_dict: \"{}\" is {}, wants an int64 vector", name, describe(saved));
  if (saved.numel() != std::int64_t(count))
    fail("load_state_dict: group {} has {} parameters, but {} were saved", group, count, saved.numel());
  const Tensor have = saved.contiguous();
  for (std::size_t i = 0; i < count; ++i)
    if (have.data_ptr<std::int64_t>()[i] != first + std::int64_t(i))
      fail("load_state_dict: \"{}\" numbers its parameters otherwise than {}, {}, ...", name, first,
           first + 1);
}

bool has_prefix(const StateDict& dict, const std::string& prefix) {
  const auto found = dict.lower_bound(prefix);
  return found != dict.end() && found->first.compare(0, prefix.size(), prefix) == 0;
}

}  // namespace

StateDict Optimizer::state_dict() const {
  StateDict dict;
  std::int64_t parameter = 0;
  for (std::size_t g = 0; g < param_groups_.size(); ++g) {
    const OptimizerParamGroup& group = param_groups_[g];
    dict[group_prefix(g) + "params"] = numbers(parameter, group.params().size());
    group.options().write({dict, group_prefix(g)});
    if (group.initial_lr()) FieldWriter(dict, group_prefix(g))("initial_lr", *group.initial_lr());
    for (const Tensor& p : group.params()) {
      const auto found = state_.find(p.impl());
      if (found != state_.end() && found->second) found->second->write({dict, state_prefix(parameter)});
      ++parameter;
    }
  }
  return dict;
}

void Optimizer::load_state_dict(const StateDict& dict) {
  StateDict rest = dict;  // what nobody has asked for yet
  std::vector<OptimizerParamGroup> groups = param_groups_;
  StateMap states;
  std::int64_t parameter = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    check_numbers(rest, g, parameter, groups[g].params().size());
    FieldReader reader(rest, group_prefix(g));
    groups[g].options().read(reader);
    groups[g].options().check();
    groups[g].initial_lr_.reset();
    if (reader.has("initial_lr")) reader("initial_lr", groups[g].initial_lr_.emplace());
    for (const Tensor& p : groups[g].params()) {
      const std::string prefix = state_prefix(parameter++);
      if (!has_prefix(rest, prefix)) continue;
      auto state = new_state();
      state->read({rest, prefix, p});
      states[p.impl()] = std::move(state);
    }
  }
  if (!rest.empty())
    fail("load_state_dict: \"{}\" and {} more names belong to nothing in this optimiser", rest.begin()->first,
         rest.size() - 1);

  // Nothing can fail from here on. The options' objects stay: callers may refer to them.
  for (std::size_t g = 0; g < groups.size(); ++g) {
    param_groups_[g].options().assign(groups[g].options());
    param_groups_[g].initial_lr_ = groups[g].initial_lr_;
  }
  state_.swap(states);
}

std::unique_ptr<OptimizerParamState> Optimizer::new_state() const {
  fail("load_state_dict: this optimiser does not say what its states are (new_state)");
}

}  // namespace wengert::optim
