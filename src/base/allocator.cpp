// Blocks of memory, kept for reuse: magazines for each thread, a depot for all.
//
// J. Bonwick and J. Adams, "Magazines and Vmem: Extending the Slab Allocator to Many CPUs and Arbitrary
// Resources", USENIX 2001. A size is rounded up to its class. For each class a thread has a magazine, a stack
// of free blocks from which it takes and to which it gives without a lock, and a second, full one in reserve.
// Only a thread that has filled both, or used up both, goes to the depot, where it exchanges a whole
// magazine. Big blocks go to the depot at once: compared with the work done on them, a lock costs nothing.
//
// Small blocks are cut from chunks; a chunk of which every block is in the depot goes back to the system when
// the cache is emptied or outgrows its limit. Big blocks come from the system one by one.
//
// The depot is made on first use and never destroyed: tensors with static lifetime outlive any destructor.
#include "base/allocator.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include "wengert/base/error.h"
#include "wengert/base/ref.h"

namespace wengert::memory {
namespace {

// Size classes: 32, 64, ..., 512, and then four in each power of two

constexpr unsigned kStep = 32, kFine = 16;
constexpr unsigned kClasses = kFine + 4 * (62 - 9);

constexpr unsigned class_of(std::size_t bytes) {
  if (bytes <= kFine * kStep) return bytes == 0 ? 0 : unsigned((bytes - 1) / kStep);
  const unsigned power = unsigned(std::bit_width(bytes - 1)) - 1;  // 2^power < bytes <= 2^(power + 1)
  return kFine + (power - 9) * 4 + unsigned(((bytes - 1) >> (power - 2)) & 3);
}
constexpr std::size_t size_of_class(unsigned c) {
  if (c < kFine) return (c + 1) * kStep;
  return std::size_t(5 + (c - kFine) % 4) << ((c - kFine) / 4 + 7);
}
static_assert(size_of_class(class_of(512)) == 512 && size_of_class(class_of(513)) == 640 &&
              size_of_class(class_of(1024)) == 1024 && size_of_class(class_of(1025)) == 1280);

// A chunk is aligned to kChunk and a little shorter, so that malloc can put its own notes between two.
constexpr std::size_t kChunk = 256 * 1024, kChunkBytes = kChunk - kAlign;
constexpr unsigned kCutClasses = class_of(16 * 1024) + 1;     // these are cut from chunks
constexpr unsigned kThreadClasses = class_of(64 * 1024) + 1;  // these have magazines
constexpr std::size_t kMagazineBytes = 64 * 1024;

constexpr unsigned magazine_size(unsigned c) {
  return unsigned(std::clamp<std::size_t>(kMagazineBytes / size_of_class(c), 1, 128));
}

/// A free block. The first of a full magazine also says how many there are, and which magazine lies below it
/// in the depot.
struct Free {
  Free* next;
  Free* next_magazine;
  std::size_t count;
};

struct Magazine {
  Free* top = nullptr;
  std::uint32_t count = 0;
  std::uint32_t full = 0;  // how many it holds at most
  Free* reserve = nullptr;

  void push(Free* block) {
    block->next = top;
    top = block;
    ++count;
  }
  Free* pop() {
    Free* block = top;
    if (block) {
      top = block->next;
      --count;
    }
    return block;
  }
  /// All of it, linked.
  Free* take() {
    if (top) top->count = count;
    count = 0;
    return std::exchange(top, nullptr);
  }
  void put(Free* first) {
    top = first;
    count = first ? std::uint32_t(first->count) : 0;
  }
};

/// What a thread has for itself. Its counters are written by it alone, and read by all.
struct ThreadCache {
  Magazine magazines[kThreadClasses];
  std::atomic<std::int64_t> counts[int(Count::kNumber)] = {};
  ThreadCache* next = nullptr;  // in the depot's list

