#include <doctest/doctest.h>

#include "support/gradient_table.h"
#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

const std::int64_t kEach[] = {Reduction::None, Reduction::Mean, Reduction::Sum};

/// f with every reduction.
template <class F>
TensorList reduced(F f) {
  TensorList all;
  for (std::int64_t r : kEach) all.push_back(f(r));
  return all;
}

const Range kProbability{0.05, 0.95};

const bool rows = add_gradients({
    {{"cross_entropy", "cross_entropy_backward"},
     [](const TensorList& in) {
       return reduced([&](auto r) { return cross_entropy_loss(in[0], tensor({2, 0, 2, -100}), {}, r); });
     },
     {{{4, 3}}, {{4, 5}}}},
    {{"cross_entropy", "cross_entropy_backward"},
     [](const TensorList& in) {
       const Tensor weight = tensor({0.5, 2.0, 1.5}).to(kDouble);
       return reduced([&](auto r) {
         return cross_entropy_loss(in[0], tensor({2, 0, 1, 1}), weight, r, 1, 0.2);
       });
     },
     {{{4, 3}}}},
    {{"cross_entropy", "cross_entropy_backward"},
     [](const TensorList& in) {
       return reduced([&](auto r) {
         return cross_entropy_loss(in[0], tensor({{{0, 1}, {2, 1}}, {{1, 1}, {0, 2}}}), {}, r, -100, 0.1);
       });
     },
     {{{2, 3, 2, 2}}}},
    {{"cross_entropy"},
     [](const TensorList& in) { return TensorList{cross_entropy_loss(in[0], tensor(1))}; },
     {{{3}}}},
    {{"cross_entropy"},
     [](const TensorList& in) {
       return reduced([&](auto r) { return cross_entropy_loss(in[0], zeros({0}, kLong), {}, r) * 0; });
     },
     {{{0, 3}}}},
    {{"embedding"},
     [](const TensorList& in) {
       // the row of the padding has no gradient, so what was looked up of it is left out
       return TensorList{embedding(in[0], tensor({{1, 0}, {1, 1}})),
                         embedding(in[0], tensor({1, 0, 2}), 1).narrow(0, 1, 2)};
     },
     {{{3, 2}}, {{4, 3}}}},
    {{"binary_cross_entropy"},
     [](const TensorList& in) {
       return reduced([&](auto r) { return binary_cross_entropy(in[0], in[1], in[2], r); });
     },
     {{{2, 3}, {2, 3}, {3}}},
     {kProbability, kProbability, {}}},
    {{"binary_cross_entropy"},
     [](const TensorList& in) { return TensorList{binary_cross_entropy(in[0], in[1], {}, Reduction::Sum)}; },
     {{{0}, {0}}}},
    // the others are made of other rows' operations; here so that their second order is checked as a whole
    {{"log_sigmoid"},
     [](const TensorList& in) {
       return reduced([&](auto r) { return binary_cross_entropy_with_logits(in[0], in[1], {}, in[2], r); });
     },
     {{{2, 3}, {2, 3}, {3}}}},
    {{"gather"},
     [](const TensorList& in) {
       return reduced([&](auto r) { return nll_loss(in[0], tensor({{1, 0}, {0, -100}}), {}, r); });
     },
     {{{2, 3, 2}}}},
    {{"log"},
     [](const TensorList& in) {
       TensorList all = reduced([&](auto r) { return kl_div(in[0], in[1], r); });
       all.push_back(kl_div(in[0], in[1], Reduction::Sum, true));
       return all;
     },
     {{{2, 3}, {2, 3}}, {{2, 3}, {3}}},
     {{}, kProbability}},
    {{"log_softmax"},
     [](const TensorList& in) {
       return reduced([&](auto r) { return cross_entropy_loss(in[0], in[1], {}, r, -100, 0.1); });
     },
     {{{2, 3}, {2, 3}}, {{2, 3, 2}, {2, 3, 2}}, {{3}, {3}}},
     {{}, kProbability}},
    {{"square"},
     [](const TensorList& in) { return reduced([&](auto r) { return mse_loss(in[0], in[1], r); }); },
     {{{2, 3}, {2, 3}}, {{}, {}}}},
    {{"abs"},
     [](const TensorList& in) {
       return TensorList{l1_loss(in[0], in[1]), smooth_l1_loss(in[0], in[1], Reduction::None, 0.7),
                         huber_loss(in[0], in[1], Reduction::Sum, 0.7)};
     },
     {{{2, 3}, {2, 3}}},
     {{1, 1.6}, {-1, 0.25}}},
});

}  // namespace

TEST_CASE("a loss of a tensor against itself has both gradients") {
  const Tensor x = leaf({1, 2, 3});
  const Tensor loss = huber_loss(x, x * 2, Reduction::Sum, 1.5);  // d = -x: 1/2, then 1.5 (|d| - 0.75)
  CHECK(loss.item<double>() == doctest::Approx(0.5 + 1.5 * 1.25 + 1.5 * 2.25));
  loss.backward();
  CHECK(list(x.grad()) == Values{1, 1.5, 1.5});
}
