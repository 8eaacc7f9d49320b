// Gradients of softmax for the table, and softmax against exp and sum.
#include <doctest/doctest.h>

#include "support/gradient_table.h"

using namespace wengert;

namespace {

[[maybe_unused]] const bool rows = testing::add_gradients({
    {{"softmax", "softmax_backward"},
     [](const TensorList& v) {
       return TensorList{softmax(v[0], 0), softmax(v[0], -1)};
     },
     {{{2, 3, 4}}, {{3}}, {{2, 1}}, {{}}, {{0, 3}}}},
    {{"log_softmax", "log_softmax_backward"},
     [](const TensorList& v) {
       return TensorList{log_softmax(v[0], 0), log_softmax(v[0], -1)};
     },
     {{{2, 3, 4}}, {{3}}, {{2, 1}}, {{}}, {{0, 3}}}},
});

}  // namespace

TEST_CASE("softmax is exp over its sum: values, gradients, second gradients") {
  manual_seed(3);
  for (std::int64_t d : {0, 1, 2}) {
    Tensor x = randn({3, 4, 5}, kFloat64).set_requires_grad(true);
    const Tensor u = randn({3, 4, 5}, kFloat64), w = randn({3, 4, 5}, kFloat64);
    const Tensor e = exp(x), composite = e / e.sum(d, true);
    for (const auto& [fused, plain] :
         {std::pair{softmax(x, d), composite}, {log_softmax(x, d), log(composite)}}) {
      CHECK(fused.allclose(plain, 1e-12, 1e-12));
      const Tensor a = autograd::grad({fused}, {x}, {u}, true, true)[0];
      const Tensor b = autograd::grad({plain}, {x}, {u}, true, true)[0];
      CHECK(a.allclose(b, 1e-12, 1e-12));
      CHECK(autograd::grad({a}, {x}, {w}, true)[0].allclose(autograd::grad({b}, {x}, {w}, true)[0], 1e-11,
                                                            1e-11));
    }
  }
}
