// The memory that tensors and the tape live in: what is kept for reuse, and how much.
#pragma once
#include <cstddef>
#include <cstdint>

namespace wengert {

/// In bytes, of all threads together. Blocks are rounded up to one of four sizes in each power of two.
struct MemoryStats {
  std::int64_t in_use = 0;    ///< in blocks that somebody holds
  std::int64_t reserved = 0;  ///< taken from the system: in use, or kept for reuse
  std::int64_t peak_reserved = 0;
  std::int64_t requests =
      0;  ///< how often the system was asked for memory; constant in a steady training loop
};

/// Freed blocks of every size are kept for reuse, some by each thread and the rest for all: fresh pages cost
/// several times the arithmetic done on them. After its first steps a training loop asks the system for
/// nothing. Under AddressSanitizer, ThreadSanitizer and MemorySanitizer, and in a process that starts with
/// WENGERT_NO_CACHE in its environment (for valgrind), nothing is kept, so that these tools see every use
/// after free.
MemoryStats memory_stats();

/// Gives the kept memory back to the system, but for what other threads keep for themselves (at most some
/// megabytes each, given back when they end).
void empty_cache();

/// The most bytes that are kept for all threads; 1 GiB at first. What is freed beyond goes to the system.
void set_cache_limit(std::size_t bytes);

}  // namespace wengert
