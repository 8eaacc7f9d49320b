#include "wengert/nn/calibrate.h"

#include "tensor/check.h"
#include "wengert/tensor.h"

namespace wengert::nn::detail {

Calibration::Calibration(Module& model) : model_(model) {
  model_.apply([&](Module& m) {
    auto* stats = m.as<RunningStats>();
    if (stats && stats->tracks_stats() && !stats->stats_frozen())
      norms_.push_back({stats, stats->momentum(), stats->running_mean.clone(), stats->running_var.clone(),
                        stats->num_batches_tracked.clone()});
  });
  if (norms_.empty())
    fail("calibrate: {} has no norm with running statistics that are not frozen", model_.name());
  model_.apply([&](Module& m) { training_.push_back(m.is_training()); });
  model_.eval();
  model_.apply([](Module& m) {
    auto* stats = m.as<RunningStats>();
    if (stats && stats->tracks_stats()) m.train();
  });
  for (const Norm& norm : norms_) norm.stats->reset_running_stats();
}

Calibration::~Calibration() {
  for (const Norm& norm : norms_) {
    norm.stats->set_momentum(norm.momentum);
    if (keep_) continue;
    norm.stats->running_mean.copy_(norm.mean);
    norm.stats->running_var.copy_(norm.var);
    norm.stats->num_batches_tracked.copy_(norm.count);
  }
  std::size_t i = 0;  // parents come first, so that each child has the last word
  model_.apply([&](Module& m) { m.train(training_[i++]); });
}

void Calibration::begin_batch() {
  ++batches_;
  for (const Norm& norm : norms_) norm.stats->set_momentum(1.0 / double(batches_));
}

std::size_t Calibration::keep() {
  if (batches_ == 0) fail("calibrate: there were no batches");
  keep_ = true;
  return batches_;
}

}  // namespace wengert::nn::detail