  ThreadCache() {
    for (unsigned c = 0; c < kThreadClasses; ++c) magazines[c].full = magazine_size(c);
  }
  void add(Count what, std::int64_t change) {
    std::atomic<std::int64_t>& n = counts[int(what)];
    n.store(n.load(std::memory_order_relaxed) + change, std::memory_order_relaxed);
  }
};

constinit thread_local ThreadCache* mine = nullptr;
constinit thread_local bool without = false;       // this thread makes no cache: it ends, or fails in a test
constinit thread_local std::int64_t failing = -1;  // allocations until one fails

/// The start of a chunk.
struct alignas(kAlign) Chunk {
  Chunk* next;
  std::uint32_t cut;   // blocks handed out so far
  std::uint32_t free;  // of these, found in the depot while chunks are swept
};
constexpr std::uint32_t blocks_of_chunk(unsigned c) {
  return std::uint32_t((kChunkBytes - sizeof(Chunk)) / size_of_class(c));
}
Chunk* chunk_of(Free* block) {
  return reinterpret_cast<Chunk*>(reinterpret_cast<std::uintptr_t>(block) & ~(kChunk - 1));
}

class Depot {
 public:
  static Depot& get() {
    static Depot* depot = new Depot;
    return *depot;
  }

  /// A magazine's worth of free blocks, or fewer; null when the system has no more.
  Free* take(unsigned c) {
    std::lock_guard lock(mutex_);
    if (Free* first = shelves_[c]) {
      shelves_[c] = first->next_magazine;
      kept_ -= first->count * size_of_class(c);
      return first;
    }
    if (c < kCutClasses) return cut(c);
    void* block = from_system(size_of_class(c));
    return block ? new (block) Free{nullptr, nullptr, 1} : nullptr;
  }

  void give(unsigned c, Free* first) noexcept {
    if (!first) return;
    std::lock_guard lock(mutex_);
    const std::size_t bytes = first->count * size_of_class(c);
    if (kept_ + bytes > limit_ && c >= kCutClasses) {
      to_system(first, size_of_class(c));
      return;
    }
    first->next_magazine = shelves_[c];
    shelves_[c] = first;
    kept_ += bytes;
    if (kept_ > sweep_above_) {
      sweep();
      sweep_above_ = std::max(limit_, 2 * kept_);  // where little came free, it would again
    }
  }

  void empty() {
    std::lock_guard lock(mutex_);
    for (unsigned c = kCutClasses; c < kClasses; ++c)
      for (Free* first = std::exchange(shelves_[c], nullptr); first;) {
        kept_ -= first->count * size_of_class(c);
        Free* below = first->next_magazine;
        to_system(first, size_of_class(c));
        first = below;
      }
    sweep();
  }

  void set_limit(std::size_t bytes) {
    {
      std::lock_guard lock(mutex_);
      limit_ = sweep_above_ = bytes;
      if (kept_ <= limit_) return;
    }
    empty();
  }

  void enter(ThreadCache* cache) {
    std::lock_guard lock(mutex_);
    cache->next = caches_;
    caches_ = cache;
  }
  void leave(ThreadCache* cache) {
    for (unsigned c = 0; c < kThreadClasses; ++c) {
      give(c, cache->magazines[c].take());
      give(c, std::exchange(cache->magazines[c].reserve, nullptr));
    }
    std::lock_guard lock(mutex_);
    for (int i = 0; i < int(Count::kNumber); ++i) counts_[i] += cache->counts[i];
    ThreadCache** at = &caches_;
    while (*at != cache) at = &(*at)->next;
    *at = cache->next;
  }

  void add(Count what, std::int64_t change) {
    counts_[int(what)].fetch_add(change, std::memory_order_relaxed);
  }
  std::int64_t total(Count what) {
    std::lock_guard lock(mutex_);
    std::int64_t sum = counts_[int(what)];
    for (ThreadCache* cache = caches_; cache; cache = cache->next) sum += cache->counts[int(what)];
    return sum;
  }
  MemoryStats stats() {
    MemoryStats s;
    s.in_use = total(Count::kBlockBytes);
    std::lock_guard lock(mutex_);
    s.reserved = reserved_;
    s.peak_reserved = peak_;
    s.requests = requests_;
    return s;
  }

