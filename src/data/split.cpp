#include "wengert/data/split.h"

#include <cmath>

#include "tensor/check.h"
#include "wengert/ops/rand.h"

namespace wengert::data {

Split train_test_split(std::int64_t size, double test_fraction, std::uint64_t seed) {
  if (size < 0) fail("train_test_split: size is {}, wants at least 0", size);
  if (!(test_fraction >= 0 && test_fraction <= 1))
    fail("train_test_split: test_fraction is {}, wants 0 to 1", test_fraction);
  const auto test = std::int64_t(std::llround(test_fraction * double(size)));
  const Tensor order = randperm(size, make_generator(seed));
  return {order.narrow(0, test, size - test), order.narrow(0, 0, test)};
}

}  // namespace wengert::data
