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
  q.zero_();  // div saves its operands
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

TEST_CASE("a view made under NoGradGuard of a result: a recorded write through it is part of the history") {
  Tensor x = leaf({1, 1}), w = leaf({2, 2});
  Tensor y = x * 1, v;
  {
    NoGradGuard guard;
    v = y.view({2, 1});
  }
  CHECK(v.requires_grad());
  v.mul_(w.unsqueeze(1));
  y.sum().backward();
  CHECK(list(x.grad()) == Values{2, 2});
  CHECK(list(w.grad()) == Values{1, 1});
}

TEST_CASE("views of a leaf made under NoGradGuard require a gradient, which does not flow, as in libtorch") {
  Tensor x = leaf({1, 2});
  NoGradGuard guard;
  for (const Tensor& v : {x.view({2, 1}), x.reshape({2, 1}), x.select(0, 1), x.t()}) {
    CHECK(v.requires_grad());
    CHECK(v.is_leaf());
    AutoGradMode on(true);
    Tensor y = (v * 2).sum();
    CHECK(y.requires_grad());
    y.backward();
    CHECK_FALSE(x.grad().defined());
    CHECK(has(message([&] { v.mul_(2); }), "leaf"));
  }
  CHECK_FALSE(x.detach().view({2, 1}).requires_grad());
}

TEST_CASE("set_data under an older view: the view keeps the old elements and its own history") {
  for (bool as_leaf : {false, true}) {
    Tensor t = ones({100}, kFloat64);
    Tensor v = t.slice(0, 90, 100), w = (zeros({10}, kFloat64) + 3).set_requires_grad(true);
    t.set_data(ones({1}, kFloat64));
    if (as_leaf) t.set_requires_grad(true);
    v.mul_(w);
    CHECK_FALSE((t.requires_grad() && !as_leaf));
    (v * v).sum().backward();
    CHECK(list(w.grad()) == Values(10, 6.0));
  }
}

TEST_CASE("a recorded write through an old view of a buffer that was converted leaves the buffer alone") {
  nn::BatchNorm1d norm(2);
  const Tensor old = norm->running_mean.view({2, 1});
  norm->to(kDouble);
  Tensor w = ones({2, 1}).set_requires_grad(true);
  old.mul_(w);
  CHECK_FALSE(norm->running_mean.requires_grad());
  CHECK(old.requires_grad());
}

TEST_CASE("a recorded write through a view of a base with gaps") {
  Tensor x = ones({2, 3}, kFloat64).set_requires_grad(true);
  Tensor y = x * 3;
  y.t_();
  y.select(0, 0).mul_(2);
  y.sum().backward();
  CHECK(list(x.grad()) == Values{6, 3, 3, 6, 3, 3});  // libtorch 1.13's value, as below

  Tensor w = leaf({1, 1, 1});
  Tensor b = arange(6, kFloat64).view({2, 3}).t().detach();
  b.select(1, 0).mul_(w * 2);
  (b * b).sum().backward();
  CHECK(list(w.grad()) == Values{0, 8, 32});

  std::vector<double> memory(12, 1.0);
  Tensor strided = from_blob(memory.data(), {2, 3}, {6, 2}, kFloat64);
  Tensor u = leaf({1, 2, 3});
  strided.select(0, 1).mul_(u);
  (strided * strided).sum().backward();
  CHECK(list(u.grad()) == Values{2, 4, 6});
  CHECK(memory[7] == 1);  // between the elements
  CHECK(memory[8] == 2);
}

TEST_CASE("after y.t_() and a write to y an older view has y's history") {
  Tensor x = ones({2, 3}, kFloat64).set_requires_grad(true);
  Tensor y = x * 3;
  const Tensor v = y.select(0, 0);
  y.t_();
  y.mul_(2);
  (v * v).sum().backward();
  CHECK(list(x.grad()) == Values{72, 72, 72, 0, 0, 0});
}

TEST_CASE("a write that can't be recorded is refused before it changes anything") {
  Tensor w = leaf({2, 2, 2});
  Tensor repeated = ones({1, 3}, kFloat64).expand({2, 3}).detach();
  CHECK_THROWS_AS(repeated.select(0, 0).mul_(w), Error);
  CHECK(list(repeated) == Values(6, 1.0));
}

TEST_CASE("as_strided of a tensor that reaches beyond its elements is refused when recorded") {
  Tensor x = leaf({0, 1, 2, 3, 4, 5});
  Tensor half = (x * 1).slice(0, 3, 6);
  CHECK_THROWS_AS(half.as_strided({3}, {1}, 0), Error);
  CHECK_NOTHROW(half.as_strided({2}, {2}));
}

TEST_CASE("an operand that is a broadcast part of the target is read before it is overwritten") {
  auto row = [] { return leaf({2, 4, 8}).detach().unsqueeze(0); };
  auto after = [&](auto write) {
    Tensor x = row();
    write(x, x.narrow(1, 0, 1));
    return list(x);
  };
  CHECK(after([](Tensor x, Tensor b) { x.div_(b); }) == Values{1, 2, 4});
  CHECK(after([](Tensor x, Tensor b) { x.add_(b); }) == Values{4, 6, 10});
  CHECK(after([](Tensor x, Tensor b) { x.mul_(b); }) == Values{4, 8, 16});
  CHECK(after([](Tensor x, Tensor b) { x -= b; }) == Values{0, 2, 6});
  CHECK(after([](Tensor x, Tensor b) { x.pow_(b); }) == Values{4, 16, 64});
  CHECK(after([](Tensor x, Tensor b) { x.remainder_(b); }) == Values{0, 0, 0});
  CHECK(after([](Tensor x, Tensor b) { x.floor_divide_(b); }) == Values{1, 2, 4});
  CHECK(after([](Tensor x, Tensor b) { x.fmod_(b); }) == Values{0, 0, 0});
}