  /// Where nothing is kept: a block for its holder alone, of its very size.
  void* single(std::size_t bytes) {
    std::lock_guard lock(mutex_);
    return from_system(bytes);
  }
  void free_single(void* block, std::size_t bytes) noexcept {
    std::lock_guard lock(mutex_);
    reserved_ -= std::int64_t(bytes);
    std::free(block);
  }

  const bool keeps = !kSanitized && std::getenv("WENGERT_NO_CACHE") == nullptr;

 private:
  Depot() {
    // A child of fork() finds the mutex as its own thread left it.
    pthread_atfork([] { get().mutex_.lock(); }, [] { get().mutex_.unlock(); }, [] { get().mutex_.unlock(); });
  }

  void* from_system(std::size_t bytes, std::size_t align = kAlign) {
    void* block = nullptr;
    if (posix_memalign(&block, align, bytes) != 0) return nullptr;
    ++requests_;
    reserved_ += std::int64_t(bytes);
    peak_ = std::max(peak_, reserved_);
    return block;
  }
  void to_system(Free* first, std::size_t bytes) noexcept {
    while (first) {
      Free* block = std::exchange(first, first->next);
      reserved_ -= std::int64_t(bytes);
      std::free(block);
    }
  }

  /// A page's worth of new blocks. A whole magazine would touch pages that may never be needed.
  Free* cut(unsigned c) {
    Chunk*& chunk = chunks_[c];
    const std::uint32_t all = blocks_of_chunk(c);
    if (!chunk || chunk->cut == all) {
      void* fresh = from_system(kChunkBytes, kChunk);
      if (!fresh) return nullptr;
      chunk = new (fresh) Chunk{chunk, 0, 0};
    }
    const std::size_t bytes = size_of_class(c);
    const std::uint32_t wanted =
        std::min(std::uint32_t(std::max<std::size_t>(1, 4096 / bytes)), magazine_size(c));
    const std::uint32_t n = std::min(wanted, all - chunk->cut);
    auto* at = reinterpret_cast<std::byte*>(chunk + 1) + chunk->cut * bytes;
    chunk->cut += n;
    Free* first = nullptr;
    for (std::uint32_t i = n; i-- > 0;) first = new (at + i * bytes) Free{first, nullptr, 0};
    first->count = n;
    return first;
  }

  /// Gives back the chunks of which no block is in use or in a thread's magazine.
  void sweep() noexcept {
    for (unsigned c = 0; c < kCutClasses; ++c) {
      if (!shelves_[c]) continue;
      for (Free* first = shelves_[c]; first; first = first->next_magazine)
        for (Free* block = first; block; block = block->next) ++chunk_of(block)->free;
      Free* rest = std::exchange(shelves_[c], nullptr);
      Magazine stay;
      const auto shelve = [&] {
        if (Free* first = stay.take()) {
          first->next_magazine = shelves_[c];
          shelves_[c] = first;
        }
      };
      while (rest) {
        Free* below = rest->next_magazine;
        for (Free* block = rest; block;) {
          Free* next = block->next;
          if (chunk_of(block)->free == chunk_of(block)->cut) {
            kept_ -= size_of_class(c);
          } else {
            stay.push(block);
            if (stay.count == magazine_size(c)) shelve();
          }
          block = next;
        }
        rest = below;
      }
      shelve();
      for (Chunk** at = &chunks_[c]; *at;) {
        Chunk* chunk = *at;
        if (chunk->free == chunk->cut) {
          *at = chunk->next;
          reserved_ -= std::int64_t(kChunkBytes);
          std::free(chunk);
        } else {
          chunk->free = 0;
          at = &chunk->next;
        }
      }
    }
  }

