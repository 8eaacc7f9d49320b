// Hooks: what they may do while backward runs, and what grad() keeps.
#include <doctest/doctest.h>

#include <iostream>
#include <sstream>

#include "base/warn.h"
#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

/// Calls f the first time only, with recording on, which backward switches off.
template <class F>
auto once(F f) {
  return [f, done = false](Tensor g) mutable {
    if (std::exchange(done, true)) return g;
    AutoGradMode on(true);
    f();
    return g;
  };
}

}  // namespace

TEST_CASE("a backward inside a hook that reaches the same leaf adds to the outer one") {
  Tensor x = leaf({1});
  x.register_hook(once([&] { (x * 2).backward(); }));
  (x * 5).backward();
  CHECK(list(x.grad()) == Values{7});
}

TEST_CASE("a backward inside a hook through the very node that the hook is on") {
  Tensor x = leaf({1});
  Tensor y = x * 3;
  y.register_hook(once([&] { y.backward({}, true); }));
  (y * 6).backward();
  CHECK(list(x.grad()) == Values{18 + 3});

  Tensor v = leaf({1});
  v.register_hook([](Tensor g) { return g * 10; });
  Tensor w = v * 1;
  w.register_hook(once([&] { (w + v).backward({}, true); }));
  w.backward();
  CHECK(list(v.grad()) == Values{10 * (1 + 2)});  // the leaf's hook is called for both
}

TEST_CASE("autograd::grad inside the hook of a leaf") {
  Tensor x = leaf({3});
  Tensor inner;
  x.register_hook(once([&] { inner = autograd::grad({x * x}, {x})[0]; }));
  (x * 2).backward();
  CHECK(list(inner) == Values{6});
  CHECK(list(x.grad()) == Values{2});
}

TEST_CASE("a hook may drop the loss that is being differentiated") {
  Tensor x = leaf({2});
  Tensor loss = x * x;
  loss.register_hook([&](Tensor) { loss = Tensor(); });
  loss.backward();
  CHECK(list(x.grad()) == Values{4});
}

TEST_CASE("all hooks that were there are called, whatever they remove or add") {
  Tensor x = leaf({1});
  std::string order;
  unsigned number[3];
  number[0] = x.register_hook([&](Tensor) {
    order += 'a';
    x.remove_hook(number[0]);
    x.register_hook([&](Tensor) { order += 'd'; });
  });
  number[1] = x.register_hook([&](Tensor) {
    order += 'b';
    if (number[2]) x.remove_hook(std::exchange(number[2], 0));
  });
  number[2] = x.register_hook([&](Tensor) { order += 'c'; });
  (x * 2).backward();
  CHECK(order == "abc");
  (x * 2).backward();
  CHECK(order == "abcbd");
}

TEST_CASE("retain_grad after a hook that removes itself") {
  Tensor x = leaf({1, 2});
  Tensor y = x * 3;
  unsigned number = 0;
  number = y.register_hook([&](Tensor) { y.remove_hook(number); });
  y.retain_grad();
  (y * 4).sum().backward();
  CHECK(list(y.grad()) == Values{4, 4});
}

TEST_CASE("retain_grad and then a write in place: the gradient of the value that the tensor has") {
  Tensor x = leaf({1, 1, 1});
  Tensor y = x * 3;
  y.retain_grad();
  y.mul_(2);
  CHECK(y.retains_grad());
  (y * 5).sum().backward();
  CHECK(list(y.grad()) == Values{5, 5, 5});  // libtorch 1.13 too
  CHECK(list(x.grad()) == Values{30, 30, 30});

  Tensor z = x * 3;
  z.retain_grad();
  z.slice(0, 0, 2).mul_(2);
  (z * 5).sum().backward();
  CHECK(list(z.grad()) == Values{5, 5, 5});
}

