#include "kernels/parallel.h"

#include <atomic>
#ifdef _OPENMP
#include <omp.h>
#endif

namespace wengert::kernels {
namespace {
std::atomic<int> threads{1};
}

void set_num_threads(int n) { threads.store(n < 1 ? 1 : n, std::memory_order_relaxed); }
int num_threads() { return threads.load(std::memory_order_relaxed); }

namespace detail {

void run_blocks(std::int64_t blocks, BlockFunction f, void* context) {
#ifdef _OPENMP
  const int n = num_threads();
  if (n > 1 && blocks > 1 && !omp_in_parallel()) {
    // Static: the same thread meets the same addresses in the next operation, while they are in its cache.
#pragma omp parallel for num_threads(blocks < n ? int(blocks) : n) schedule(static)
    for (std::int64_t b = 0; b < blocks; ++b) f(context, b);
    return;
  }
#endif
  for (std::int64_t b = 0; b < blocks; ++b) f(context, b);
}

}  // namespace detail
}  // namespace wengert::kernels
