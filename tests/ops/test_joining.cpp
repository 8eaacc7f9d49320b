#include <doctest/doctest.h>

#include "support/helpers.h"

using namespace wengert;
using testing::has;
using testing::list;
using testing::message;
using testing::Values;
using Sizes = std::vector<std::int64_t>;

TEST_CASE("cat") {
  const Tensor a = arange(4).reshape({2, 2}), b = arange(4, 6).reshape({1, 2});
  CHECK(list(cat({a, b})) == Values{0, 1, 2, 3, 4, 5});
  CHECK(list(cat({a, a.t()}, -1)) == Values{0, 1, 0, 2, 2, 3, 1, 3});
  CHECK(cat({a, ones({2, 2})}).dtype() == kFloat);
  CHECK(cat({a, ones({1, 2}, kBool)}).dtype() == kLong);
  CHECK(cat({a}).data_ptr() != a.data_ptr());

  // A vector without elements joins anything, and still has its type.
  CHECK(cat({a, ones(0)}, 1).sizes() == Sizes{2, 2});
  CHECK(cat({ones(0), a}, 1).dtype() == kFloat);
  CHECK(cat({ones(0), ones(0)}).sizes() == Sizes{0});
  CHECK(cat({ones({0, 2}), ones({3, 2})}).sizes() == Sizes{3, 2});

  const std::string text = message([&] { cat({a, ones({2, 3})}); });
  CHECK(has(text, "cat"));
  CHECK(has(text, "[2, 2]"));
  CHECK(has(text, "[2, 3]"));
  CHECK_THROWS_AS(cat({a, ones({2, 2, 1})}), Error);
  CHECK_THROWS_AS(cat({ones({}), ones({})}), Error);
  CHECK_THROWS_AS(cat({a, a}, 2), IndexError);
  CHECK_THROWS_AS(cat({}), Error);
  CHECK_THROWS_AS(cat({a, Tensor()}), Error);
}

TEST_CASE("stack, vstack and hstack") {
  const Tensor a = arange(3), b = arange(3, 6);
  CHECK(list(stack({a, b})) == Values{0, 1, 2, 3, 4, 5});
  CHECK(list(stack({a, b}, -1)) == Values{0, 3, 1, 4, 2, 5});
  CHECK(stack({ones({}), zeros({}, kLong)}).dtype() == kFloat);
  CHECK(stack({ones({0, 2})}, 1).sizes() == Sizes{0, 1, 2});
  CHECK(has(message([&] { stack({a, ones(2)}); }), "[2]"));
  CHECK_THROWS_AS(stack({a}, 2), IndexError);
  CHECK(vstack({a, b}).sizes() == Sizes{2, 3});
  CHECK(vstack({ones({}), ones({2, 1})}).sizes() == Sizes{3, 1});
  CHECK(hstack({a, b}).sizes() == Sizes{6});
  CHECK(hstack({ones({2, 1}), ones({2, 3})}).sizes() == Sizes{2, 4});
  CHECK(hstack({ones({}), ones({})}).sizes() == Sizes{2});
}

TEST_CASE("the gradient of cat is cut into pieces") {
  const Tensor x = testing::leaf({1, 2}), y = testing::leaf({3});
  cat({x, y * 2, x}).backward(arange(1, 6, kFloat64));
  CHECK(list(x.grad()) == Values{1 + 4, 2 + 5});
  CHECK(list(y.grad()) == Values{6});
  const Tensor f = zeros(2).set_requires_grad(true);  // float32 among float64
  cat({f, x}).backward(arange(1, 5, kFloat64));
  CHECK(f.grad().dtype() == kFloat);
  CHECK(list(f.grad()) == Values{1, 2});
}
