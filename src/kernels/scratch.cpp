#include "kernels/scratch.h"

#include <cstdlib>
#include <new>

namespace wengert::kernels::detail {

void* take_scratch(std::int64_t bytes) {
  if (bytes == 0) return nullptr;
  void* memory = std::calloc(1, static_cast<std::size_t>(bytes));
  if (!memory) throw std::bad_alloc();
  return memory;
}

void return_scratch(void* memory) { std::free(memory); }

}  // namespace wengert::kernels::detail
