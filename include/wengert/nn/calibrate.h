// Running statistics made anew from data, after training.
#pragma once
#include <vector>

#include "wengert/autograd/mode.h"
#include "wengert/nn/running_stats.h"

namespace wengert::nn {

namespace detail {
/// While it lives, the norms of a model are in training and average over all batches, and all else evaluates.
/// Modes and momentum come back at the end; the statistics too, unless keep() was called.
class Calibration {
 public:
  explicit Calibration(Module& model);
  ~Calibration();
  Calibration(const Calibration&) = delete;
  Calibration& operator=(const Calibration&) = delete;
  /// Before each batch: its part of the average is 1/n for the n-th.
  void begin_batch();
  /// Returns the number of batches. Error when there were none.
  std::size_t keep();

 private:
  struct Norm {
    RunningStats* stats;
    optional<double> momentum;
    Tensor mean, var, count;
  };
  Module& model_;
  std::vector<bool> training_;
  std::vector<Norm> norms_;
  std::size_t batches_ = 0;
  bool keep_ = false;
};
}  // namespace detail

/// Recomputes the running statistics of every norm in a model from batches of data: from a data loader, or
/// any range of tensors or of things with a tensor .data. Returns the number of batches.
///
///     nn::calibrate(net, *loader);
///
/// The running mean becomes the average of the batches' means, the running variance that of their unbiased
/// variances, each batch with the same weight. With batches of equal size the mean is exactly the data's;
/// the variance is the one within batches, which lacks the variance between their means: shuffle, and take
/// large batches (one batch of all data gives the data's variance). A norm behind another one sees what that
/// one makes of the batch's statistics, as in training.
///
/// Nothing is recorded; all layers but the norms evaluate, so that Dropout does not drop. Modes and momentum
/// are what they were afterwards; frozen norms evaluate and stay as they are. Errors, which leave the
/// statistics as they were: no norm to calibrate, no batches, whatever forward throws.
template <class M, class Batches>
std::size_t calibrate(const ModuleHolder<M>& model, Batches&& batches) {
  const NoGradGuard quiet;
  detail::Calibration calibration(*model);
  for (auto&& batch : batches) {
    calibration.begin_batch();
    if constexpr (requires { batch.data; })
      model(batch.data);
    else
      model(batch);
  }
  return calibration.keep();
}
template <IsModule M, class Batches>
std::size_t calibrate(const std::shared_ptr<M>& model, Batches&& batches) {
  return calibrate(ModuleHolder<M>(model), batches);
}

}  // namespace wengert::nn
