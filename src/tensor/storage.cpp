// Where the bytes of tensors come from.
//
// Small blocks come straight from malloc, which is as fast as anything. Large ones are kept when freed: fresh
// pages cost several times the arithmetic done on them.
#include <bit>
#include <cstdlib>
#include <mutex>
#include <new>
#include <vector>

#include "tensor/check.h"

namespace wengert {
namespace {

constexpr std::size_t kAlign = 64;             // a cache line, an AVX-512 register
constexpr std::size_t kLarge = 64 * 1024;      // from here on, blocks are kept
constexpr std::size_t kKeepAtMost = 1u << 30;  // bytes
constexpr std::size_t kHeader = (sizeof(Storage) + kAlign - 1) / kAlign * kAlign;

std::atomic<std::int64_t> storage_bytes{0};

/// Freed large blocks, by size. Sizes are rounded up to four steps a power of two, so that similar ones
/// share.
class Cache {
 public:
  static std::size_t round_up(std::size_t bytes) {
    const std::size_t step = std::bit_floor(bytes) / 4;
    return (bytes + step - 1) / step * step;
  }
  void* take(std::size_t rounded) {
    {
      std::lock_guard lock(mutex_);
      auto& shelf = shelves_[shelf_of(rounded)];
      if (!shelf.empty()) {
        void* block = shelf.back();
        shelf.pop_back();
        kept_ -= rounded;
        return block;
      }
    }
    return std::aligned_alloc(kAlign, rounded);
  }
  void give(void* block, std::size_t rounded) noexcept {
    {
      std::lock_guard lock(mutex_);
      if (kept_ + rounded <= kKeepAtMost) try {
          shelves_[shelf_of(rounded)].push_back(block);
          kept_ += rounded;
          return;
        } catch (const std::bad_alloc&) {  // no room to remember it
        }
    }
    std::free(block);
  }
  void clear() {
    std::lock_guard lock(mutex_);
    for (auto& shelf : shelves_) {
      for (void* block : shelf) std::free(block);
      shelf.clear();
    }
    kept_ = 0;
  }

 private:
  static std::size_t shelf_of(std::size_t rounded) {
    const int power = std::bit_width(rounded) - 1;
    return std::size_t(power) * 4 + ((rounded >> (power - 2)) & 3);
  }
  std::mutex mutex_;
  std::vector<void*> shelves_[64 * 4];
  std::size_t kept_ = 0;
};

Cache& cache() {
  static Cache* forever = new Cache;  // tensors with static lifetime may outlive any destructor
  return *forever;
}

/// A large block holds the rounded size and the Storage in front of the elements; a small one starts anywhere
/// that malloc likes, so the elements are moved up to the next border.
std::size_t block_bytes(std::size_t bytes) {
  return bytes < kLarge ? kHeader + kAlign + bytes : Cache::round_up(kHeader + bytes);
}

}  // namespace

detail::Ref<Storage> Storage::allocate(std::size_t bytes) {
  const std::size_t total = block_bytes(bytes);
  void* block = bytes < kLarge ? std::malloc(total) : cache().take(total);
  if (!block && bytes >= kLarge) {
    empty_cache();
    block = std::aligned_alloc(kAlign, total);
  }
  if (!block) fail("empty: no memory for {} bytes", bytes);
  auto address = reinterpret_cast<std::uintptr_t>(block) + kHeader;
  address = (address + kAlign - 1) & ~std::uintptr_t(kAlign - 1);
  storage_bytes.fetch_add(std::int64_t(bytes), std::memory_order_relaxed);
  return detail::Ref<Storage>(new (block) Storage(reinterpret_cast<std::byte*>(address), bytes));
}

void Storage::dispose() noexcept {
  const std::size_t bytes = bytes_;
  storage_bytes.fetch_sub(std::int64_t(bytes), std::memory_order_relaxed);
  void* block = this;
  this->~Storage();
  if (bytes < kLarge)
    std::free(block);
  else
    cache().give(block, block_bytes(bytes));
}

std::int64_t live_bytes() { return storage_bytes.load(std::memory_order_relaxed); }
void empty_cache() { cache().clear(); }

}  // namespace wengert
