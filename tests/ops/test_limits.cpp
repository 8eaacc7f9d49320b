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

TEST_CASE("a view is not cut into more pieces than there is memory for") {
  const Tensor x = ones({1}).expand({kHuge});
  CHECK(message([&] { x.unbind(); }) == "unbind: 4611686018427387904 pieces are more than 134217728");
  CHECK(has(message([&] { x.split(1); }), "split: 4611686018427387904 pieces"));
  CHECK(has(message([&] { x.chunk(kHuge); }), "chunk: 4611686018427387904 pieces"));
  CHECK(has(message([&] { zeros({0}).chunk(kHuge); }), "chunk: 4611686018427387904 pieces"));
  CHECK(x.chunk(3).size() == 3);
}

TEST_CASE("a float vector without elements keeps its gradient through cat") {
  const Tensor nothing = zeros({0}, kFloat).set_requires_grad(true), ints = tensor({{1, 2}}).to(kLong);
  const Tensor y = cat({nothing, ints}, 1);
  CHECK(y.requires_grad());
  y.sum().backward();
  CHECK(nothing.grad().sizes() == IntArrayRef{0});
}

TEST_CASE("a norm below 1 has gradient 0 at 0, in every order") {
  for (double p : {0.5, 1.5, 2., 3.}) {
    const Tensor x = leaf({0, 1, 4});
    const Tensor dx = autograd::grad({x.norm(p)}, {x}, {}, nullopt, /*create_graph=*/true)[0];
    CHECK(dx[0].item<double>() == 0);
    if (p == 0.5) CHECK(list(dx)[1] == doctest::Approx(3));
    CHECK(list(autograd::grad({dx[1]}, {x})[0].isfinite().to(kFloat)) == Values{1, 1, 1});
    const Tensor zero = leaf({0, 0});
    CHECK(list(autograd::grad({zero.norm(p)}, {zero})[0]) == Values{0, 0});
  }
}

TEST_CASE("integers become floating-point where the result is not whole") {
  const Tensor i = tensor({1, 2}).to(kLong);
  CHECK(list(i.logsumexp(0))[0] == doctest::Approx(2.3132617));
  CHECK(i.logsumexp(0).dtype() == kFloat);
  CHECK(softsign(i).dtype() == kFloat);
  CHECK(list(softsign(i))[0] == 0.5);
}

TEST_CASE("linear with one output and no dimension for it") {
  const Tensor x = leaf({1, 2, 3}), w = leaf({4, 5, 6});
  CHECK(linear(x, w).sizes() == IntArrayRef{});
  CHECK(linear(x.expand({2, 5, 3}), w).sizes() == IntArrayRef{2, 5});
  linear(x, w).backward();
  CHECK(list(w.grad()) == Values{1, 2, 3});
  CHECK(has(message([&] { linear(x, w, ones({1}, kFloat64)); }),
            "linear: the weight has shape [3], wants [out, in]"));
  CHECK(has(message([&] { linear(ones({2}), w); }),
            "linear: input [2] has 2 features, but weight [3] takes 3"));
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

TEST_CASE("the slope of hardswish at NaN is NaN") {
  const Tensor x = leaf({double(NAN)});
  hardswish(x).backward();
  CHECK(std::isnan(list(x.grad())[0]));
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
