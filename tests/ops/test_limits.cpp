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

TEST_CASE("numbers that a type does not hold are an error") {
  const double nan = std::nan(""), inf = HUGE_VAL;
  CHECK(message([] { tensor(5000000000).item<int>(); }) == "Scalar: 5000000000 does not fit int32");
  CHECK(message([] { tensor(300).item<std::uint8_t>(); }) == "Scalar: 300 does not fit uint8");
  CHECK(message([] { tensor(-2147483649).item<int>(); }) == "Scalar: -2147483649 does not fit int32");
  CHECK(message([] { tensor(1e300, kFloat64).item<float>(); }) == "Scalar: 1e+300 does not fit float32");
  for (const double v : {nan, inf, -inf, 1e300, 0x1p63, -0x1.00001p63})
    CHECK(has(message([&] { tensor(v, kFloat64).item<std::int64_t>(); }), "does not fit int64"));
  CHECK(message([] { Scalar(std::uint64_t(1) << 63); }) ==
        "Scalar: 9.223372036854776e+18 does not fit int64");

  CHECK(tensor(-0x1p63, kFloat64).item<std::int64_t>() == INT64_MIN);
  CHECK(tensor(-2147483648.9, kFloat64).item<int>() == INT32_MIN);
  CHECK(tensor(255).item<std::uint8_t>() == 255);
  CHECK(tensor(-1).item<std::uint8_t>() == 255);  // as in libtorch
  CHECK(tensor(-1).item<std::uint64_t>() == UINT64_MAX);
  CHECK(std::isinf(tensor(inf).item<float>()));
  CHECK(tensor(nan).item<bool>());
}

TEST_CASE("what is written into a tensor must fit its type") {
  const Tensor mask = tensor({true, false}), place = tensor({0});
  for (const double v : {std::nan(""), HUGE_VAL, -HUGE_VAL, 1e300, 9.3e18}) {
    CAPTURE(v);
    const Tensor x = zeros({2}, kLong);
    CHECK(has(message([&] { full({2}, v, kLong); }), "full: "));
    CHECK(has(message([&] { full_like(x, v); }), "does not fit int64"));
    CHECK(has(message([&] { x.new_full({2}, v); }), "does not fit int64"));
    CHECK(has(message([&] { x.fill_(v); }), "fill_: "));
    CHECK(has(message([&] { x.masked_fill(mask, v); }), "masked_fill: "));
    CHECK(has(message([&] { x.masked_fill_(mask, v); }), "does not fit int64"));
    CHECK(has(message([&] { x.index_put_({place}, v); }), "index_put_: "));
    CHECK(has(message([&] { x.scatter(0, place, v); }), "scatter: "));
    CHECK(has(message([&] { x.scatter_(0, place, v); }), "does not fit int64"));
    CHECK(list(x) == Values{0, 0});
  }
  CHECK(list(zeros({2}, kLong).fill_(2.5)) == Values{2, 2});
  CHECK(list(zeros({2}, kLong).masked_fill(mask, -2.5)) == Values{-2, 0});
  for (const double v : {1e300, -3.5e38}) {
    CHECK(has(message([&] { full({2}, v); }), "does not fit float32"));
    CHECK(has(message([&] { zeros({2}).masked_fill(mask, v); }), "does not fit float32"));
    CHECK(std::isinf((ones({1}) * v).item<float>()));  // arithmetic overflows
  }
  CHECK(std::isinf(full({}, HUGE_VAL).item<float>()));
  CHECK(full({}, std::nan(""), kBool).item<bool>());
}

TEST_CASE("sequences of int64 end where int64 does") {
  CHECK(message([] { arange(0, 1e300, 5e299, kLong); }) == "arange: 1e+300 does not fit int64");
  CHECK(has(message([] { arange(-1e19, 0, 5e18, kLong); }), "does not fit int64"));
  CHECK(message([] { linspace(0, 1e300, 3, kLong); }) == "linspace: 1e+300 does not fit int64");
  CHECK(has(message([] { linspace(0, 1e300, 3); }), "linspace: 1e+300 does not fit float32"));
  CHECK(message([] { logspace(0, 30, 3, 10, kLong); }) == "logspace: element 1e+30 does not fit int64");
  CHECK(has(message([] { logspace(0, 1, 3, -10, kLong); }), "does not fit int64"));
  const Tensor to_the_end = linspace(0, INT64_MAX, 3, kLong);
  CHECK(to_the_end[1].item<std::int64_t>() == std::int64_t(1) << 62);
  CHECK(to_the_end[2].item<std::int64_t>() == INT64_MAX);
  CHECK(linspace(INT64_MIN, 0, 3, kLong)[0].item<std::int64_t>() == INT64_MIN);
}

TEST_CASE("unflatten refuses sizes whose product overflows") {
  const std::int64_t big = std::int64_t(1) << 32;
  CHECK(has(message([&] { zeros({4}).unflatten(0, {big, big, 4}); }), "unflatten: "));
  CHECK(has(message([&] { zeros({0}).unflatten(0, {big, big}); }), "unflatten: "));
  CHECK(has(message([&] { zeros({4}).unflatten(0, {-1, kHuge, 4}); }), "unflatten: "));
  CHECK(has(message([&] { zeros({4}).unflatten(0, {-2, -2}); }), "a negative one"));
  CHECK(has(message([&] { zeros({4}).unflatten(0, {-1, -4}); }), "a negative one"));
  CHECK(zeros({0}).unflatten(0, {-1, 3}).sizes() == Shape{0, 3});
}

TEST_CASE("strides near the end of int64, of dimensions with one element") {
  const Tensor x = arange(4).as_strided({1, 1}, {kHuge, kHuge}, 3);
  CHECK(list(x.diagonal()) == Values{3});
  CHECK(list(x.unsqueeze(0)) == Values{3});
  CHECK(list(x.t().contiguous()) == Values{3});
  CHECK(list(x.expand({2, 2})) == Values{3, 3, 3, 3});
  CHECK(list(x.slice(0, 0, 1, 4).flip({0, 1})) == Values{3});
  CHECK(has(message([&] { x.as_strided({2}, {kHuge}); }), "reach outside"));
  CHECK(has(message([&] { x.as_strided({3}, {kHuge}); }), "too large"));
  CHECK(has(message([&] { x.as_strided({1}, {1}, INT64_MAX); }), "reach outside"));
  CHECK(x.as_strided({0}, {1}, INT64_MAX).numel() == 0);
}
