// Gradients of the folds, for the table; and of folds at their special points.
#include <doctest/doctest.h>

#include <limits>

#include "support/gradient_table.h"
#include "support/helpers.h"

using namespace wengert;
using wengert::testing::add_gradients;
using wengert::testing::leaf;
using wengert::testing::list;
using wengert::testing::Range;

namespace {

/// Distinct elements even where the table repeats them: extremes have kinks where two are equal.
Tensor ramped(const Tensor& x) {
  Tensor ramp = zeros(x.sizes(), kFloat64);
  for (std::int64_t i = 0; i < ramp.numel(); ++i) ramp.data_ptr<double>()[i] = 5.0 * double(i * 7 % 11) - 20;
  return x + ramp;
}

constexpr double kInf = std::numeric_limits<double>::infinity();

[[maybe_unused]] const bool rows = add_gradients({
    {{"sum", "squeeze", "unsqueeze"},
     [](const TensorList& v) {
       const Tensor x = v[0] * v[0];
       return TensorList{x.sum(), x.sum(0), x.sum({0, -1}), x.sum(1, true), x.sum({0, 1, 2})};
     },
     {{{2, 3, 4}}, {{1, 3, 1}}, {{2, 0, 3}}}},
    {{"mean"},
     [](const TensorList& v) {
       const Tensor x = v[0] * v[0];
       return TensorList{x.mean(), x.mean(1), x.mean({0, 2}, true)};
     },
     {{{2, 3, 4}}, {{3, 1, 2}}}},
    {{"sum_to_size"},
     [](const TensorList& v) {
       const Tensor x = v[0] * v[0];
       return TensorList{x.sum_to_size({3, 1}), x.sum_to_size({1}), x.sum_to_size({1, 3, 4})};
     },
     {{{2, 3, 4}}, {{0, 3, 4}}}},
    {{"var"},
     [](const TensorList& v) {
       return TensorList{v[0].var(), v[0].var(1, true), v[0].var({0, 2}, false, true), v[0].var(0, false)};
     },
     {{{2, 3, 4}}}},
    {{"std"},
     [](const TensorList& v) {
       const Tensor x = ramped(v[0]);
       return TensorList{x.std(), x.std(1, true), x.std({0, 2}, false, true)};
     },
     {{{2, 3, 4}}}},
    {{"max", "min"},
     [](const TensorList& v) {
       const Tensor x = ramped(v[0]);
       return TensorList{(x * x).max(), (x * x).min(), std::get<0>((x * x).max(0)),
                         std::get<0>((x * x).min(-1, true))};
     },
     {{{2, 3}}, {{}}},
     {{-1, 1}}},
    {{"amax", "amin"},
     [](const TensorList& v) {
       const Tensor x = ramped(v[0]);
       return TensorList{(x * x * x).amax({0, 2}), (x * x * x).amin(1, true), x.amax()};
     },
     {{{2, 3, 4}}},
     {{-1, 1}}},
    {{"norm"},
     [](const TensorList& v) {
       const Tensor x = v[0];
       return TensorList{x.norm(), x.norm(2, {0, 2}), x.norm(3, 1, true), x.norm(1), x.norm(1.5, 0)};
     },
     {{{2, 3, 4}}, {{1, 2, 1}}},
     {{-2, 2, 0.2}}},
    {{"norm"},
     [](const TensorList& v) {
       const Tensor x = ramped(v[0]);
       return TensorList{(x * x).norm(kInf), (x * x).norm(-kInf, 0), (x * x).norm(kInf, 1, true)};
     },
     {{{2, 3}}},
     {{-1, 1}}},
    {{"logsumexp"},
     [](const TensorList& v) {
       return TensorList{v[0].logsumexp(1), v[0].logsumexp({0, 2}, true), v[0].logsumexp({})};
     },
     {{{2, 3, 4}}, {{1, 1, 1}}}},
    {{"prod"},
     [](const TensorList& v) {
       return TensorList{v[0].prod(), v[0].prod(0), v[0].prod(1, true)};
     },
     {{{2, 3}}, {{0, 3}}},
     {{-2, 2, 0.3}}},
    {{"cumsum"},
     [](const TensorList& v) {
       const Tensor x = v[0] * v[0];
       return TensorList{x.cumsum(0), x.cumsum(-1)};
     },
     {{{2, 3, 2}}, {{}}, {{0, 3}}}},
    {{"cumprod"},
     [](const TensorList& v) {
       return TensorList{v[0].cumprod(0), v[0].cumprod(-1)};
     },
     {{{2, 3, 2}}, {{}}, {{0, 3}}},
     {{-2, 2, 0.3}}},
});

std::vector<double> gradient(const Tensor& y, const Tensor& x) { return list(autograd::grad({y}, {x})[0]); }

}  // namespace

TEST_CASE("products with none, one and two zeros, to the second order") {
  for (const auto& values : {std::vector<double>{2, 3, 4}, {2, 0, 4}, {0, 3, 0}, {0, 0, 0}}) {
    CAPTURE(values[0]);
    Tensor x = leaf({values[0], values[1], values[2]});
    const std::vector<double> others{values[1] * values[2], values[0] * values[2], values[0] * values[1]};
    CHECK(gradient(x.prod(), x) == others);
    const auto prod = [](const TensorList& v) { return TensorList{v[0].prod(0), v[0].cumprod(0)}; };
    CHECK_NOTHROW(autograd::gradcheck(prod, {x}));
    CHECK_NOTHROW(autograd::gradgradcheck(prod, {x}));
  }
}

TEST_CASE("extremes that tie share the gradient; along a dimension the first one has it") {
  Tensor x = leaf({3, 1, 3, 1});
  CHECK(gradient(x.max(), x) == std::vector<double>{0.5, 0, 0.5, 0});
  CHECK(gradient(x.amin(0), x) == std::vector<double>{0, 0.5, 0, 0.5});
  CHECK(gradient(std::get<0>(x.max(0)), x) == std::vector<double>{1, 0, 0, 0});
  CHECK(gradient(x.norm(kInf), x) == std::vector<double>{0.5, 0, 0.5, 0});
}

TEST_CASE("norm and std have the gradient 0 where they are 0") {
  Tensor x = leaf({0, 0});
  for (double p : {0.0, 1.0, 1.5, 2.0, 3.0}) CHECK(gradient(x.norm(p), x) == std::vector<double>{0, 0});
  CHECK(gradient(x.std(), x) == std::vector<double>{0, 0});
}

TEST_CASE("the gradient of a sum takes no memory") {
  Tensor x = leaf({1, 2, 3});
  CHECK(autograd::grad({x.sum()}, {x})[0].strides() == IntArrayRef({0}));
}