  std::mutex mutex_;
  Free* shelves_[kClasses] = {};     // stacks of magazines
  Chunk* chunks_[kCutClasses] = {};  // the first is being cut
  std::size_t kept_ = 0, limit_ = std::size_t(1) << 30, sweep_above_ = limit_;
  ThreadCache* caches_ = nullptr;
  std::atomic<std::int64_t> counts_[int(Count::kNumber)] = {};  // of threads that have no cache
  std::int64_t reserved_ = 0, peak_ = 0, requests_ = 0;
};

/// Gives what this thread keeps to all.
void leave() noexcept {
  if (ThreadCache* cache = std::exchange(mine, nullptr)) {
    Depot::get().leave(cache);
    delete cache;
  }
}

/// Makes this thread's cache, and sees to its end.
ThreadCache* enter() {
  if (mine || without || !Depot::get().keeps) return mine;
  struct AtExit {
    ~AtExit() {
      without = true;  // destructors of other thread_locals may still come
      leave();
    }
  };
  thread_local AtExit at_exit;
  mine = new (std::nothrow) ThreadCache;
  if (mine) Depot::get().enter(mine);
  return mine;
}

[[gnu::noinline]] void* allocate_slowly(unsigned c, std::size_t bytes) noexcept {
  if (failing >= 0 && failing-- == 0) return nullptr;
  if (c >= kClasses) return nullptr;
  Depot& depot = Depot::get();
  if (!depot.keeps) return depot.single(bytes);
  ThreadCache* cache = c < kThreadClasses ? enter() : nullptr;
  if (cache) {
    Magazine& m = cache->magazines[c];
    if (m.reserve) m.put(std::exchange(m.reserve, nullptr));
    if (Free* block = m.pop()) return block;
  }
  Free* first = depot.take(c);
  if (!first) {
    depot.empty();
    first = depot.take(c);
    if (!first) return nullptr;
  }
  if (Free* rest = first->next) {
    rest->count = first->count - 1;
    if (cache)
      cache->magazines[c].put(rest);
    else
      depot.give(c, rest);
  }
  return first;
}

[[gnu::noinline]] void release_slowly(void* block, unsigned c, std::size_t bytes) noexcept {
  Depot& depot = Depot::get();
  if (!depot.keeps) return depot.free_single(block, bytes);
  Free* one = new (block) Free{nullptr, nullptr, 1};
  ThreadCache* cache = c < kThreadClasses ? enter() : nullptr;
  if (!cache) return depot.give(c, one);
  Magazine& m = cache->magazines[c];
  if (m.count == m.full) depot.give(c, std::exchange(m.reserve, m.take()));
  m.push(one);
}

}  // namespace

void* allocate(std::size_t bytes) noexcept {
  const unsigned c = class_of(bytes);
  ThreadCache* cache = mine;
  void* block = cache && c < kThreadClasses ? cache->magazines[c].pop() : nullptr;
  if (!block) block = allocate_slowly(c, bytes);
  if (block) count(Count::kBlockBytes, std::int64_t(size_of_class(c)));
  return block;
}

void release(void* block, std::size_t bytes) noexcept {
  const unsigned c = class_of(bytes);
  count(Count::kBlockBytes, -std::int64_t(size_of_class(c)));
  ThreadCache* cache = mine;
  if (cache && c < kThreadClasses && cache->magazines[c].count < cache->magazines[c].full)
    cache->magazines[c].push(new (block) Free);
  else
    release_slowly(block, c, bytes);
}

void count(Count what, std::int64_t change) noexcept {
  if (ThreadCache* cache = mine)
    cache->add(what, change);
  else
    Depot::get().add(what, change);
}

std::int64_t total(Count what) { return Depot::get().total(what); }

void fail_after(std::int64_t n) {
  empty_cache();
  without = n >= 0;  // every request then comes by allocate_slowly
  failing = n;
}

}  // namespace wengert::memory

namespace wengert {

MemoryStats memory_stats() { return memory::Depot::get().stats(); }
void empty_cache() {
  memory::leave();
  memory::Depot::get().empty();
}
void set_cache_limit(std::size_t bytes) { memory::Depot::get().set_limit(bytes); }

void* detail::RefCounted::operator new(std::size_t bytes) {
  if (void* block = memory::allocate(bytes)) return block;
  throw Error("no memory for " + std::to_string(bytes) + " bytes");
}
void detail::RefCounted::operator delete(void* block, std::size_t bytes) noexcept {
  memory::release(block, bytes);
}

}  // namespace wengert
