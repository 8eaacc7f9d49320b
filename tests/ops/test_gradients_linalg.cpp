// Gradients of matrix products for the table; linear against its parts.
#include <doctest/doctest.h>

#include "support/gradient_table.h"

using namespace wengert;

namespace {

[[maybe_unused]] const bool rows = testing::add_gradients({
    {{"mm"},
     [](const TensorList& v) { return TensorList{mm(v[0], v[1])}; },
     {{{3, 4}, {4, 2}}, {{3, 0}, {0, 2}}, {{0, 4}, {4, 2}}, {{1, 1}, {1, 1}}}},
    {{"mm"}, [](const TensorList& v) { return TensorList{mm(v[0].t(), v[1].t())}; }, {{{4, 3}, {2, 4}}}},
    {{"mm"}, [](const TensorList& v) { return TensorList{mm(v[0], v[0])}; }, {{{3, 3}}}},
    {{"bmm"},
     [](const TensorList& v) { return TensorList{bmm(v[0], v[1])}; },
     {{{2, 3, 4}, {2, 4, 2}}, {{0, 3, 4}, {0, 4, 2}}}},
    {{"mv"}, [](const TensorList& v) { return TensorList{mv(v[0], v[1])}; }, {{{3, 4}, {4}}, {{3, 0}, {0}}}},
    {{"dot"},
     [](const TensorList& v) {
       return TensorList{dot(v[0], v[1]), dot(v[0], v[0])};
     },
     {{{3}, {3}}, {{0}, {0}}}},
    {{"outer"}, [](const TensorList& v) { return TensorList{outer(v[0], v[1])}; }, {{{3}, {4}}, {{0}, {4}}}},
    {{"matmul"},
     [](const TensorList& v) { return TensorList{matmul(v[0], v[1])}; },
     {{{4}, {4}},
      {{4}, {4, 3}},
      {{3, 4}, {4}},
      {{2, 3, 4}, {4}},
      {{4}, {2, 4, 3}},
      {{2, 3, 4}, {4, 2}},
      {{3, 4}, {2, 4, 2}},
      {{2, 1, 3, 4}, {3, 4, 2}},
      {{2, 3, 1, 2}, {2, 1, 2, 2}},
      {{0, 3, 4}, {4, 2}}}},
    {{"matmul"},
     [](const TensorList& v) { return TensorList{matmul(v[0].mT(), v[1].mT())}; },
     {{{2, 4, 3}, {2, 4}}, {{2, 1, 4, 3}, {3, 2, 4}}}},
    {{"addmm"},
     [](const TensorList& v) { return TensorList{addmm(v[0], v[1], v[2], 0.5, -2)}; },
     {{{3, 2}, {3, 4}, {4, 2}}, {{2}, {3, 4}, {4, 2}}, {{3, 1}, {3, 0}, {0, 2}}}},
    {{"baddbmm"},
     [](const TensorList& v) { return TensorList{baddbmm(v[0], v[1], v[2], 0.5, -2)}; },
     {{{2, 3, 2}, {2, 3, 4}, {2, 4, 2}}, {{3, 1}, {2, 3, 4}, {2, 4, 2}}}},
    {{"linear"},
     [](const TensorList& v) { return TensorList{linear(v[0], v[1], v[2])}; },
     {{{3, 4}, {2, 4}, {2}},
      {{4}, {2, 4}, {2}},
      {{2, 3, 4}, {2, 4}, {2}},
      {{0, 4}, {2, 4}, {2}},
      {{3, 0}, {2, 0}, {2}}}},
    {{"linear"}, [](const TensorList& v) { return TensorList{linear(v[0], v[1])}; }, {{{3, 4}, {2, 4}}}},
});

}  // namespace

TEST_CASE("linear is a product and a sum: values, gradients, second gradients") {
  manual_seed(4);
  Tensor x = randn({2, 3, 4}, kFloat64).set_requires_grad(true),
         w = randn({5, 4}, kFloat64).set_requires_grad(true),
         b = randn({5}, kFloat64).set_requires_grad(true);
  const Tensor u = randn({2, 3, 5}, kFloat64);
  const Tensor fused = linear(x, w, b), plain = matmul(x, w.t()) + b;
  CHECK(fused.allclose(plain, 1e-13, 1e-13));
  const auto first = autograd::grad({fused}, {x, w, b}, {u}, true, true);
  const auto other = autograd::grad({plain}, {x, w, b}, {u}, true, true);
  for (std::size_t i = 0; i < 3; ++i) CHECK(first[i].allclose(other[i], 1e-13, 1e-13));
  const auto second = autograd::grad({(first[0] * first[0]).sum()}, {w});
  const auto second_other = autograd::grad({(other[0] * other[0]).sum()}, {w});
  CHECK(second[0].allclose(second_other[0], 1e-12, 1e-12));
}
