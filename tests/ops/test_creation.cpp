#include <doctest/doctest.h>

#include <array>
#include <limits>

#include "support/helpers.h"

using namespace wengert;
using testing::has;
using testing::list;
using testing::message;
using testing::Values;
using Sizes = std::vector<std::int64_t>;

TEST_CASE("tensors of one value") {
  CHECK(zeros({2, 3}).dtype() == kFloat);
  CHECK(list(ones(2, kLong)) == Values{1, 1});
  CHECK(full({2}, true).dtype() == kBool);
  CHECK(full({2}, 3).dtype() == kLong);
  CHECK(full({2}, 0.5).dtype() == kFloat);
  CHECK(list(full({2}, 3, kBool)) == Values{1, 1});
  CHECK(scalar_tensor(3).dtype() == kFloat);
  CHECK(scalar_tensor(3).dim() == 0);
  CHECK(zeros({2}, requires_grad()).requires_grad());
  CHECK_THROWS_AS(zeros({-1}), Error);
  CHECK_THROWS_AS(zeros({2}, TensorOptions(kLong).requires_grad(true)), Error);
  CHECK_THROWS_AS(empty({INT64_MAX, 2}), Error);

  const Tensor x = zeros({2, 3}, kFloat64);
  CHECK(ones_like(x).dtype() == kFloat64);
  CHECK(zeros_like(x, kLong).dtype() == kLong);
  CHECK(full_like(x, 2).sizes() == x.sizes());
  CHECK(empty_like(x.t()).sizes() == Sizes{3, 2});
  CHECK(ones_like(x, requires_grad()).dtype() == kFloat64);
  CHECK(x.new_zeros({4}).dtype() == kFloat64);
  CHECK(x.new_ones({4}, kLong).dtype() == kLong);
  CHECK(list(x.new_full({1}, 7)) == Values{7});
  CHECK_THROWS_AS(zeros_like(Tensor()), Error);
}

TEST_CASE("sequences") {
  CHECK(list(arange(3)) == Values{0, 1, 2});
  CHECK(arange(3).dtype() == kLong);
  CHECK(arange(2.5).dtype() == kFloat);
  CHECK(arange(2.5).numel() == 3);
  CHECK(list(arange(5, 0, -2)) == Values{5, 3, 1});
  CHECK(list(arange(0.5, 3, kLong)) == Values{0, 1, 2});
  CHECK(arange(0, 1, 0.3).numel() == 4);
  CHECK(arange(0).numel() == 0);
  CHECK(arange(INT64_MAX - 1, INT64_MAX).item<std::int64_t>() == INT64_MAX - 1);
  CHECK_THROWS_AS(arange(5, 0), Error);
  CHECK_THROWS_AS(arange(0, 5, 0), Error);
  CHECK_THROWS_AS(arange(0, 3, 0.5, kLong), Error);
  CHECK_THROWS_AS(arange(std::numeric_limits<double>::quiet_NaN()), Error);
  CHECK_THROWS_AS(arange(std::numeric_limits<double>::infinity()), Error);

  CHECK(list(linspace(3, 10, 5)) == Values{3, 4.75, 6.5, 8.25, 10});
  CHECK(list(linspace(0, 10, 4, kLong)) == Values{0, 3, 6, 10});
  CHECK(list(linspace(2, 5, 1)) == Values{2});
  CHECK(linspace(0, 1, 0).numel() == 0);
  CHECK_THROWS_AS(linspace(0, 1, -1), Error);
  CHECK(list(logspace(0, 2, 3)) == Values{1, 10, 100});
  CHECK(list(logspace(0, 3, 4, 2)) == Values{1, 2, 4, 8});
  CHECK(list(eye(2, 3)) == Values{1, 0, 0, 0, 1, 0});
  CHECK(eye(2, kLong).dtype() == kLong);
  CHECK(eye(0).sizes() == Sizes{0, 0});
  CHECK_THROWS_AS(eye(-1), Error);
}

