// The statistics that a norm keeps for evaluation, and what is done to them beside training.
#pragma once
#include "wengert/nn/holder.h"

namespace wengert::nn {

/// What norms with running statistics have in common: module->as<nn::RunningStats>() finds them in a model.
class RunningStats {
 public:
  /// [num_features]; all three are undefined when no statistics are tracked.
  Tensor running_mean, running_var;
  /// A 0-d int64 tensor.
  Tensor num_batches_tracked;

  bool tracks_stats() const noexcept { return running_mean.defined(); }
  /// Mean 0, variance 1, no batches seen.
  void reset_running_stats();

  /// Frozen: the running statistics are used, and not moved, in training as well. weight and bias are still
  /// trained. train() and eval() do not change it, a clone has it, and a saved state has it under the name
  /// stats_frozen (see state_dict). Error: there are no running statistics.
  void freeze_stats(bool frozen = true);
  void unfreeze_stats() { freeze_stats(false); }
  bool stats_frozen() const noexcept { return frozen_; }

  /// The option: the weight of the newest batch; nullopt, in BatchNorm: the average over all batches.
  virtual optional<double> momentum() const noexcept = 0;
  virtual void set_momentum(optional<double> momentum) noexcept = 0;

 protected:
  ~RunningStats() = default;
  /// True while the statistics are as reset_running_stats() leaves them.
  bool never_updated() const;

 private:
  bool frozen_ = false;
};

/// Freezes, or unfreezes, every norm with running statistics in a model, and returns how many there are:
/// for fine-tuning on batches that are too small, or too different, to make statistics of.
std::size_t freeze_stats(Module& model, bool frozen = true);
template <class M>
std::size_t freeze_stats(const ModuleHolder<M>& model, bool frozen = true) {
  return freeze_stats(static_cast<Module&>(*model), frozen);
}

/// The momentum of a norm, which is the weight of the new value, from the weight of the old value, which
/// TensorFlow and many papers call momentum: 0.9 there is momentum_from_decay(0.9) = 0.1 here, 0.99 is 0.01.
///
///     running = decay running + (1 - decay) batch = (1 - momentum) running + momentum batch
///
/// Error: a decay outside 0 ... 1.
double momentum_from_decay(double decay);

}  // namespace wengert::nn
