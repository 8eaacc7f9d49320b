// Writing in place: what it does to histories, to views, and to what gradients have saved.
#include <doctest/doctest.h>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

TEST_CASE("a result written in place goes on from its new value") {
  Tensor x = leaf({1, 2});
  Tensor y = x * 3;
  y.mul_(y.detach().clone());
  y.add_(x);
  CHECK(list(y) == Values{10, 38});
  y.sum().backward();
  CHECK(list(x.grad()) == Values{3 * 3 + 1, 3 * 6 + 1});
}

TEST_CASE("the gradient of the other operand uses the value before the write") {
  Tensor x = leaf({2, 3}), w = leaf({5, 7});
  Tensor y = x * 1;
  y.mul_(w);
  y.sum().backward();
  CHECK(list(w.grad()) == Values{2, 3});
  CHECK(list(x.grad()) == Values{5, 7});
}

TEST_CASE("a saved tensor that was changed since is refused, naming both operations") {
  Tensor x = leaf({1, 2});
  Tensor y = x * 2;
  Tensor z = y * y;
  y.add_(1);
  const std::string text = message([&] { z.sum().backward(); });
  CHECK(has(text, "'mul'"));
  CHECK(has(text, "'add_'"));
  CHECK(has(text, "version"));
  Tensor q = x / x.detach();
  q.zero_();  // div saved its result only for the other operand, which wants no gradient
  CHECK_NOTHROW(q.sum().backward());
}

TEST_CASE("a write to a view is part of the base's history") {
  Tensor x = leaf({1, 2, 3, 4});
  Tensor y = x * 1;
  Tensor part = y.slice(0, 1, 3);
  part.mul_(10);
  CHECK(list(y) == Values{1, 20, 30, 4});
  (y * y).sum().backward();
  CHECK(list(x.grad()) == Values{2, 400, 600, 8});
}

TEST_CASE("a write to the base reaches views made before") {
  Tensor x = leaf({1, 2, 3, 4});
  Tensor y = x * 1;
  Tensor part = y.slice(0, 1, 3);
  y.mul_(5);
  CHECK(list(part) == Values{10, 15});
  part.sum().backward();
  CHECK(list(x.grad()) == Values{0, 5, 5, 0});
}

TEST_CASE("a write through one view reaches another view of the same base") {
  Tensor x = leaf({1, 2, 3, 4});
  Tensor y = x * 1;
  Tensor rows = y.view({2, 2}), second = y.slice(0, 1, 4);
  rows.select(1, 1).mul_(3);  // elements 1 and 3
  second.sum().backward();
  CHECK(list(x.grad()) == Values{0, 3, 1, 3});
}

TEST_CASE("a buffer without history takes one from what is written into it") {
  Tensor x = leaf({1, 2});
  Tensor buffer = zeros({3, 2}, kFloat64);
  buffer.select(0, 1).copy_(x);
  CHECK(buffer.requires_grad());
  Tensor seen = buffer.t();
  (seen * 4).sum().backward();
  CHECK(list(x.grad()) == Values{4, 4});
}

TEST_CASE("copy_, fill_ and zero_ cut the old history off") {
  Tensor x = leaf({1, 2}), w = leaf({5, 6});
  Tensor y = x * 2;
  y.copy_(w);
  y.sum().backward();
  CHECK(list(w.grad()) == Values{1, 1});
  CHECK((!x.grad().defined() || list(x.grad()) == Values{0, 0}));
  Tensor z = x * 2;
  z.slice(0, 0, 1).zero_();
  z.sum().backward();
  CHECK(list(x.grad()) == Values{0, 2});
}

TEST_CASE("second order through writes to views") {
  Tensor x = leaf({1, 2, 3, 4, 5, 6});
  auto f = [](const TensorList& in) {
    Tensor y = in[0] * in[0];
    Tensor m = y.view({2, 3}).t();
    m.select(0, 1).mul_(in[0].slice(0, 0, 2));
    y.slice(0, 3, 6).add_(in[0].slice(0, 0, 3) * y.slice(0, 0, 3).clone());
    return TensorList{y * y, m * 2};
  };
  CHECK(autograd::gradcheck(f, {x}));
  CHECK(autograd::gradgradcheck(f, {x}, 1e-6, 1e-5, 1e-5));
}

TEST_CASE("refusals") {
  Tensor x = leaf({1, 2});
  CHECK(has(message([&] { x.add_(1); }), "leaf"));
  CHECK(has(message([&] { x.view({2, 1}).add_(1); }), "view of a leaf"));
  CHECK(has(message([&] { zeros({1}).expand({3}).add_(1); }), "share one place"));
  CHECK(has(message([&] { zeros({2}).add_(zeros({3})); }), "[3]"));
  CHECK(has(message([&] { zeros({2}).add_(zeros({3, 2})); }), "[3, 2]"));
  CHECK(has(message([&] { zeros({2}, kInt64).add_(0.5); }), "int64"));
  CHECK(list(x) == Values{1, 2});
  {
    NoGradGuard guard;
    x.add_(1);
    x.view({2, 1}).mul_(2);
  }
  CHECK(list(x) == Values{4, 6});
  CHECK(x.is_leaf());
}
