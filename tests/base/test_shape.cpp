#include <doctest/doctest.h>

#include "wengert/base/error.h"
#include "wengert/base/shape.h"

using namespace wengert;

TEST_CASE("a shape prints as a list") {
  CHECK(to_string(Shape{2, 3}) == "[2, 3]");
  CHECK(to_string(Shape{7}) == "[7]");
  CHECK(to_string(Shape{}) == "[]");
}

TEST_CASE("a shape is made from anything that lists integers") {
  const std::vector<std::int64_t> sizes = {4, 5, 6};
  CHECK(Shape(IntArrayRef(sizes)) == Shape{4, 5, 6});
  CHECK(Shape::filled(3, 1) == Shape{1, 1, 1});
  CHECK(Shape::filled(0, 1).empty());
  CHECK(Shape::filled(-1, 1).empty());
}

TEST_CASE("dimensions come and go at any place") {
  Shape shape{2, 3};
  shape.push_back(4);
  CHECK(shape == Shape{2, 3, 4});
  shape.insert(0, 1);
  CHECK(shape == Shape{1, 2, 3, 4});
  shape.insert(2, 9);
  CHECK(shape == Shape{1, 2, 9, 3, 4});
  shape.erase(2);
  shape.erase(0);
  CHECK(shape == Shape{2, 3, 4});
  shape.erase(2);
  CHECK(shape == Shape{2, 3});
}

TEST_CASE("a ninth dimension is refused and changes nothing") {
  CHECK_THROWS_WITH_AS(Shape(IntArrayRef(std::vector<std::int64_t>(9, 1))),
                       "shape: 9 dimensions, but a tensor has at most 8", Error);
  CHECK_THROWS_AS(Shape::filled(9, 1), Error);
  Shape full = Shape::filled(8, 2);
  CHECK_THROWS_AS(full.push_back(1), Error);
  CHECK_THROWS_AS(full.insert(0, 1), Error);
  CHECK(full == Shape::filled(8, 2));
}

TEST_CASE("a place outside the shape is refused") {
  Shape shape{2, 3};
  CHECK_THROWS_AS(shape.insert(3, 1), IndexError);
  CHECK_THROWS_AS(shape.insert(-1, 1), IndexError);
  CHECK_THROWS_AS(shape.erase(2), IndexError);
  CHECK_THROWS_AS(shape.erase(-1), IndexError);
  CHECK_THROWS_AS(Shape{}.erase(0), IndexError);
  CHECK(shape == Shape{2, 3});
}
