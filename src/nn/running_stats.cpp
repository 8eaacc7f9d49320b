#include "wengert/nn/running_stats.h"

#include "tensor/check.h"
#include "wengert/tensor.h"

namespace wengert::nn {

void RunningStats::reset_running_stats() {
  if (!tracks_stats()) return;
  running_mean.zero_();
  running_var.fill_(1);
  num_batches_tracked.zero_();
}

void RunningStats::freeze_stats(bool frozen) {
  if (!tracks_stats())
    fail("freeze_stats: the norm has no running statistics to use (track_running_stats=false)");
  frozen_ = frozen;
}

bool RunningStats::never_updated() const {
  // The values as well: statistics that were copied in need not come with a count.
  return tracks_stats() && num_batches_tracked.item<std::int64_t>() == 0 && running_mean.numel() > 0 &&
         running_mean.eq(0).all().item<bool>() && running_var.eq(1).all().item<bool>();
}

std::size_t freeze_stats(Module& model, bool frozen) {
  std::size_t count = 0;
  model.apply([&](Module& module) {
    auto* norm = module.as<RunningStats>();
    if (!norm || !norm->tracks_stats()) return;
    norm->freeze_stats(frozen);
    ++count;
  });
  return count;
}

double momentum_from_decay(double decay) {
  if (!(decay >= 0 && decay <= 1))
    fail("momentum_from_decay: decay = {}, wants the old value's weight, 0 ... 1", decay);
  return 1 - decay;
}

}  // namespace wengert::nn
