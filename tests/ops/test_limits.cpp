// Inputs at the edge of what integers and float32 can hold.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

namespace {
const std::int64_t kHuge = std::int64_t(1) << 62;  // four of these add up to 0 in 64 bits
}

TEST_CASE("sizes whose product overflows are an error, also of views that cost no memory") {
  const Tensor one = ones({1});
  CHECK(has(message([&] { one.expand({kHuge, kHuge}); }), "more elements than can be counted"));
  CHECK(has(message([&] { one.expand({kHuge, 4}); }), "more elements than can be counted"));
  CHECK(has(message([&] { one.as_strided({kHuge, 4}, {0, 0}); }), "more elements than can be counted"));
  CHECK(one.expand({kHuge}).numel() == kHuge);
  CHECK(zeros({0}).view({0, kHuge}).numel() == 0);
}

TEST_CASE("cat refuses sizes that add up to more than an int64") {
  const Tensor x = ones({1}).expand({kHuge});
  CHECK(has(message([&] { cat({x, x, x, x}); }), "cat: the sizes along dimension 0 add up to too much"));
}

TEST_CASE("one_hot refuses the largest index") {
  const Tensor index = tensor({std::numeric_limits<std::int64_t>::max()});
  CHECK(has(message([&] { one_hot(index); }), "one_hot: index 9223372036854775807 is too large"));
}

TEST_CASE("the slope of mish is 1 for large x, whatever its size") {
  const Tensor x = leaf({30, 1e4, 1e30});
  mish(x).backward(ones({3}, kFloat64));
  CHECK(allclose(x.grad(), ones({3}, kFloat64), 1e-12));
}

TEST_CASE("null callbacks are an error where they are given, not a crash where they are called") {
  const Tensor x = leaf({1, 2});
  CHECK(
      has(message([&] { x.register_hook(Callback<Tensor(Tensor)>()); }), "register_hook: the hook is null"));
  CHECK(has(message([&] { autograd::gradcheck(nullptr, {x}); }), "gradcheck: the function is null"));
  CHECK(has(message([&] { nn::gradient_report(nn::Linear(2, 2), nullptr); }),
            "gradient_report: the function to run is null"));
}

TEST_CASE("a momentum that is no number leaves the running statistics alone") {
  nn::BatchNorm1d norm(nn::BatchNorm1dOptions(2).momentum(NAN));
  CHECK(has(message([&] { norm(rand({3, 2})); }), "batch_norm: momentum = nan"));
  CHECK(norm->running_mean.equal(zeros({2})));
  CHECK(norm->num_batches_tracked.item<std::int64_t>() == 0);
}
