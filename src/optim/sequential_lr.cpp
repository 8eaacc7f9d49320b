#include "wengert/optim/schedulers/sequential_lr.h"

#include <algorithm>

#include "tensor/check.h"

namespace wengert::optim {

SequentialLR::SequentialLR(Optimizer& optimizer, std::vector<std::shared_ptr<LRScheduler>> schedulers,
                           std::vector<std::int64_t> milestones)
    : LRScheduler(optimizer), schedulers_(std::move(schedulers)), milestones_(std::move(milestones)) {
  if (schedulers_.empty()) fail("SequentialLR: got no schedulers");
  if (milestones_.size() + 1 != schedulers_.size())
    fail("SequentialLR: {} schedulers want {} milestones, got {}", schedulers_.size(), schedulers_.size() - 1,
         milestones_.size());
  for (const auto& scheduler : schedulers_) {
    if (!scheduler) fail("SequentialLR: a scheduler is null");
    if (&scheduler->optimizer() != &optimizer) fail("SequentialLR: a scheduler is that of another optimiser");
  }
  for (std::size_t i = 0; i < milestones_.size(); ++i)
    if (milestones_[i] < (i == 0 ? 1 : milestones_[i - 1] + 1))
      fail("SequentialLR: milestone {} is {}: they must grow from 1 on", i, milestones_[i]);
  SequentialLR::restart();
}

void SequentialLR::restart() {
  schedulers_[0]->restart();
  step_count_ = 1;
}

void SequentialLR::step() {
  const auto next = std::upper_bound(milestones_.begin(), milestones_.end(), step_count_);
  LRScheduler& turn = *schedulers_[std::size_t(next - milestones_.begin())];
  if (next != milestones_.begin() && next[-1] == step_count_)
    turn.restart();
  else
    turn.step();
  ++step_count_;
}

StateDict SequentialLR::state_dict() const {
  StateDict dict = LRScheduler::state_dict();
  for (std::size_t i = 0; i < schedulers_.size(); ++i)
    for (const auto& [name, value] : schedulers_[i]->state_dict())
      dict[fmt::format("schedulers.{}.{}", i, name)] = value;
  return dict;
}

/// Takes the schedulers' own dictionaries out of dict.
std::vector<StateDict> SequentialLR::parts(StateDict& dict) const {
  std::vector<StateDict> result(schedulers_.size());
  for (std::size_t i = 0; i < schedulers_.size(); ++i) {
    const std::string prefix = fmt::format("schedulers.{}.", i);
    for (auto at = dict.lower_bound(prefix); at != dict.end() && at->first.starts_with(prefix);
         at = dict.erase(at))
      result[i][at->first.substr(prefix.size())] = at->second;
  }
  return result;
}

void SequentialLR::load_state_dict(const StateDict& dict) {
  StateDict own = dict;
  const std::vector<StateDict> theirs = parts(own);
  const StateDict before = state_dict();
  try {
    for (std::size_t i = 0; i < schedulers_.size(); ++i) schedulers_[i]->load_state_dict(theirs[i]);
    LRScheduler::load_state_dict(own);
  } catch (...) {
    // Some of the schedulers may have changed already.
    StateDict old = before;
    const std::vector<StateDict> old_parts = parts(old);
    for (std::size_t i = 0; i < schedulers_.size(); ++i) schedulers_[i]->load_state_dict(old_parts[i]);
    throw;
  }
}

}  // namespace wengert::optim
