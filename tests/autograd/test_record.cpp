// record(): operations of one and of several results on the tape.
#include <doctest/doctest.h>

#include "autograd/record.h"
#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;
using autograd::output;
using autograd::record;
using autograd::saving;

namespace {

Tensor value(const Tensor& x) {
  NoGradGuard quiet;
  return x.clone();
}
Tensor or_zeros(const Tensor& dy, const Tensor& like) { return dy.defined() ? dy : zeros_like(like); }

/// x^2 and e^x in one operation; the second derivative needs both the input and the second result.
std::array<Tensor, 2> square_and_exp(const Tensor& x, int* calls = nullptr) {
  Tensor square, exponential;
  {
    NoGradGuard quiet;
    square = x * x;
    exponential = x.exp();
  }
  return record(
      "square_and_exp", std::array{square, exponential}, {x},
      saving(x, output(exponential), [calls](std::span<const Tensor> dy, const Tensor& x_, const Tensor& e) {
        if (calls) ++*calls;
        return or_zeros(dy[0], x_) * 2 * x_ + or_zeros(dy[1], x_) * e;
      }));
}

}  // namespace

TEST_CASE("an operation with two results is one node, whose gradient runs once with both gradients") {
  Tensor x = leaf({1, 2});
  int calls = 0;
  auto [square, exponential] = square_and_exp(x, &calls);
  CHECK(square.grad_fn() == exponential.grad_fn());
  CHECK(square.output_nr() == 0);
  CHECK(exponential.output_nr() == 1);
  (square * 3 + exponential).sum().backward();
  CHECK(calls == 1);
  CHECK(list(x.grad())[0] == doctest::Approx(6 + std::exp(1.0)));
  CHECK(list(x.grad())[1] == doctest::Approx(12 + std::exp(2.0)));
}

TEST_CASE("a result that nobody used brings an undefined gradient") {
  Tensor x = leaf({3});
  square_and_exp(x)[0].sum().backward();
  CHECK(list(x.grad()) == Values{6});
  x.mutable_grad() = Tensor();
  square_and_exp(x)[1].sum().backward();
  CHECK(list(x.grad())[0] == doctest::Approx(std::exp(3.0)));
}

TEST_CASE("several results are differentiated twice, and a saved result keeps nothing alive") {
  const std::int64_t before = live_tensors();
  {
    Tensor x = leaf({0.5, -1});
    CHECK_NOTHROW(autograd::gradgradcheck(
        [](const TensorList& in) {
          auto [square, exponential] = square_and_exp(in[0]);
          return TensorList{square * exponential, exponential};
        },
        {x}));
  }
  CHECK(live_tensors() == before);
}

TEST_CASE("a result that is undefined or holds integers gets no history") {
  Tensor x = leaf({1, 2});
  auto [y, nothing, index] = record("three", std::array{value(x), Tensor(), ones({2}, kInt64)}, {x},
                                    [](std::span<const Tensor> dy) { return dy[0] * 5; });
  CHECK(y.requires_grad());
  CHECK_FALSE(nothing.defined());
  CHECK_FALSE(index.requires_grad());
  y.sum().backward();
  CHECK(list(x.grad()) == Values{5, 5});
}

TEST_CASE("one function for the gradients of all inputs, any number of them, asks which are needed") {
  Tensor a = leaf({1}), b = leaf({2}).detach(), c = leaf({3});
  const TensorList inputs{a, b, c};
  Tensor y = record("first", value(a), std::span(inputs), [](const Tensor& dy) {
    TensorList dx(3);
    for (std::size_t i = 0; i < 3; ++i)
      if (autograd::needs(i)) dx[i] = dy * double(i + 1);
    CHECK_FALSE(dx[1].defined());
    return dx;
  });
  y.backward();
  CHECK(list(a.grad()) == Values{1});
  CHECK(list(c.grad()) == Values{3});

  const TensorList pieces =
      record("pieces", TensorList{value(a), value(c)}, {a, c}, [](std::span<const Tensor> dy) {
        return std::array{dy[0] * 10, dy[1] * 20};
      });
  (pieces[0] + pieces[1]).backward();
  CHECK(list(a.grad()) == Values{11});
  CHECK(list(c.grad()) == Values{23});
}

TEST_CASE("nothing is recorded, and nothing saved, where no input requires a gradient") {
  const Tensor x = ones({2});
  const std::int64_t before = live_tensors();
  auto results = square_and_exp(x);
  CHECK(live_tensors() == before + 2);
  CHECK_FALSE(results[0].requires_grad());
}
