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
