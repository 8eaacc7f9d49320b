// Gradient rows of choosing between tensors.
#include <doctest/doctest.h>

#include "support/gradient_table.h"
#include "support/helpers.h"
#include "support/make.h"

using namespace wengert;

namespace {

using testing::alternating;

const bool rows = testing::add_gradients({
    {{"where"},
     [](const TensorList& in) {
       return TensorList{where(alternating({2, 3}), in[0], in[1])};
     },
     {{{2, 3}, {2, 3}}, {{3}, {2, 1}}, {{}, {1, 3}}}},
    {{"where"},
     [](const TensorList& in) { return TensorList{where(alternating({3}), in[0], 2)}; },
     {{{2, 3}}, {{}}}},
    {{"where"},
     [](const TensorList& in) { return TensorList{where(alternating({3}), 2, in[0])}; },
     {{{2, 3}}, {{0, 3}}}},
    {{"masked_fill"},
     [](const TensorList& in) { return TensorList{in[0].masked_fill(alternating({3}), 2)}; },
     {{{2, 3}}, {{1}}, {{0, 3}}}},
    {{"masked_fill"},
     [](const TensorList& in) { return TensorList{in[0].masked_fill(alternating({3}), in[1])}; },
     {{{2, 3}, {}}}},
});

}  // namespace

TEST_CASE("where: what was not chosen gets no gradient, not even NaN") {
  Tensor x = testing::leaf({-1, 4});
  where(x > 0, x, 0).backward(ones({2}, kFloat64));
  CHECK(testing::list(x.grad()) == testing::Values{0, 1});

  Tensor a = testing::leaf({1, 2}), b = testing::leaf({3, testing::kNaN});
  where(alternating({2}), a, b).backward(testing::make<double>({5, 7}));
  CHECK(testing::list(a.grad()) == testing::Values{5, 0});
  CHECK(testing::list(b.grad()) == testing::Values{0, 7});
}