TEST_CASE("tensors of given values") {
  CHECK(tensor(3.5).dim() == 0);
  CHECK(tensor(3.5).dtype() == kFloat);
  CHECK(tensor(3).dtype() == kLong);
  CHECK(tensor(true).dtype() == kBool);
  CHECK(list(tensor({1, 2})) == Values{1, 2});
  CHECK(tensor({1, 2}).dtype() == kLong);
  CHECK(tensor({1.f, 2.f}).dtype() == kFloat);
  CHECK(tensor({1, 2}, kFloat64).dtype() == kFloat64);
  CHECK(tensor({0.1}, kFloat64).item<double>() == 0.1);
  const Tensor m = tensor({{1., 2.}, {3., 4.}});
  CHECK(m.sizes() == Sizes{2, 2});
  CHECK(list(m) == Values{1, 2, 3, 4});
  CHECK(tensor({{1}}).sizes() == Sizes{1, 1});
  CHECK(tensor({{{1, 2}}, {{3, 4}}}).sizes() == Sizes{2, 1, 2});
  CHECK(tensor({}).sizes() == Sizes{0});
  CHECK(tensor({true, false}).dtype() == kBool);
  const std::vector<double> doubles{1, 2.5};
  CHECK(tensor(doubles).dtype() == kFloat);
  CHECK(list(tensor(doubles)) == doubles);
  CHECK(list(tensor(std::vector<int>{3, 4})) == Values{3, 4});
  CHECK(list(tensor(std::vector<bool>{true, false})) == Values{1, 0});
  std::vector<double> numbers = {1.5, 2.5};
  CHECK(list(tensor(std::span<double>(numbers))) == Values{1.5, 2.5});
  CHECK(list(tensor(std::span<const double, 2>(numbers.data(), 2))) == Values{1.5, 2.5});
  const std::array<float, 2> floats{1, 2};
  CHECK(list(tensor(std::span<const float>(floats))) == Values{1, 2});
  CHECK(tensor({1., 2.}, requires_grad()).requires_grad());
  CHECK(has(message([] { tensor({{1, 2}, {3}}); }), "ragged"));
  CHECK(has(message([] { tensor({1, 2.5}); }), "kinds"));
}

TEST_CASE("borrowed memory") {
  double values[6] = {0, 1, 2, 3, 4, 5};
  int freed = 0;
  {
    const Tensor x = from_blob(values, {2, 3}, kFloat64);
    x[1].fill_(9);
    CHECK(values[4] == 9);
    const Tensor t = from_blob(
        values, {3, 2}, {1, 3}, [&](void* p) { freed += p == values; }, kFloat64);
    CHECK(list(t[0]) == Values{0, 9});
    const Tensor part = t.select(1, 0);
    CHECK(freed == 0);
  }
  CHECK(freed == 1);
  CHECK_THROWS_AS(from_blob(nullptr, {2}), Error);
  CHECK_THROWS_AS(from_blob(values, {-2}), Error);
  CHECK_THROWS_AS(from_blob(values, {2}, {1, 1}), Error);
  CHECK(from_blob(nullptr, {0, 2}).numel() == 0);
}

TEST_CASE("copies and conversions") {
  const Tensor x = arange(6).reshape({2, 3});
  CHECK(x.to(kLong).is_same(x));
  CHECK(x.to(kFloat64).dtype() == kFloat64);
  CHECK(x.to(TensorOptions().dtype(kFloat)).dtype() == kFloat);
  CHECK(x.to(kCPU).is_same(x));
  CHECK_THROWS_AS(x.to(kCUDA), Error);
  CHECK_THROWS_AS(x.to(requires_grad()), Error);
  CHECK(!x.new_ones({2}, dtype(kFloat).requires_grad(true)).requires_grad());
  CHECK_THROWS_AS(x.to(dtype(kDouble).requires_grad(true)), Error);
  CHECK(Device("cuda:1").index() == 1);
  CHECK(Device("cuda:1") == Device(kCUDA, 1));
  CHECK(Device(kCUDA, 1).str() == "cuda:1");
  CHECK(Device("cuda").index() == -1);
  for (const char* wrong : {"cuda:", "cuda:x", "cuda:01", "cuda:-1", "cuda:1000", "cpu:1", "", "CPU"})
    CHECK_THROWS_AS((void)Device(wrong), Error);
  CHECK(x.type_as(ones(1)).dtype() == kFloat);
  CHECK(list(tensor({0.5, -0.5, 0.}).to(kBool)) == Values{1, 1, 0});
  CHECK(clone(x.t()).is_contiguous());

  const Tensor y = zeros({2, 3});
  y.copy_(x.slice(0, 0, 1));
  CHECK(list(y) == Values{0, 1, 2, 0, 1, 2});
  y.t().copy_(tensor({7}));
  CHECK(list(y[1]) == Values{7, 7, 7});
  y[0].fill_(tensor(3));
  CHECK(list(y[0]) == Values{3, 3, 3});
  CHECK_THROWS_AS(y.fill_(ones(1)), Error);
  CHECK_THROWS_AS(y.copy_(ones({2, 2})), Error);
  CHECK_THROWS_AS(y.copy_(ones({1, 2, 3})), Error);
  const Tensor v = arange(5);
  v.slice(0, 1).copy_(v.slice(0, 0, 4));  // overlapping
  CHECK(list(v) == Values{0, 0, 1, 2, 3});
  const auto before = y._version();
  y.zero_();
  CHECK(y._version() > before);

  const Tensor leaf = testing::leaf({1, 2});
  CHECK_THROWS_AS(leaf.zero_(), Error);
  leaf.set_data(ones({3}));
  CHECK(leaf.requires_grad());
  CHECK(leaf.dtype() == kFloat);
  (leaf * 2).backward(ones(3));
  CHECK(list(leaf.grad()) == Values{2, 2, 2});
  CHECK_THROWS_AS(leaf.set_data(arange(3)), Error);
}
