// Backward: where gradients go, what is freed, and what is refused.
#include <doctest/doctest.h>

#include <thread>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

TEST_CASE("gradients of a product and a sum, accumulated over two backwards") {
  Tensor x = leaf({1, 2}), y = leaf({3, 5});
  (x * y + x).sum().backward();
  CHECK(list(x.grad()) == Values{4, 6});
  CHECK(list(y.grad()) == Values{1, 2});
  (x * 2).sum().backward();
  CHECK(list(x.grad()) == Values{6, 8});
}

TEST_CASE("one tensor used as both operands") {
  Tensor x = leaf({3, -2});
  (x * x).sum().backward();
  CHECK(list(x.grad()) == Values{6, -4});
  x.mutable_grad() = Tensor();
  (x + x).sum().backward();
  CHECK(list(x.grad()) == Values{2, 2});
  x.mutable_grad() = Tensor();
  (x - x).sum().backward();
  CHECK(list(x.grad()) == Values{0, 0});
  x.mutable_grad() = Tensor();
  (x / x).sum().backward();
  CHECK(list(x.grad()) == Values{0, 0});
}

TEST_CASE("gradients of different leaves share no memory, nor do they share the caller's gradient") {
  Tensor a = leaf({1, 2}), b = leaf({3, 4}), g = leaf({10, 20}).detach();
  (a + b).backward(g);
  a.grad().mul_(0);
  CHECK(list(b.grad()) == Values{10, 20});
  CHECK(list(g) == Values{10, 20});
}

TEST_CASE("a gradient flows back through broadcasting and through a change of type") {
  Tensor row = leaf({1, 2, 3});
  Tensor wide = ones({2, 3}, kFloat64);
  (row * wide).sum().backward();
  CHECK(list(row.grad()) == Values{2, 2, 2});
  Tensor small = ones({2}, kFloat32).set_requires_grad(true);
  (small * leaf({3, 4}).detach()).sum().backward();
  CHECK(small.grad().dtype() == kFloat32);
  CHECK(list(small.grad()) == Values{3, 4});
}

TEST_CASE("a diamond is walked once") {
  Tensor x = leaf({1.5});
  int visits = 0;
  Tensor y = x * 2;
  y.register_hook([&](Tensor) { ++visits; });
  Tensor z = y * y + y;
  z.backward();
  CHECK(visits == 1);
  CHECK(list(x.grad()) == Values{2 * (2 * 3.0) + 2});
  Tensor v = leaf({1});  // per-path engines take 2^60 steps for this
  Tensor w = v;
  for (int i = 0; i < 60; ++i) w = w * 0.5 + w * 0.5;
  w.backward();
  CHECK(list(v.grad()) == Values{1});
}

TEST_CASE("a chain of a million operations goes forward, backward, and away") {
  Tensor x = leaf({1});
  const std::int64_t before = live_tensors();
  {
    Tensor y = x;
    for (int i = 0; i < 1'000'000; ++i) y = y * 1.000001;
    y.backward();
  }
  CHECK(list(x.grad())[0] == doctest::Approx(2.718280469));
  x.mutable_grad() = Tensor();
  CHECK(live_tensors() == before);
  {
    Tensor y = x;
    for (int i = 0; i < 1'000'000; ++i) y = y * y;  // each saves its input, never walked
  }
  CHECK(live_tensors() == before);
}

TEST_CASE("what was saved is freed as backward passes, unless retain_graph") {
  Tensor x = leaf({2, 3});
  Tensor y = (x * x).sum();
  y.backward({}, true);
  y.backward();
  CHECK(list(x.grad()) == Values{8, 12});
  const std::string text = message([&] { y.backward(); });
  CHECK(has(text, "'mul'"));
  CHECK(has(text, "retain_graph"));
  CHECK(list(x.grad()) == Values{8, 12});

  Tensor linear = (x + x).sum();  // saves nothing, so there is nothing to free
  linear.backward();
  linear.backward();
  CHECK(list(x.grad()) == Values{12, 16});
}

TEST_CASE("operations that save their own result do not keep themselves alive") {
  const std::int64_t before = live_tensors();
  {
    Tensor x = leaf({1, 2}), y = leaf({3, 4});
    Tensor z = x / y;
    z = 1.0 / z;
  }
  CHECK(live_tensors() == before);
}

TEST_CASE("a write in place after an operation saved the tensor makes no circle") {
  const std::int64_t before = live_tensors();
  {
    Tensor a = leaf({1, 2});
    Tensor x = a * 2;
    Tensor y = x * x;  // saves x
    x.add_(y);         // x's new history leads to the operation that saved x
  }
  CHECK(live_tensors() == before);
}

TEST_CASE("refusals change nothing") {
  Tensor x = leaf({1, 2});
  CHECK(has(message([&] { (x * 2).backward(); }), "[2]"));
  CHECK(has(message([&] { (x * 2).backward(leaf({1, 2, 3}).detach()); }), "[3]"));
  CHECK(has(message([&] { (x * 2).backward(ones({2}, kInt64)); }), "int64"));
  CHECK(has(message([&] { ones({1}).backward(); }), "requires no gradient"));
  CHECK(has(message([&] { ones({2}, kInt64).set_requires_grad(true); }), "int64"));
  CHECK(has(message([&] { x.detach().register_hook([](Tensor g) { return g; }); }), "requires no gradient"));
  CHECK(has(message([&] { Tensor().backward(); }), "undefined"));
  CHECK(has(message([&] { (x * 2).set_requires_grad(false); }), "'mul'"));
  CHECK(has(message([&] { x.add_(1); }), "leaf"));
  CHECK_FALSE(x.grad().defined());
  CHECK(list(x) == Values{1, 2});
}

