// A user's own operations.
#include <doctest/doctest.h>

#include "wengert/wengert.h"

using namespace wengert;
using autograd::AutogradContext;
using autograd::variable_list;

namespace {

struct Cube : autograd::Function<Cube> {
  static Tensor forward(AutogradContext* ctx, Tensor x) {
    ctx->save_for_backward({x});
    return x * x * x;
  }
  static variable_list backward(AutogradContext* ctx, variable_list dy) {
    const Tensor x = ctx->get_saved_variables()[0];
    return {dy[0] * x * x * 3};
  }
};

struct Reciprocal : autograd::Function<Reciprocal> {  // saves its result
  static Tensor forward(AutogradContext* ctx, const Tensor& x) {
    Tensor y = 1.0 / x;
    ctx->save_for_backward({y});
    return y;
  }
  static variable_list backward(AutogradContext* ctx, variable_list dy) {
    const Tensor y = ctx->get_saved_variables()[0];
    return {-dy[0] * y * y};
  }
};

struct ScaleBoth : autograd::Function<ScaleBoth> {
  static variable_list forward(AutogradContext* ctx, const Tensor& a, double factor, const Tensor& b) {
    ctx->saved_data["factor"] = factor;
    return {a * factor, b * factor};
  }
  static variable_list backward(AutogradContext* ctx, variable_list dy) {
    const double factor = ctx->saved_data["factor"].toDouble();
    return {dy[0] * factor, Tensor(), dy[1] * factor};
  }
};

struct Wrong : autograd::Function<Wrong> {
  static Tensor forward(AutogradContext*, const Tensor& x) { return x * 1; }
  static variable_list backward(AutogradContext*, variable_list dy) { return {dy[0], dy[0]}; }
};

Tensor leaf(double low, std::int64_t n) {
  Tensor x = zeros({n}, kFloat64);
  for (std::int64_t i = 0; i < n; ++i) x.data_ptr<double>()[i] = low + 0.3 * double(i);
  return x.set_requires_grad(true);
}

}  // namespace

TEST_CASE("value, gradient and second gradient of a user's function") {
  auto cube = [](const TensorList& in) { return TensorList{Cube::apply(in[0])}; };
  auto reciprocal = [](const TensorList& in) { return TensorList{Reciprocal::apply(in[0])}; };
  auto both = [](const TensorList& in) { return ScaleBoth::apply(in[0], 2.5, in[1]); };
  CHECK(autograd::gradcheck(cube, {leaf(-1, 5)}));
  CHECK(autograd::gradgradcheck(cube, {leaf(-1, 5)}));
  CHECK(autograd::gradcheck(reciprocal, {leaf(1, 5)}));
  CHECK(autograd::gradgradcheck(reciprocal, {leaf(1, 5)}));
  CHECK(autograd::gradcheck(both, {leaf(1, 5), leaf(2, 3)}));
}

TEST_CASE("one result unused: backward gets zeros for it") {
  Tensor a = leaf(1, 3), b = leaf(2, 2);
  ScaleBoth::apply(a, 2.0, b)[0].sum().backward();
  CHECK(a.grad().sum().item<double>() == 6);
  CHECK((!b.grad().defined() || b.grad().sum().item<double>() == 0));
}

TEST_CASE("forward is not recorded, and nothing keeps itself alive") {
  const std::int64_t before = live_tensors();
  {
    Tensor x = leaf(1, 3);
    Tensor y = Reciprocal::apply(x);
    CHECK(y.grad_fn()->name() == "Reciprocal");
    Tensor z = Cube::apply(y);
    CHECK(autograd::graph_to_string(z).find("mul") == std::string::npos);
  }
  CHECK(live_tensors() == before);
  NoGradGuard guard;
  CHECK_FALSE(Cube::apply(leaf(1, 3)).requires_grad());
}

TEST_CASE("a wrong number of gradients and a changed saved tensor are refused") {
  CHECK_THROWS_WITH_AS(Wrong::apply(leaf(1, 2)).sum().backward(),
                       "Function: backward returned 2 gradients for 1 arguments of forward", Error);
  Tensor x = leaf(1, 2) * 1;
  Tensor y = Cube::apply(x);
  x.add_(1);
  CHECK_THROWS_AS(y.sum().backward(), Error);
}

