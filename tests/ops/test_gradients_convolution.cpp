// Gradients of the convolutions for the table: with every kind of window, and of one by itself.
#include <doctest/doctest.h>

#include "support/gradient_table.h"

using namespace wengert;

namespace {

Tensor bias_of(const TensorList& v) { return v.size() > 2 ? v[2] : Tensor(); }

[[maybe_unused]] const bool rows = testing::add_gradients({
    {{"conv2d", "conv_transpose2d", "conv_weight"},
     [](const TensorList& v) { return TensorList{conv2d(v[0], v[1], bias_of(v))}; },
     {{{1, 2, 3, 3}, {2, 2, 2, 2}, {2}}, {{1, 2, 3}, {2, 1, 1, 2}}, {{0, 1, 2, 2}, {1, 1, 2, 2}, {1}}}},
    {{"conv2d"},
     [](const TensorList& v) {
       return TensorList{conv2d(v[0], v[1], bias_of(v), {2, 1}, {1, 0}, {1, 2}, 2)};
     },
     {{{2, 2, 3, 3}, {2, 1, 3, 2}, {2}}, {{2, 2, 4}, {4, 1, 1, 2}}}},
    {{"conv2d"},
     [](const TensorList& v) { return TensorList{conv2d(v[0], v[1], bias_of(v), 1, "same")}; },
     {{{1, 1, 2, 3}, {2, 1, 2, 3}, {2}}}},
    {{"conv1d", "conv_transpose1d", "conv_weight"},
     [](const TensorList& v) { return TensorList{conv1d(v[0], v[1], bias_of(v), 2, 1, 1)}; },
     {{{2, 2, 4}, {3, 2, 3}, {3}}, {{1, 5}, {1, 1, 2}}}},
    {{"conv_transpose2d", "conv2d", "conv_weight"},
     [](const TensorList& v) {
       return TensorList{conv_transpose2d(v[0], v[1], bias_of(v), 2, 1, {1, 0}, 2)};
     },
     {{{1, 2, 2, 2}, {2, 1, 3, 2}, {2}}, {{2, 2, 1}, {2, 2, 2, 3}}, {{0, 2, 2, 2}, {2, 1, 3, 2}, {2}}}},
});

}  // namespace

TEST_CASE("a convolution of a tensor with itself has both gradients") {
  manual_seed(3);
  const Tensor x = randn({2, 2, 3, 3}, kFloat64).set_requires_grad(true);
  CHECK(
      autograd::gradcheck([](const TensorList& v) { return TensorList{conv2d(v[0], v[0], {}, 1, 1)}; }, {x}));
}
