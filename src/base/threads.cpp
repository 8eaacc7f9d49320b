#include "wengert/base/threads.h"

#include <atomic>

namespace wengert {
namespace {
std::atomic<int> threads{1};
}

void set_num_threads(int n) { threads.store(n < 1 ? 1 : n, std::memory_order_relaxed); }
int get_num_threads() { return threads.load(std::memory_order_relaxed); }

}  // namespace wengert
