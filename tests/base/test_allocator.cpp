#include <doctest/doctest.h>

#include <cstdint>
#include <thread>
#include <vector>

#include "base/allocator.h"
#include "wengert/wengert.h"

using namespace wengert;

namespace {

std::int64_t in_use() { return memory_stats().in_use; }

/// Runs f in another thread.
template <class F>
void elsewhere(F f) {
  std::thread(f).join();
}

}  // namespace

TEST_CASE("blocks of every size are aligned, apart from each other, and come back") {
  const std::int64_t before = in_use();
  std::vector<std::pair<unsigned char*, std::size_t>> blocks;
  for (std::size_t bytes = 1; bytes < 300'000; bytes += bytes / 7 + 1)
    for (int copy = 0; copy < 3; ++copy) {
      auto* block = static_cast<unsigned char*>(memory::allocate(memory::aligned(bytes)));
      REQUIRE(block);
      CHECK(reinterpret_cast<std::uintptr_t>(block) % memory::kAlign == 0);
      std::fill_n(block, bytes, static_cast<unsigned char>(blocks.size()));
      blocks.emplace_back(block, bytes);
    }
  CHECK(in_use() > before);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto [block, bytes] = blocks[i];
    bool whole = true;
    for (std::size_t j = 0; j < bytes; ++j) whole &= block[j] == static_cast<unsigned char>(i);
    CHECK(whole);
    memory::release(block, memory::aligned(bytes));
  }
  CHECK(in_use() == before);
}

TEST_CASE("a size that no system has is refused, with the cache in order after it") {
  CHECK(memory::allocate(SIZE_MAX) == nullptr);
  if (!memory::kSanitized) {  // a sanitizer's malloc ends the program instead
    CHECK(memory::allocate(std::size_t(1) << 62) == nullptr);
    CHECK_THROWS_WITH_AS(empty({std::int64_t(1) << 58}), doctest::Contains("no memory for"), Error);
  }
  CHECK(ones({3}).sum().item<float>() == 3);
}

TEST_CASE("freed blocks are kept, and empty_cache gives them back") {
  if (memory::kSanitized) return;
  empty_cache();
  const auto work = [] {
    std::vector<Tensor> many;
    for (int i = 0; i < 2000; ++i) many.push_back(zeros({100 + 50 * (i % 40)}));
    many.push_back(zeros({1 << 20}));
  };
  const MemoryStats before = memory_stats();
  work();
  const MemoryStats after = memory_stats();
  CHECK(after.in_use == before.in_use);
  CHECK(after.reserved > before.reserved + (4 << 20));
  CHECK(after.peak_reserved >= after.reserved);
  work();
  CHECK(memory_stats().requests == after.requests);
  CHECK(memory_stats().reserved == after.reserved);
  empty_cache();
  CHECK(memory_stats().reserved <= before.reserved + (1 << 20));  // here and there a chunk is in use
  work();
  CHECK(memory_stats().requests > after.requests);
}

TEST_CASE("nothing is kept under a sanitizer") {
  if (!memory::kSanitized) return;
  const std::int64_t before = memory_stats().reserved;
  Tensor x = zeros({100});
  CHECK(memory_stats().reserved > before);
  x.reset();
  CHECK(memory_stats().reserved == before);
}

TEST_CASE("set_cache_limit bounds what is kept") {
  if (memory::kSanitized) return;
  empty_cache();
  const std::int64_t before = memory_stats().reserved;
  set_cache_limit(1 << 20);
  {
    std::vector<Tensor> many;
    for (int i = 0; i < 16; ++i) many.push_back(zeros({1 << 18}));
    for (int i = 0; i < 20'000; ++i) many.push_back(zeros({100}));
    CHECK(memory_stats().reserved > before + (16 << 20));
  }
  CHECK(memory_stats().reserved < before + (4 << 20));
  set_cache_limit(std::size_t(1) << 30);
}

TEST_CASE("a block may be freed in another thread, and a thread leaves what it kept to the others") {
  const std::int64_t before = in_use(), tensors = live_tensors(), bytes = live_bytes();
  Tensor x;
  elsewhere([&] { x = full({1000}, 2.0); });
  CHECK(live_tensors() == tensors + 1);
  CHECK(live_bytes() == bytes + 4000);
  x.reset();
  elsewhere([] { zeros({1000}) + 1; });
  CHECK(in_use() == before);
  CHECK(live_tensors() == tensors);
  CHECK(live_bytes() == bytes);

  const auto work = [] {
    std::vector<Tensor> many;
    for (int i = 0; i < 300; ++i) many.push_back(zeros({500}));
  };
  elsewhere(work);
  const std::int64_t requests = memory_stats().requests;
  if (!memory::kSanitized)
    for (int i = 0; i < 5; ++i) {
      elsewhere(work);
      CHECK(memory_stats().requests == requests);
    }
}

TEST_CASE("a thread-local tensor is freed after the cache of its thread") {
  const std::int64_t before = live_tensors();
  elsewhere([] {
    struct Late {
      Tensor x;
      ~Late() { x = ones({10}) * x; }
    };
    thread_local Late late;
    late.x = ones({10});
  });
  CHECK(live_tensors() == before);
}

TEST_CASE("a failed allocation is an Error, and the next one works") {
  const Tensor x = ones({10});
  for (int n = 0; n < 2; ++n) {
    memory::fail_after(n);
    CHECK_THROWS_WITH_AS(x + 1, doctest::Contains("no memory for"), Error);
    CHECK((x + 1).sum().item<float>() == 20);
  }
  memory::fail_after(-1);
}
