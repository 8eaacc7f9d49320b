// The checker itself: it must object to wrong gradients.
#include <doctest/doctest.h>

#include "wengert/wengert.h"

using namespace wengert;
using autograd::AutogradContext;
using autograd::variable_list;

namespace {

/// y = x^2 with a gradient that is wrong on demand.
template <int mistake>
struct Square : autograd::Function<Square<mistake>> {
  static Tensor forward(AutogradContext* ctx, const Tensor& x) {
    ctx->save_for_backward({x});
    return x * x;
  }
  static variable_list backward(AutogradContext* ctx, variable_list dy) {
    const Tensor x = ctx->get_saved_variables()[0];
    if (mistake == 1) return {x * 0};                     // nothing
    if (mistake == 2) return {dy[0] * x};                 // a factor
    if (mistake == 3) return {dy[0] * x * (2 + 1e-4)};    // nearly right
    if (mistake == 4) return {(dy[0] * x * 2).detach()};  // right once, but without a history
    return {dy[0] * x * 2};
  }
};

template <int mistake>
TensorList square(const TensorList& in) {
  return {Square<mistake>::apply(in[0])};
}

Tensor input() {
  Tensor x = zeros({2, 3}, kFloat64);
  for (int i = 0; i < 6; ++i) x.data_ptr<double>()[i] = 0.4 * i - 0.9;
  return x.set_requires_grad(true);
}

}  // namespace

TEST_CASE("right gradients pass, wrong ones do not") {
  CHECK(autograd::gradcheck(square<0>, {input()}));
  CHECK(autograd::gradgradcheck(square<0>, {input()}));
  CHECK_FALSE(autograd::gradcheck(square<1>, {input()}, 1e-6, 1e-7, 1e-6, false));
  CHECK_FALSE(autograd::gradcheck(square<2>, {input()}, 1e-6, 1e-7, 1e-6, false));
  CHECK_FALSE(autograd::gradcheck(square<3>, {input()}, 1e-6, 1e-7, 1e-6, false));
  CHECK(autograd::gradcheck(square<4>, {input()}));
  CHECK_THROWS_AS(autograd::gradgradcheck(square<4>, {input()}), Error);
}

TEST_CASE("the message says where and what") {
  try {
    autograd::gradcheck(square<2>, {input()});
    FAIL("no error");
  } catch (const Error& e) {
    const std::string text = e.what();
    CHECK(text.find("input 0 (float64[2, 3]), element 0") != std::string::npos);
  }
}

TEST_CASE("inputs it can't check are refused") {
  CHECK_THROWS_AS(autograd::gradcheck(square<0>, {ones({2}).set_requires_grad(true)}), Error);
  CHECK_THROWS_AS(autograd::gradcheck(square<0>, {ones({2}, kFloat64)}), Error);
}
