// Memory for tasks that run side by side, for kernels that must not use the standard library (isa.h).
#pragma once
#include <cstdint>

namespace wengert::kernels {

/// A piece of memory for each task that runs at the same time. It starts as zeros, and what one task has written
/// the next one sees.
class Workspaces {
 public:
  /// Throws Error, naming the operation, when there is no memory.
  Workspaces(const char* op, std::int64_t tasks, std::int64_t bytes);
  ~Workspaces();
  Workspaces(const Workspaces&) = delete;
  Workspaces& operator=(const Workspaces&) = delete;

  void* take();
  void give_back(void* memory);

 private:
  struct Free;
  Free* free_;
};

}  // namespace wengert::kernels
