// Cutting a range into blocks that several threads may share.
#pragma once
#include <cstdint>

namespace wengert::kernels {

/// Fewest elements that are worth a thread: for arithmetic, and for exp-like functions.
inline constexpr std::int64_t kCheapGrain = 32768, kCostlyGrain = 8192;

static inline std::int64_t least(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
static inline std::int64_t greatest(std::int64_t a, std::int64_t b) { return a > b ? a : b; }
static inline std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// How many items of `size` elements make a block worth a thread.
static inline std::int64_t items_per_block(std::int64_t size, std::int64_t grain = kCheapGrain) {
  return size <= 1 ? grain : size >= grain ? 1 : grain / size;
}

namespace detail {
using BlockFunction = void (*)(void* context, std::int64_t block);
void run_blocks(std::int64_t blocks, BlockFunction f, void* context);
}  // namespace detail

/// Calls f(begin, end) for [0, grain), [grain, 2 grain), ... up to n. The borders depend on n and grain
/// alone, never on the number of threads, so that whatever f computes per block has the same bits on any
/// machine. The blocks run on get_num_threads() threads, in any order; on the caller's alone when there is one
/// block, one thread, or when the caller already is one of several. f must not throw.
template <class F>
void parallel_for(std::int64_t n, std::int64_t grain, F&& f) {
  if (n <= grain) {
    if (n > 0) f(std::int64_t{0}, n);
    return;
  }
  struct Context {
    std::int64_t n, grain;
    F& f;
  } context{n, grain, f};
  detail::run_blocks((n + grain - 1) / grain,
                     [](void* p, std::int64_t block) {
                       Context& c = *static_cast<Context*>(p);
                       const std::int64_t begin = block * c.grain;
                       c.f(begin, c.n - begin < c.grain ? c.n : begin + c.grain);
                     },
                     &context);
}

}  // namespace wengert::kernels
