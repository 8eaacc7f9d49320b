#include "kernels/parallel.h"

#ifdef _OPENMP
#include <omp.h>
#include <pthread.h>

#include <atomic>

#include "base/warn.h"
#include "wengert/base/threads.h"
#endif

namespace wengert::kernels::detail {

#ifdef _OPENMP
namespace {

std::atomic<bool> team_lost{false};

/// False in the child of a fork() after the parent had a team of threads: OpenMP would wait there for threads
/// that are no more.
bool team_is_there() {
  [[maybe_unused]] static const int once =
      pthread_atfork(nullptr, nullptr, [] { team_lost.store(true, std::memory_order_relaxed); });
  if (!team_lost.load(std::memory_order_relaxed)) return true;
  warn_once(
      "set_num_threads: OpenMP's threads did not survive fork(), so this process stays on one; fork before the "
      "first work on several threads");
  return false;
}

}  // namespace
#endif

void run_blocks(std::int64_t blocks, BlockFunction f, void* context) {
#ifdef _OPENMP
  const int n = get_num_threads();
  if (n > 1 && blocks > 1 && !omp_in_parallel() && team_is_there()) {
    // Static: the same thread meets the same addresses in the next operation, while they are in its cache.
#pragma omp parallel for num_threads(blocks < n ? int(blocks) : n) schedule(static)
    for (std::int64_t b = 0; b < blocks; ++b) f(context, b);
    return;
  }
#endif
  for (std::int64_t b = 0; b < blocks; ++b) f(context, b);
}

}  // namespace wengert::kernels::detail
