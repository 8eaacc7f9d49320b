// A name that is assigned to stands for another tensor; what has no name, a view above all, is written to.
#include <doctest/doctest.h>

#include <type_traits>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::indexing;
using testing::leaf;
using testing::list;
using testing::Values;

namespace {

Tensor counted() { return arange(12, kFloat64).view({3, 4}); }

/// x after write(x).
template <class F>
Values after(F write) {
  Tensor x = counted();
  write(x);
  return list(x);
}

}  // namespace

TEST_CASE("assignment to a view writes into the base") {
  const Tensor row = tensor({-1., -2., -3., -4.});
  CHECK(after([&](Tensor& x) { x[1] = row; }) == Values{0, 1, 2, 3, -1, -2, -3, -4, 8, 9, 10, 11});
  CHECK(after([&](Tensor& x) { x[1][2] = row[0]; }) == Values{0, 1, 2, 3, 4, 5, -1, 7, 8, 9, 10, 11});
  CHECK(after([&](Tensor& x) { x.select(1, 0) = 0; }) == Values{0, 1, 2, 3, 0, 5, 6, 7, 0, 9, 10, 11});
  CHECK(after([&](Tensor& x) { x.slice(0, 1) = row; }) == Values{0, 1, 2, 3, -1, -2, -3, -4, -1, -2, -3, -4});
  CHECK(after([&](Tensor& x) { x.slice(1, 0, 4, 2) = 0.5; }) ==
        Values{0.5, 1, 0.5, 3, 0.5, 5, 0.5, 7, 0.5, 9, 0.5, 11});
  CHECK(after([&](Tensor& x) { x.narrow(0, 0, 1) = Tensor(row); }) ==
        Values{-1, -2, -3, -4, 4, 5, 6, 7, 8, 9, 10, 11});
  CHECK(after([&](Tensor& x) {
          x.index({Slice(1, None), 3}) = true;
        }) == Values{0, 1, 2, 3, 4, 5, 6, 1, 8, 9, 10, 1});
  CHECK(after([&](Tensor& x) { x.t()[0] = 9; }) == Values{9, 1, 2, 3, 9, 5, 6, 7, 9, 9, 10, 11});
  CHECK(after([&](Tensor& x) { x.diagonal() = 0; }) == Values{0, 1, 2, 3, 4, 0, 6, 7, 8, 9, 0, 11});
  CHECK(after([&](Tensor& x) { x.unbind()[2] = x[0]; }) ==
        list(counted()));  // an element of a list has a name
  CHECK(after([&](Tensor& x) { x[0] = x[1] = 7; }) == Values{7, 7, 7, 7, 7, 7, 7, 7, 8, 9, 10, 11});
  CHECK(after([&](Tensor& x) { x[2] -= row; }) == Values{0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 15});
  CHECK(after([&](Tensor& x) { x.detach()[0] = 1; }) == Values{1, 1, 1, 1, 4, 5, 6, 7, 8, 9, 10, 11});
  CHECK(after([&](Tensor& x) { x.index({tensor({0, 1})}) = 1; }) == list(counted()));  // that is a copy
  CHECK_THROWS_AS(counted()[0] = zeros({3}), Error);
  CHECK_THROWS_AS(counted()[0] = Tensor(), Error);
  static_assert(!std::is_assignable_v<Tensor&, int>);
}

TEST_CASE("assignment to a name makes it stand for another tensor") {
  const Tensor y = tensor({5.});
  CHECK(after([&](Tensor& x) {
          Tensor v = x[0];
          v = y;
          CHECK(v.is_same(y));
        }) == list(counted()));
  CHECK(after([&](Tensor& x) {
          for (Tensor& v : x.unbind()) v = y;
        }) == list(counted()));
  Tensor a = y, b = tensor({6.});
  std::swap(a, b);
  CHECK(b.is_same(y));
  std::tie(a, b) = std::tuple(y, y);
  CHECK(a.is_same(y));
  static_assert(std::is_nothrow_move_assignable_v<Tensor&> && std::is_nothrow_move_constructible_v<Tensor>);
}

TEST_CASE("assignment to a view is recorded") {
  const Tensor w = leaf({1, 2, 3, 4});
  const Tensor base = zeros({3, 4}, kDouble);
  base[1] = w * 2;
  base.slice(0, 2, 3) = w * w;
  base[1][0] = 5;
  CHECK(list(base) == Values{0, 0, 0, 0, 5, 4, 6, 8, 1, 4, 9, 16});
  (base * counted()).sum().backward();
  CHECK(list(w.grad()) == Values{16, 10 + 36, 12 + 60, 14 + 88});

  const Tensor x = leaf({1, 2, 3, 4}), a = x * 1;
  a[1] = 10;  // what it overwrites gets no gradient
  a[2] *= x[0];
  (a * a).sum().backward();
  CHECK(list(x.grad()) == Values{2 + 18, 0, 6, 8});

  CHECK_THROWS_AS(leaf({1, 2})[0] = 1, Error);
  const Tensor quiet = leaf({1, 2});
  {
    NoGradGuard guard;
    quiet[0] = 7;
  }
  CHECK(list(quiet) == Values{7, 2});
  CHECK(quiet.is_leaf());
}

namespace {
[[maybe_unused]] const char* taken(const Tensor&) { return "tensor"; }  // never chosen, which is the point
const char* taken(const std::vector<double>&) { return "vector"; }
}  // namespace

TEST_CASE("a literal 0 in braces is a number, not a null handle") {
  CHECK(std::string(taken({0})) == "vector");
  CHECK(std::string(taken({0.})) == "vector");
  static_assert(!std::is_convertible_v<int, Generator>);
  static_assert(std::is_constructible_v<detail::Ref<TensorImpl>, std::nullptr_t>);
  static_assert(std::is_convertible_v<const char*, Device> && !std::is_convertible_v<std::nullptr_t, Device>);
  CHECK(counted().grad_fn() == nullptr);
}
