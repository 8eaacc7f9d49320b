#include "kernels/workspaces.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "kernels/parallel.h"
#include "kernels/scratch.h"
#include "wengert/base/error.h"
#include "wengert/base/threads.h"

namespace wengert::kernels {

struct Workspaces::Free {
  std::mutex mutex;
  std::vector<Scratch<char>> all;
  std::vector<void*> free;
};

Workspaces::Workspaces(const char* op, std::int64_t tasks, std::int64_t bytes) : free_(nullptr) {
  const std::int64_t n = std::min<std::int64_t>(tasks, get_num_threads());
  try {
    auto state = std::make_unique<Free>();
    for (std::int64_t i = 0; i < n; ++i) state->free.push_back(state->all.emplace_back(bytes).data());
    free_ = state.release();
  } catch (const std::bad_alloc&) {
    throw Error(std::string(op) + ": no memory for " + std::to_string(n) + " padded copies of " +
                std::to_string(bytes) + " bytes");
  }
}

Workspaces::~Workspaces() { delete free_; }

void* Workspaces::take() {
  const std::lock_guard lock(free_->mutex);
  void* memory = free_->free.back();
  free_->free.pop_back();
  return memory;
}

void Workspaces::give_back(void* memory) {
  const std::lock_guard lock(free_->mutex);
  free_->free.push_back(memory);
}

}  // namespace wengert::kernels
