#include "kernels/scratch.h"

#include <cstring>
#include <new>

#include "base/allocator.h"

namespace wengert::kernels::detail {

// From the blocks that are kept for reuse. A cache line in front of the memory holds the block's size.

void* take_scratch(std::int64_t bytes) {
  if (bytes == 0) return nullptr;
  const std::size_t total = memory::kAlign + memory::aligned(static_cast<std::size_t>(bytes));
  void* block = memory::allocate(total);
  if (!block) throw std::bad_alloc();
  std::memcpy(block, &total, sizeof total);
  return std::memset(static_cast<char*>(block) + memory::kAlign, 0, static_cast<std::size_t>(bytes));
}

void return_scratch(void* p) {
  if (!p) return;
  void* block = static_cast<char*>(p) - memory::kAlign;
  std::size_t total;
  std::memcpy(&total, block, sizeof total);
  memory::release(block, total);
}

}  // namespace wengert::kernels::detail
