#pragma once
#include <memory>

#include "wengert/optim/schedulers/lr_scheduler.h"

namespace wengert::optim {

/// One schedule after the other: schedulers[i] begins (restart()) in step number milestones[i - 1]. Warm-up
/// and decay:
///   SequentialLR(opt, {make_shared<LinearLR>(opt, ...), make_shared<CosineAnnealingLR>(opt, ...)}, {100})
/// Errors: no or null schedulers, schedulers of another optimiser, other than one milestone fewer than
/// schedulers, milestones that do not grow from 1 on.
class SequentialLR : public LRScheduler {
 public:
  SequentialLR(Optimizer& optimizer, std::vector<std::shared_ptr<LRScheduler>> schedulers,
               std::vector<std::int64_t> milestones);

  void step() override;
  void restart() override;
  /// The schedulers' under "schedulers.<number>.".
  StateDict state_dict() const override;
  void load_state_dict(const StateDict& dict) override;

 private:
  std::vector<double> get_lrs() override { return get_current_lrs(); }
  std::vector<StateDict> parts(StateDict& dict) const;

  std::vector<std::shared_ptr<LRScheduler>> schedulers_;
  std::vector<std::int64_t> milestones_;
};

}  // namespace wengert::optim
