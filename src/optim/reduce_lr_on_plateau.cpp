#include "wengert/optim/schedulers/reduce_lr_on_plateau.h"

#include <algorithm>

#include "tensor/check.h"
#include "wengert/optim/schedulers/lr_scheduler.h"

namespace wengert::optim {

using Options = ReduceLROnPlateauOptions;

ReduceLROnPlateau::ReduceLROnPlateau(Optimizer& optimizer, Options options)
    : optimizer_(optimizer), options_(std::move(options)) {
  const std::size_t groups = optimizer.param_groups().size(), bounds = options_.min_lr().size();
  if (!(options_.factor() >= 0 && options_.factor() < 1))
    fail("ReduceLROnPlateau: factor is {}, wants 0 <= factor < 1", options_.factor());
  if (options_.patience() < 0 || options_.cooldown() < 0 || !(options_.eps() >= 0))
    fail("ReduceLROnPlateau: patience {}, cooldown {} and eps {} must not be negative", options_.patience(),
         options_.cooldown(), options_.eps());
  if (bounds != 1 && bounds != groups)
    fail("ReduceLROnPlateau: got {} min_lr, but the optimiser has {} groups", bounds, groups);
  const double infinity = std::numeric_limits<double>::infinity();
  best_ = options_.mode() == Options::Mode::min ? infinity : -infinity;
}

bool ReduceLROnPlateau::improves(double metric) const {
  const bool relative = options_.threshold_mode() == Options::Threshold::rel;
  const double by = options_.threshold();
  if (options_.mode() == Options::Mode::min) return metric < (relative ? best_ * (1 - by) : best_ - by);
  return metric > (relative ? best_ * (1 + by) : best_ + by);
}

void ReduceLROnPlateau::step(double metric) {
  if (improves(metric)) {
    best_ = metric;
    bad_epochs_ = 0;
  } else {
    ++bad_epochs_;
  }
  if (cooldown_left_ > 0) {
    --cooldown_left_;
    bad_epochs_ = 0;
  }
  if (bad_epochs_ > options_.patience()) {
    reduce();
    cooldown_left_ = options_.cooldown();
    bad_epochs_ = 0;
  }
}

void ReduceLROnPlateau::reduce() {
  const std::vector<double>& bounds = options_.min_lr();
  auto& groups = optimizer_.param_groups();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const double before = groups[g].options().get_lr();
    const double after = std::max(before * options_.factor(), bounds[std::min(g, bounds.size() - 1)]);
    if (before - after > options_.eps()) groups[g].options().set_lr(after);
  }
}

StateDict ReduceLROnPlateau::state_dict() const {
  StateDict dict;
  FieldWriter writer(dict, "");
  writer("best", best_);
  writer("num_bad_epochs", bad_epochs_);
  writer("cooldown_counter", cooldown_left_);
  return dict;
}

void ReduceLROnPlateau::load_state_dict(const StateDict& dict) {
  StateDict rest = dict;
  FieldReader reader(rest, "");
  double best = 0;
  std::int64_t bad_epochs = 0, cooldown_left = 0;
  reader("best", best);
  reader("num_bad_epochs", bad_epochs);
  reader("cooldown_counter", cooldown_left);
  detail::check_nothing_left(rest);
  best_ = best;
  bad_epochs_ = bad_epochs;
  cooldown_left_ = cooldown_left;
}

}  // namespace wengert::optim
