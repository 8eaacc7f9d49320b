// Schedules: rules that change the learning rates of an optimiser's groups from step to step.
//
//     optim::LinearLR warm_up(opt, 0.1, 1.0, 100);
//     for (...) { ...; opt.step(); warm_up.step(); }
#pragma once
#include <cstdint>
#include <vector>

#include "wengert/optim/optimizer.h"

namespace wengert::optim {

/// Base of a schedule. The optimiser must outlive it. The rates belong to the optimiser: a checkpoint takes
/// the state_dict of both.
class LRScheduler {
 public:
  explicit LRScheduler(Optimizer& optimizer) : optimizer_(optimizer) {}
  virtual ~LRScheduler() = default;

  /// Gives every group its next learning rate. The first step of any schedule remembers the groups' rates as
  /// their initial ones. Throws Error, with all rates as they were, when there is not
  /// one for each group.
  virtual void step();

  /// Sets the initial rates and begins anew: what a schedule does when its turn comes in SequentialLR.
  virtual void restart();

  Optimizer& optimizer() const { return optimizer_; }
  /// The rates of the groups as they are.
  std::vector<double> get_last_lr() const { return get_current_lrs(); }

  /// "step_count", int64; what more a schedule remembers.
  virtual StateDict state_dict() const;
  /// Throws Error, before anything changes, for missing and unexpected names.
  virtual void load_state_dict(const StateDict& dict);

 protected:
  /// The rates that follow: one for each group. step_count_ is the number of calls before this one.
  virtual std::vector<double> get_lrs() = 0;

  std::vector<double> get_current_lrs() const;
  std::vector<double> initial_lrs() const;

  std::int64_t step_count_ = 0;

 private:
  void remember_initial_lrs();
  void set_lrs(const std::vector<double>& lrs);

  Optimizer& optimizer_;
};

namespace detail {
/// Throws Error when names are left in dict.
void check_nothing_left(const StateDict& dict);
}  // namespace detail

}  // namespace wengert::optim
