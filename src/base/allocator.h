// Raw memory for tensors and the tape.
#pragma once
#include <cstddef>
#include <cstdint>

#include "wengert/base/allocator.h"

namespace wengert::memory {

// Sanitizers see a use after free, or past the end, only in blocks that are the system's own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

inline constexpr std::size_t kAlign = 64;  // a cache line, an AVX-512 register

/// Rounds up to a multiple of kAlign, unless a sanitizer watches the end.
constexpr std::size_t aligned(std::size_t bytes) {
  return kSanitized ? bytes : (bytes + kAlign - 1) / kAlign * kAlign;
}

/// At least `bytes` uninitialised bytes; null when there are none even with the cache emptied. They are
/// aligned to kAlign when bytes is a multiple of it, and else to 32.
void* allocate(std::size_t bytes) noexcept;
/// Takes back what allocate(bytes) gave, in any thread.
void release(void* block, std::size_t bytes) noexcept;

/// What is counted. Each thread counts for itself, so that counting costs the others nothing.
enum class Count { kBlockBytes, kTensors, kStorageBytes, kNumber };
void count(Count what, std::int64_t change) noexcept;
/// Of all threads, those that ended included.
std::int64_t total(Count what);

/// For tests: allocate() in this thread returns null once, after n calls; fail_after(-1) ends that.
void fail_after(std::int64_t n);

}  // namespace wengert::memory
