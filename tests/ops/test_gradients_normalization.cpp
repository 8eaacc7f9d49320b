// Gradients of the normalisation family for the table, and each against the formula in tensor operations.
#include <doctest/doctest.h>

#include "support/gradient_table.h"

using namespace wengert;

namespace {

Tensor batch(const TensorList& v, bool training) {
  const std::int64_t c = v[0].sizes()[1];
  return batch_norm(v[0], v.size() > 1 ? v[1] : Tensor(), v.size() > 2 ? v[2] : Tensor(),
                    zeros({c}, kFloat64) + 0.5, ones({c}, kFloat64) * 2, training, 0.1, 1e-2);
}

/// The backward of a norm as a function of dy and what the norm was given: dx, dweight and dbias. A row of
/// the table about it checks the norm's second and third derivatives.
template <class Norm>
auto backward_of(Norm norm) {
  return [norm](const TensorList& v) {
    const AutoGradMode on(true);
    TensorList inputs(v.begin() + 1, v.end());
    for (Tensor& x : inputs)  // differences are taken of copies that ask for no gradient
      if (!x.requires_grad()) x = x.detach().set_requires_grad(true);
    return autograd::grad({norm(inputs)}, inputs, {v[0]}, true, true);
  };
}

[[maybe_unused]] const bool rows = testing::add_gradients({
    {{"layer_norm_backward", "rstd"},
     backward_of([](const TensorList& v) { return layer_norm(v[0], v[1].sizes(), v[1], v[2], 1e-2); }),
     {{{3, 4}, {3, 4}, {4}, {4}},
      {{4}, {4}, {4}, {4}},
      {{2, 3, 2}, {2, 3, 2}, {3, 2}, {3, 2}},
      {{0, 4}, {0, 4}, {4}, {4}}}},
    {{"rms_norm_backward"},
     backward_of([](const TensorList& v) { return rms_norm(v[0], v[1].sizes(), v[1], 1e-2); }),
     {{{3, 4}, {3, 4}, {4}}, {{2, 3, 2}, {2, 3, 2}, {3, 2}}}},
    {{"rms_norm_backward"},
     backward_of([](const TensorList& v) {
       return rms_norm(v[0] * tensor({0.1, 1.}, kFloat64).view({2, 1}), 4, v[1], 0.5, EpsForm::clamp);
     }),
     {{{2, 4}, {2, 4}, {4}}},
     {{-2, 2, 0}, {1, 2, 0}}},
    {{"group_norm_backward"},
     backward_of([](const TensorList& v) {
       return group_norm(v[0], 2, v.size() > 1 ? v[1] : Tensor(), v.size() > 2 ? v[2] : Tensor(), 1e-2);
     }),
     {{{2, 4, 3}, {2, 4, 3}, {4}, {4}}, {{2, 4, 1, 2}, {2, 4, 1, 2}}}},
    {{"batch_norm_backward"},
     backward_of([](const TensorList& v) { return batch(v, true); }),
     {{{5, 3}, {5, 3}, {3}, {3}}, {{2, 3, 4}, {2, 3, 4}, {3}}}},
    {{"batch_norm_backward"},
     backward_of([](const TensorList& v) { return batch(v, false); }),
     {{{5, 3}, {5, 3}, {3}, {3}}, {{2, 3, 4}, {2, 3, 4}}}},
    {{"layer_norm"},
     [](const TensorList& v) { return TensorList{layer_norm(v[0], v[1].sizes(), v[1], v[2], 1e-2)}; },
     {{{3, 4}, {4}, {4}},
      {{4}, {4}, {4}},
      {{2, 3, 2}, {3, 2}, {3, 2}},
      {{0, 4}, {4}, {4}},
      {{2, 0}, {0}, {0}}}},
    {{"layer_norm"},
     [](const TensorList& v) { return TensorList{layer_norm(v[0], v[0].sizes().back())}; },
     {{{3, 4}}}},
    {{"rms_norm"},
     [](const TensorList& v) { return TensorList{rms_norm(v[0], v[1].sizes(), v[1])}; },
     {{{3, 4}, {4}}, {{4}, {4}}, {{2, 3, 2}, {3, 2}}, {{0, 4}, {4}}}},
    {{"rms_norm"},
     [](const TensorList& v) { return TensorList{rms_norm(v[0], v[0].sizes().back())}; },
     {{{3, 4}}}},
    {{"rms_norm"},  // 1 / max(rms, eps): rows on both sides of eps
     [](const TensorList& v) {
       return TensorList{
           rms_norm(v[0] * tensor({0.1, 1.}, kFloat64).view({2, 1}), 4, v[1], 0.5, EpsForm::clamp)};
     },
     {{{2, 4}, {4}}},
     {{1, 2, 0}}},
    {{"group_norm"},
     [](const TensorList& v) {
       return TensorList{
           group_norm(v[0], 2, v.size() > 1 ? v[1] : Tensor(), v.size() > 2 ? v[2] : Tensor(), 1e-2)};
     },
     {{{3, 4}, {4}, {4}}, {{2, 4, 3}, {4}, {4}}, {{1, 6, 2, 2}, {6}}, {{2, 4, 2}}, {{0, 4}, {4}, {4}}}},
    {{"group_norm"},
     [](const TensorList& v) { return TensorList{instance_norm(v[0], v[1], v[2], {}, {}, true, 0.1, 1e-2)}; },
     {{{2, 3, 4}, {3}, {3}}, {{1, 2, 2, 2}, {2}, {2}}, {{0, 3, 2}, {3}, {3}}}},
    {{"batch_norm"},
     [](const TensorList& v) { return TensorList{batch(v, true)}; },
     {{{5, 3}, {3}, {3}},
      {{2, 3, 4}, {3}, {3}},
      {{2, 3, 2, 2}, {3}, {3}},
      {{1, 3, 4}, {3}},
      {{5, 3}},
      {{0, 3}, {3}, {3}}}},
    {{"batch_norm"},
     [](const TensorList& v) { return TensorList{batch(v, false)}; },
     {{{5, 3}, {3}, {3}}, {{1, 3}, {3}, {3}}, {{2, 3, 4}, {3}, {3}}, {{5, 3}}, {{0, 3}, {3}, {3}}}},
});

/// Values, first and second gradients of two ways to compute the same.
void check_same(const Tensor& fused, const Tensor& plain, const TensorList& inputs, double tolerance) {
  CHECK(fused.allclose(plain, tolerance, tolerance));
  const Tensor u = randn(fused.sizes(), kFloat64);
  const auto quick = autograd::grad({fused}, inputs, {u}, true);  // the fused kernels
  const auto first = autograd::grad({fused}, inputs, {u}, true, true);
  const auto other = autograd::grad({plain}, inputs, {u}, true, true);
  Tensor total, total_other;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    CHECK(quick[i].allclose(other[i], tolerance, tolerance));
    CHECK(first[i].allclose(other[i], tolerance, tolerance));
    const Tensor w = randn(inputs[i].sizes(), kFloat64);
    const Tensor part = (first[i] * w).sum(), part_other = (other[i] * w).sum();
    total = i == 0 ? part : total + part;
    total_other = i == 0 ? part_other : total_other + part_other;
  }
  const auto second = autograd::grad({total}, inputs, {}, true, false, true);
  const auto second_other = autograd::grad({total_other}, inputs, {}, true, false, true);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (second[i].defined() && second_other[i].defined())
      CHECK(second[i].allclose(second_other[i], 10 * tolerance, 10 * tolerance));
}

}  // namespace

