#include <doctest/doctest.h>

#include <sstream>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;
namespace F = wengert::nn::functional;

namespace {

Tensor logits() { return tensor({{1.0, 2.0, 3.0}, {0.5, -1.0, 2.0}}).to(kFloat); }

double value(const Tensor& x) { return x.item<double>(); }

}  // namespace

TEST_CASE("losses as functions: libtorch's names for the options") {
  const Tensor x = logits(), t = tensor({2, 0}), y = zeros({2, 3});
  CHECK(value(F::cross_entropy(x, t)) == value(cross_entropy_loss(x, t)));
  CHECK(value(F::cross_entropy(x, t,
                               F::CrossEntropyFuncOptions()
                                   .reduction(kSum)
                                   .weight(tensor({1.f, 2.f, 3.f}))
                                   .ignore_index(0)
                                   .label_smoothing(0.1))) ==
        value(cross_entropy_loss(x, t, tensor({1.f, 2.f, 3.f}), Reduction::Sum, 0, 0.1)));
  CHECK(F::mse_loss(x, y, F::MSELossFuncOptions(kNone)).sizes() == x.sizes());
  CHECK(value(F::mse_loss(x, y, kSum)) == doctest::Approx(19.25));
  CHECK(value(F::l1_loss(x, y, F::L1LossFuncOptions(kSum))) == doctest::Approx(9.5));
  CHECK(value(F::smooth_l1_loss(x, y, F::SmoothL1LossFuncOptions(kSum).beta(2))) ==
        value(smooth_l1_loss(x, y, Reduction::Sum, 2)));
  CHECK(value(F::huber_loss(x, y, F::HuberLossFuncOptions(kSum).delta(2))) ==
        value(huber_loss(x, y, Reduction::Sum, 2)));
  CHECK(value(F::nll_loss(x, t, F::NLLLossFuncOptions().reduction(kSum))) == -3.5);
  CHECK(value(F::binary_cross_entropy(x.sigmoid(), y)) ==
        doctest::Approx(value(F::binary_cross_entropy_with_logits(x, y))));
  CHECK(value(F::kl_div(x, x.softmax(1), F::KLDivFuncOptions(kBatchMean))) ==
        doctest::Approx(value(F::kl_div(x, x.softmax(1), F::KLDivFuncOptions(kSum))) / 2));
  CHECK(value(F::kl_div(x, x, F::KLDivFuncOptions().log_target(true))) == 0);
}

TEST_CASE("losses as modules") {
  const Tensor x = logits(), t = tensor({2, 0}), y = zeros({2, 3});
  CHECK(value(nn::CrossEntropyLoss()(x, t)) == value(F::cross_entropy(x, t)));
  CHECK(value(nn::NLLLoss(nn::NLLLossOptions().reduction(kSum))(x, t)) == -3.5);
  CHECK(value(nn::MSELoss()(x, y)) == value(F::mse_loss(x, y)));
  CHECK(value(nn::MSELoss(kSum)(x, y)) == value(F::mse_loss(x, y, kSum)));
  CHECK(value(nn::L1Loss()(x, y)) == value(F::l1_loss(x, y)));
  CHECK(value(nn::SmoothL1Loss()(x, y)) == value(F::smooth_l1_loss(x, y)));
  CHECK(value(nn::HuberLoss()(x, y)) == value(F::huber_loss(x, y)));
  CHECK(value(nn::BCELoss()(x.sigmoid(), y)) == value(F::binary_cross_entropy(x.sigmoid(), y)));
  CHECK(value(nn::BCEWithLogitsLoss(nn::BCEWithLogitsLossOptions().pos_weight(tensor(2.f)))(x, y + 1)) ==
        doctest::Approx(2 * value(F::binary_cross_entropy_with_logits(x, y + 1))));
  CHECK(value(nn::KLDivLoss()(x, x.softmax(1))) == value(F::kl_div(x, x.softmax(1))));
}

TEST_CASE("the weight of a loss is a buffer that a clone does not share") {
  nn::CrossEntropyLoss loss(nn::CrossEntropyLossOptions().weight(tensor({1.f, 2.f, 3.f})));
  CHECK(loss->buffers().size() == 1);
  CHECK(nn::CrossEntropyLoss()->buffers().empty());
  const auto copy = std::dynamic_pointer_cast<nn::CrossEntropyLossImpl>(loss->clone());
  REQUIRE(copy);
  copy->weight.zero_();
  CHECK(list(loss->weight) == Values{1, 2, 3});
  loss->to(kDouble);
  CHECK(loss(logits().to(kDouble), tensor({2, 0})).dtype() == kDouble);
  std::ostringstream out;
  out << loss << nn::HuberLoss(nn::HuberLossOptions().delta(0.5));
  CHECK(has(out.str(), "CrossEntropyLoss()"));
  CHECK(has(out.str(), "HuberLoss(delta=0.5)"));
}