TEST_CASE("a hook that brings another type or shape is an Error that names both") {
  for (bool on_leaf : {true, false}) {
    Tensor x = leaf({1, 2});
    const Tensor y = on_leaf ? x : x * 2;
    ScalarType type = kFloat32;
    std::vector<std::int64_t> shape = {2};
    y.register_hook([&](Tensor) { return ones(shape, type); });
    const Tensor loss = (y * 2).sum();
    CHECK(has(message([&] { loss.backward({}, true); }), "float32[2], wants float64[2]"));
    type = kInt64;
    CHECK(has(message([&] { loss.backward({}, true); }), "int64[2], wants float64[2]"));
    type = kFloat64;
    shape = {3, 2};
    CHECK(has(message([&] { loss.backward({}, true); }), "float64[3, 2], wants float64[2]"));
    CHECK_FALSE(x.grad().defined());
  }
}

TEST_CASE("a grad() that was set to another type or shape is an Error, and is left as it was") {
  Tensor x = leaf({1, 2});
  for (const Tensor& wrong : {ones({2}, kFloat32), ones({2}, kInt64), ones({3, 2}, kFloat64)}) {
    x.mutable_grad() = wrong;
    CHECK(has(message([&] { (x * 2).sum().backward(); }), "grad()"));
    CHECK(x.grad().is_same(wrong));
    CHECK(wrong.sum().item<double>() == double(wrong.numel()));
  }
  x.mutable_grad() = ones({1}, kFloat64).expand({2});  // may be added to, though not in place
  (x * 2).sum().backward();
  CHECK(list(x.grad()) == Values{3, 3});
}

TEST_CASE("every gradient that is kept may be written to") {
  Tensor x = leaf({1, 2, 3});
  Tensor y = x * 1;
  y.retain_grad();
  y.sum().backward();
  for (const Tensor& g : {x.grad(), y.grad()}) {
    CHECK(g.is_contiguous());
    CHECK_NOTHROW(g.mul_(2));
    CHECK(list(g) == Values{2, 2, 2});
  }
  Tensor w = leaf({1, 2, 3});
  w.sum().backward({}, nullopt, false, TensorList{w});
  CHECK_NOTHROW(w.grad().mul_(2));
  Tensor m = ones({2, 3}, kFloat64).set_requires_grad(true);
  const Tensor given = ones({3, 2}, kFloat64).t();
  m.backward(given);
  CHECK(m.grad().is_contiguous());
  m.grad().zero_();
  CHECK(given.sum().item<double>() == 6);
  Tensor recorded = leaf({1, 2});
  recorded.sum().backward({}, nullopt, /*create_graph=*/true);
  NoGradGuard guard;
  CHECK_NOTHROW(recorded.grad().mul_(2));
}

TEST_CASE("backward towards inputs: they gather once each, results too; an empty list is an Error") {
  Tensor x = leaf({1, 1});
  Tensor y = x * 2;
  y.sum().backward({}, true, false, TensorList{y, x, x});
  CHECK(list(x.grad()) == Values{2, 2});
  CHECK(list(y.grad()) == Values{1, 1});
  y.sum().backward({}, true, false, TensorList{y, x});
  CHECK(list(x.grad()) == Values{4, 4});
  CHECK(list(y.grad()) == Values{2, 2});
  Tensor z = x * 2;
  z.retain_grad();
  z.sum().backward({}, nullopt, false, TensorList{z});
  CHECK(list(z.grad()) == Values{1, 1});
  CHECK(has(message([&] { (x * 2).sum().backward({}, nullopt, false, TensorList()); }), "inputs is empty"));
}

TEST_CASE("create_graph into grad() says once how the circle is broken") {
  forget_warnings();
  std::stringstream text;
  std::streambuf* const before = std::cerr.rdbuf(text.rdbuf());
  const std::int64_t alive = live_tensors();
  {
    Tensor x = leaf({2});
    for (int i = 0; i < 2; ++i) (x * x).backward({}, nullopt, /*create_graph=*/true);
    CHECK(list(x.grad()) == Values{8});
    x.mutable_grad() = Tensor();
  }
  std::cerr.rdbuf(before);
  CHECK(live_tensors() == alive);
  const std::string once = text.str();
  CHECK(has(once, "mutable_grad() = Tensor()"));
  CHECK(once.find("create_graph") == once.rfind("create_graph"));
}
