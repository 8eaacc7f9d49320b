#include <doctest/doctest.h>

#include <mutex>

#include "wengert/wengert.h"

using namespace wengert;

TEST_CASE("whoever holds a generator's lock may draw from it") {
  Generator mine = make_generator(7);
  const Tensor want = rand({3}, make_generator(7));
  {
    const std::lock_guard lock(mine);
    const std::lock_guard again(mine);
    CHECK(rand({3}, mine).equal(want));
  }
  const std::lock_guard lock(default_generator());
  manual_seed(7);
  CHECK(rand({3}).equal(want));
  CHECK(nn::Linear(3, 3)->weight.numel() == 9);
}