namespace {

std::string needed;  // what needs_input_grad said in the last backward

struct Asks : autograd::Function<Asks> {
  static Tensor forward(AutogradContext*, double s, const Tensor& x, optional<Tensor> w, optional<Tensor> b) {
    return w ? x * *w * s : (b ? x * s + *b : x * s);
  }
  static variable_list backward(AutogradContext* ctx, variable_list dy) {
    needed.clear();
    for (std::size_t i = 0;; ++i) try {
        needed += ctx->needs_input_grad(i) ? '1' : '0';
      } catch (const IndexError&) {
        break;
      }
    return {Tensor(), dy[0] * 2, dy[0] * 3, dy[0] * 4};
  }
};

struct Identity : autograd::Function<Identity> {  // gradient 10 dy, to be told from that of a copy
  static Tensor forward(AutogradContext*, Tensor x) { return x; }
  static variable_list backward(AutogradContext*, variable_list dy) { return {dy[0] * 10}; }
};
struct Flat : autograd::Function<Flat> {
  static Tensor forward(AutogradContext*, Tensor x) { return x.view(-1); }
  static variable_list backward(AutogradContext*, variable_list dy) { return {dy[0] * 10}; }
};
struct FlatCopy : autograd::Function<FlatCopy> {
  static Tensor forward(AutogradContext*, Tensor x) { return (x * 1).view(-1); }
  static variable_list backward(AutogradContext*, variable_list dy) { return {dy[0] * 10}; }
};

struct DoubleInPlace : autograd::Function<DoubleInPlace> {
  static Tensor forward(AutogradContext* ctx, Tensor x) {
    ctx->mark_dirty({x});
    return x.mul_(2);
  }
  static variable_list backward(AutogradContext*, variable_list dy) { return {dy[0] * 20}; }
};
struct DirtyNotReturned : autograd::Function<DirtyNotReturned> {
  static Tensor forward(AutogradContext* ctx, Tensor x) {
    ctx->mark_dirty({x});
    x.mul_(2);
    return x * 3;
  }
  static variable_list backward(AutogradContext*, variable_list dy) { return {dy[0]}; }
};

/// Runs its inside once more in backward instead of keeping what it saved (checkpointing).
struct Recompute : autograd::Function<Recompute> {
  static Tensor inside(const Tensor& x, const Tensor& w) { return (x * w).square() * w; }
  static Tensor forward(AutogradContext* ctx, Tensor x, Tensor w) {
    ctx->save_for_backward({x, w});
    return inside(x, w);
  }
  static variable_list backward(AutogradContext* ctx, variable_list dy) {
    const variable_list saved = ctx->get_saved_variables();
    AutoGradMode on(true);
    const Tensor x = saved[0].detach().set_requires_grad(true);
    return autograd::grad({inside(x, saved[1])}, {x, saved[1]}, dy);
  }
};

Tensor three_ones() { return ones({3}, kFloat64).set_requires_grad(true); }
double sum_of(const Tensor& x) { return x.sum().item<double>(); }

}  // namespace

TEST_CASE("needs_input_grad counts tensors only, and knows what grad() asked for") {
  Tensor x = three_ones(), w = three_ones();
  Tensor y = Asks::apply(2.0, x, optional<Tensor>(w), optional<Tensor>()).sum();
  y.backward({}, true);
  CHECK(needed == "11");
  CHECK(sum_of(x.grad()) == 6);
  CHECK(sum_of(w.grad()) == 9);  // an optional tensor gets its gradient
  autograd::grad({y}, {w}, {}, true);
  CHECK(needed == "01");
  autograd::grad({y}, {x});
  CHECK(needed == "10");
  const Tensor constant = ones({3}, kFloat64);
  Tensor b = three_ones();
  Asks::apply(2.0, constant, optional<Tensor>(), optional<Tensor>(b)).sum().backward();
  CHECK(needed == "01");
  CHECK(sum_of(b.grad()) == 12);
}

TEST_CASE("a Function that returns its input, or a view of it, keeps its gradient") {
  auto gradient = [](auto use) {
    Tensor x = three_ones();
    use(x * 1).sum().backward();
    return sum_of(x.grad());
  };
  CHECK(gradient([](Tensor y) { return Identity::apply(y); }) == 30);
  CHECK(gradient([](Tensor y) { return Flat::apply(y) * 2; }) == 60);
  // A recorded write would lose it: an Error, as in libtorch.
  auto refused = [&](auto use) { CHECK_THROWS_AS(gradient(use), Error); };
  refused([](Tensor y) { return Identity::apply(y).mul_(3); });
  refused([](Tensor y) { return Flat::apply(y).mul_(3); });
  refused([](Tensor y) {
    Tensor z = Identity::apply(y);
    z.slice(0, 0, 2).mul_(3);
    return z;
  });
  refused([](Tensor y) {
    Tensor z = Flat::apply(y);
    y.mul_(3);
    return z;
  });
  refused([](Tensor y) {
    Tensor older = y.slice(0, 0, 2), z = Identity::apply(y);
    older.mul_(3);
    return z;
  });
  CHECK(gradient([](Tensor y) { return FlatCopy::apply(y).mul_(3); }) == 90);  // nobody else's memory
}

TEST_CASE("mark_dirty: the history of what forward wrote to goes through the Function") {
  Tensor x = three_ones();
  Tensor y = x * 1;
  Tensor z = DoubleInPlace::apply(y);
  CHECK(z.is_same(y));
  (y * y).sum().backward();
  CHECK(sum_of(x.grad()) == 3 * 80);

  Tensor v = three_ones();
  Tensor base = v * 1;
  DoubleInPlace::apply(base.slice(0, 0, 2));
  (base * base).sum().backward();
  CHECK(sum_of(v.grad()) == 80 + 80 + 2);

  CHECK_THROWS_AS(DoubleInPlace::apply(three_ones()), Error);  // a leaf
  CHECK_THROWS_AS(DirtyNotReturned::apply(three_ones() * 1), Error);
  CHECK(sum_of(DoubleInPlace::apply(ones({3}))) == 6);
}

TEST_CASE("a Function that differentiates inside its backward") {
  Tensor x = leaf(1, 3), w = leaf(2, 3);
  Tensor expected_x = leaf(1, 3), expected_w = leaf(2, 3);
  (Recompute::apply(x, w) * w + w).sum().backward();
  (Recompute::inside(expected_x, expected_w) * expected_w + expected_w).sum().backward();
  CHECK(x.grad().allclose(expected_x.grad()));
  CHECK(w.grad().allclose(expected_w.grad()));
}
