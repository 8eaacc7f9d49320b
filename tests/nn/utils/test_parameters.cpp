#include <doctest/doctest.h>

#include "support/helpers.h"
#include "wengert/nn/utils.h"

using namespace wengert;
using namespace wengert::testing;
using namespace wengert::nn::utils;

TEST_CASE("parameters become one vector, and gradients flow back") {
  const Tensor p = leaf({1, 2, 3, 4}), q = leaf({5});
  const Tensor v = parameters_to_vector({p.reshape({2, 2}).transpose(0, 1), q});
  CHECK(list(v) == Values{1, 3, 2, 4, 5});
  v.backward(leaf({1, 2, 3, 4, 5}).detach());
  CHECK(list(p.grad()) == Values{1, 3, 2, 4});
  CHECK(list(q.grad()) == Values{5});
  CHECK(has(message([] { parameters_to_vector({}); }), "no parameters"));
  CHECK(has(message([&] { parameters_to_vector({p, Tensor()}); }), "undefined"));
}

TEST_CASE("a vector is copied into parameters") {
  const Tensor p = zeros({2, 2}, kFloat32).set_requires_grad(true), q = leaf({0});
  const Tensor v = leaf({1, 2, 3, 4, 5});
  vector_to_parameters(v, {p, q});
  CHECK(list(p) == Values{1, 2, 3, 4});
  CHECK(list(q) == Values{5});
  CHECK(p.is_leaf());
  CHECK(p.dtype() == kFloat32);
  q.detach().fill_(7);
  CHECK(list(v)[4] == 5);
  CHECK(has(message([&] {
              vector_to_parameters(leaf({1, 2}), {p, q});
            }),
            "[2], but the parameters take [5]"));
  CHECK(has(message([&] { vector_to_parameters(zeros({1, 5}), {p, q}); }), "[1, 5]"));
  CHECK(list(q) == Values{7});
}
