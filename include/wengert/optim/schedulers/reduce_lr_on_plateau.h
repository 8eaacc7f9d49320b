#pragma once
#include <limits>

#include "wengert/optim/optimizer.h"

namespace wengert::optim {

struct ReduceLROnPlateauOptions {
  enum class Mode { min, max };
  enum class Threshold { rel, abs };
  /// Whether the metric should fall (a loss) or rise (an accuracy).
  WENGERT_ARG(Mode, mode) = Mode::min;
  WENGERT_ARG(double, factor) = 0.1;
  /// So many steps without improvement are borne; the next one reduces the rates.
  WENGERT_ARG(std::int64_t, patience) = 10;
  /// An improvement is more than this: of the best value (rel), or as it is (abs).
  WENGERT_ARG(double, threshold) = 1e-4;
  WENGERT_ARG(Threshold, threshold_mode) = Threshold::rel;
  /// For so many steps after a reduction none is counted as bad.
  WENGERT_ARG(std::int64_t, cooldown) = 0;
  /// Lower bounds of the rates: one for all groups, or one for each.
  WENGERT_ARG(std::vector<double>, min_lr) = {0};
  /// Changes of a rate by no more than eps are left out.
  WENGERT_ARG(double, eps) = 1e-8;
};

/// Multiplies the rates by `factor` when a metric has stopped to improve. Call step(metric) once an epoch. A
/// NaN is never an improvement.
/// Errors: factor outside [0, 1), negative patience, cooldown or eps, another number of min_lr than 1 or the
/// groups'.
class ReduceLROnPlateau {
 public:
  explicit ReduceLROnPlateau(Optimizer& optimizer, ReduceLROnPlateauOptions options = {});

  void step(double metric);
  double best() const { return best_; }
  std::int64_t num_bad_epochs() const { return bad_epochs_; }

  /// "best" (float64), "num_bad_epochs", "cooldown_counter" (int64). The rates are the optimiser's.
  StateDict state_dict() const;
  void load_state_dict(const StateDict& dict);

 private:
  bool improves(double metric) const;
  void reduce();

  Optimizer& optimizer_;
  ReduceLROnPlateauOptions options_;
  double best_;
  std::int64_t bad_epochs_ = 0, cooldown_left_ = 0;
};

}  // namespace wengert::optim