TEST_CASE("the fused norms are their formulas: values, gradients, second gradients") {
  manual_seed(5);
  Tensor x = (randn({6, 8}, kFloat64) * 2 + 1).detach().set_requires_grad(true);
  Tensor w = randn({8}, kFloat64).set_requires_grad(true), b = randn({8}, kFloat64).set_requires_grad(true);
  const auto standardized = [&](std::int64_t d) {
    const Tensor c = x - x.mean(d, true);
    return c / sqrt((c * c).mean(d, true) + 1e-5);
  };
  check_same(layer_norm(x, 8, w, b, 1e-5), standardized(1) * w + b, {x, w, b}, 1e-10);
  check_same(rms_norm(x, 8, w, 1e-6), x / sqrt((x * x).mean(1, true) + 1e-6) * w, {x, w}, 1e-10);
  check_same(batch_norm(x, w, b, {}, {}, true, 0.1, 1e-5), standardized(0) * w + b, {x, w, b}, 1e-10);
  const Tensor mean = randn({8}, kFloat64), var = rand({8}, kFloat64) + 0.5;
  check_same(batch_norm(x, w, b, mean, var, false, 0.1, 1e-5), (x - mean) / sqrt(var + 1e-5) * w + b,
             {x, w, b}, 1e-10);
}
