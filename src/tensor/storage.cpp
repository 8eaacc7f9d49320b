// The bytes of tensors: one block holds the Storage and, from the next cache line on, the elements.
#include <new>

#include "base/allocator.h"
#include "tensor/check.h"

namespace wengert {
namespace {
constexpr std::size_t kHeader = memory::aligned(sizeof(Storage));
}

detail::Ref<Storage> Storage::allocate(std::size_t bytes) {
  const std::size_t most = SIZE_MAX - kHeader - memory::kAlign;
  void* block = bytes <= most ? memory::allocate(kHeader + memory::aligned(bytes)) : nullptr;
  if (!block) fail("empty: no memory for {} bytes", bytes);
  memory::count(memory::Count::kStorageBytes, std::int64_t(bytes));
  return detail::Ref<Storage>(::new (block) Storage(static_cast<std::byte*>(block) + kHeader, bytes));
}

void Storage::dispose() noexcept {
  const std::size_t bytes = bytes_;
  memory::count(memory::Count::kStorageBytes, -std::int64_t(bytes));
  void* block = this;
  this->~Storage();
  memory::release(block, kHeader + memory::aligned(bytes));
}

std::int64_t live_bytes() { return memory::total(memory::Count::kStorageBytes); }

}  // namespace wengert
