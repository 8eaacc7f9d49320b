#include "wengert/optim/schedulers/lr_scheduler.h"

#include "tensor/check.h"

namespace wengert::optim {

void LRScheduler::remember_initial_lrs() {
  for (auto& group : optimizer_.param_groups())
    if (!group.initial_lr()) group.set_initial_lr(group.options().get_lr());
}

void LRScheduler::step() {
  remember_initial_lrs();
  set_lrs(get_lrs());
  ++step_count_;
}

void LRScheduler::restart() {
  remember_initial_lrs();
  set_lrs(initial_lrs());
  step_count_ = 0;
  step();
}

std::vector<double> LRScheduler::get_current_lrs() const {
  std::vector<double> lrs;
  for (const auto& group : optimizer_.param_groups()) lrs.push_back(group.options().get_lr());
  return lrs;
}

std::vector<double> LRScheduler::initial_lrs() const {
  std::vector<double> lrs;
  for (const auto& group : optimizer_.param_groups())
    lrs.push_back(group.initial_lr().value_or(group.options().get_lr()));
  return lrs;
}

void LRScheduler::set_lrs(const std::vector<double>& lrs) {
  auto& groups = optimizer_.param_groups();
  if (lrs.size() != groups.size())
    fail("LRScheduler: the schedule gives {} learning rates, but the optimiser has {} groups", lrs.size(),
         groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) groups[g].options().set_lr(lrs[g]);
}

StateDict LRScheduler::state_dict() const {
  StateDict dict;
  FieldWriter(dict, "")("step_count", step_count_);
  return dict;
}

void LRScheduler::load_state_dict(const StateDict& dict) {
  StateDict rest = dict;
  std::int64_t count = 0;
  FieldReader(rest, "")("step_count", count);
  detail::check_nothing_left(rest);
  if (count < 0) fail("load_state_dict: \"step_count\" is {}, wants at least 0", count);
  step_count_ = count;
}

void detail::check_nothing_left(const StateDict& dict) {
  if (!dict.empty())
    fail("load_state_dict: \"{}\" and {} more names belong to nothing in this schedule", dict.begin()->first,
         dict.size() - 1);
}

}  // namespace wengert::optim