TEST_CASE("nothing is recorded under NoGradGuard, and the mode comes back after an exception") {
  Tensor x = leaf({1});
  try {
    NoGradGuard guard;
    CHECK_FALSE((x * 2).requires_grad());
    {
      AutoGradMode on(true);
      CHECK((x * 2).requires_grad());
    }
    CHECK_FALSE(GradMode::is_enabled());
    throw 1;
  } catch (int) {
  }
  CHECK(GradMode::is_enabled());
  CHECK((x * 2).requires_grad());
}

TEST_CASE("detach shares the value and drops the history") {
  Tensor x = leaf({1, 2});
  Tensor d = (x * 3).detach();
  CHECK_FALSE(d.requires_grad());
  CHECK(d.is_leaf());
  Tensor y = x * 3;
  y.detach_();
  CHECK_FALSE(y.requires_grad());
}

TEST_CASE("grad: only towards the inputs, leaving every grad() alone") {
  Tensor x = leaf({2}), w = leaf({3});
  Tensor y = x * w;
  Tensor z = y * y;
  const TensorList g = autograd::grad({z}, {x, y}, {}, true);
  CHECK(list(g[0]) == Values{2 * 6 * 3.0});
  CHECK(list(g[1]) == Values{12});
  CHECK_FALSE(x.grad().defined());
  CHECK_FALSE(w.grad().defined());
  Tensor unused = leaf({1});
  CHECK(has(message([&] { autograd::grad({z}, {unused}, {}, true); }), "allow_unused"));
  CHECK_FALSE(autograd::grad({z}, {unused}, {}, true, false, true)[0].defined());
  CHECK(has(message([&] { autograd::grad({z}, {x.detach()}, {}, true); }), "requires no gradient"));
  z.backward({}, nullopt, false, TensorList{w});
  CHECK_FALSE(x.grad().defined());
  CHECK(list(w.grad()) == Values{2 * 6 * 2.0});
}

TEST_CASE("create_graph gives gradients that have gradients") {
  Tensor x = leaf({2});
  Tensor y = x * x * x;
  Tensor dx = autograd::grad({y}, {x}, {}, true, true)[0];
  Tensor ddx = autograd::grad({dx}, {x}, {}, true, true)[0];
  Tensor dddx = autograd::grad({ddx}, {x})[0];
  CHECK(list(dx) == Values{12});
  CHECK(list(ddx) == Values{12});
  CHECK(list(dddx) == Values{6});
}

TEST_CASE("hooks see the whole gradient, replace it, and can be removed") {
  Tensor x = leaf({1, 1});
  Tensor y = x * 3;
  y.retain_grad();
  const unsigned number = y.register_hook([](Tensor g) { return g * 10; });
  (y * y).sum().backward();
  CHECK(list(x.grad()) == Values{180, 180});
  CHECK(list(y.grad()) == Values{6, 6});  // retain_grad came first
  y.remove_hook(number);
  CHECK(has(message([&] { y.remove_hook(number); }), "no hook"));
  unsigned on_leaf = x.register_hook([](Tensor g) { return g * 0; });
  x.mutable_grad() = Tensor();
  (x * 5 + x).sum().backward();
  CHECK(list(x.grad()) == Values{0, 0});
  x.remove_hook(on_leaf);
  CHECK(has(message([&] {
              Tensor z = x * 2;
              z.register_hook([](Tensor) { return ones({7}, kFloat64); });
              z.sum().backward();
            }),
            "[7]"));
}

TEST_CASE("an error in a hook leaves the tape usable") {
  Tensor x = leaf({1, 2});
  Tensor y = x * x;
  bool fail_now = true;
  y.register_hook([&](Tensor g) -> Tensor {
    if (fail_now) throw Error("stop");
    return g;
  });
  Tensor z = y.sum();
  CHECK_THROWS_AS(z.backward({}, true), Error);
  CHECK_FALSE(x.grad().defined());
  fail_now = false;
  z.backward();
  CHECK(list(x.grad()) == Values{2, 4});
}

TEST_CASE("a backward inside a hook") {
  Tensor x = leaf({2}), w = leaf({5});
  Tensor y = x * w;
  y.register_hook([&](Tensor g) {
    AutoGradMode on(true);  // backward runs without recording
    Tensor inner = w * w;
    inner.backward();  // reaches w, which the outer walk reaches as well
    return g;
  });
  (y + w).backward();
  CHECK(list(x.grad()) == Values{5});
  CHECK(list(w.grad()) == Values{2 + 1 + 10});
}

TEST_CASE("backwards on several threads that share a parameter add up") {
  Tensor w = leaf({1});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) (w * 2).backward();
    });
  for (auto& t : threads) t.join();
  CHECK(list(w.grad()) == Values{1600});
}

TEST_CASE("anomaly mode names the operation that made the first NaN") {
  Tensor x = leaf({0});
  autograd::DetectAnomalyGuard guard;
  CHECK(has(message([&] { x / x; }), "'div'"));
  Tensor y = leaf({0.0});
  Tensor z = 1.0 / (y + 1);  // fine
  Tensor bad = (y * y) / y.detach().add(1) * 0;
  CHECK_NOTHROW((z + bad).backward());
}

TEST_CASE("the graph as text") {
  Tensor x = leaf({1, 2}), w = leaf({3, 4});
  Tensor y = (x * w + 1).sum();
  const std::string text = autograd::graph_to_string(y);
  CAPTURE(text);
  for (const char* part : {"position", "mul", "add", "sum", "leaf a", "float64[2]", "float64[]"})
    CHECK(has(text, part));
  CHECK(text.find("sum") < text.find("mul"));
  y.backward();
  CHECK(has(autograd::graph_to_string(y), "(freed)"));
  CHECK(has(autograd::graph_to_string(x.detach()), "nothing is recorded"));
}
