// Losses as functions with options, and as modules. The formulas, shapes and errors: ops/mse_loss.h and others.
//
//     const auto smooth = nn::CrossEntropyLossOptions().label_smoothing(0.1);
//     loss = nn::functional::cross_entropy(logits, labels, smooth);
//     nn::CrossEntropyLoss criterion(smooth);  loss = criterion(logits, labels);
#pragma once
#include <concepts>
#include <variant>

#include "wengert/base/enum.h"
#include "wengert/nn/stateless.h"

namespace wengert::nn {

/// kMean over all elements, kSum, or kNone: every element for itself.
using LossReduction = std::variant<enumtype::kNone, enumtype::kMean, enumtype::kSum>;

struct L1LossOptions {
  using reduction_t = LossReduction;
  L1LossOptions() = default;
  L1LossOptions(std::convertible_to<reduction_t> auto reduction) : reduction_(reduction) {}
  WENGERT_FIELDS((reduction_t, reduction, kMean));
};

using MSELossOptions = L1LossOptions;

struct SmoothL1LossOptions {
  static constexpr bool bare_in_libtorch = true;  // prints no options there
  using reduction_t = LossReduction;
  SmoothL1LossOptions() = default;
  SmoothL1LossOptions(std::convertible_to<reduction_t> auto reduction) : reduction_(reduction) {}
  WENGERT_FIELDS((reduction_t, reduction, kMean), (double, beta, 1.0));
};

struct HuberLossOptions {
  static constexpr bool bare_in_libtorch = true;  // prints no options there
  using reduction_t = LossReduction;
  HuberLossOptions() = default;
  HuberLossOptions(std::convertible_to<reduction_t> auto reduction) : reduction_(reduction) {}
  WENGERT_FIELDS((reduction_t, reduction, kMean), (double, delta, 1.0));
};

struct CrossEntropyLossOptions {
  using reduction_t = LossReduction;
  WENGERT_FIELDS(
      /// The weight of each class.
      (Tensor, weight, {}), (std::int64_t, ignore_index, -100), (reduction_t, reduction, kMean),
      (double, label_smoothing, 0.0));
};

struct NLLLossOptions {
  using reduction_t = LossReduction;
  WENGERT_FIELDS((Tensor, weight, {}), (std::int64_t, ignore_index, -100), (reduction_t, reduction, kMean));
};

struct BCELossOptions {
  using reduction_t = LossReduction;
  WENGERT_FIELDS(
      /// The weight of each element; broadcast.
      (Tensor, weight, {}), (reduction_t, reduction, kMean));
};

struct BCEWithLogitsLossOptions {
  using reduction_t = LossReduction;
  WENGERT_FIELDS((Tensor, weight, {}), (reduction_t, reduction, kMean),
                 /// The weight of the positive targets; broadcast.
                 (Tensor, pos_weight, {}));
};

struct KLDivLossOptions {
  static constexpr int printed = 0;  // of the fields, as in libtorch
  using reduction_t = std::variant<enumtype::kNone, enumtype::kBatchMean, enumtype::kSum, enumtype::kMean>;
  KLDivLossOptions() = default;
  KLDivLossOptions(std::convertible_to<reduction_t> auto reduction) : reduction_(reduction) {}
  WENGERT_FIELDS(
      /// kBatchMean divides the sum by the size of dimension 0, which makes it the divergence; kMean divides by
      /// all elements.
      (reduction_t, reduction, kMean), (bool, log_target, false));
};

namespace functional {

using L1LossFuncOptions = L1LossOptions;
using MSELossFuncOptions = MSELossOptions;
using SmoothL1LossFuncOptions = SmoothL1LossOptions;
using HuberLossFuncOptions = HuberLossOptions;
using CrossEntropyFuncOptions = CrossEntropyLossOptions;
using NLLLossFuncOptions = NLLLossOptions;
using BinaryCrossEntropyFuncOptions = BCELossOptions;
using BinaryCrossEntropyWithLogitsFuncOptions = BCEWithLogitsLossOptions;
using KLDivFuncOptions = KLDivLossOptions;

Tensor l1_loss(const Tensor& x, const Tensor& t, const L1LossFuncOptions& options = {});
Tensor mse_loss(const Tensor& x, const Tensor& t, const MSELossFuncOptions& options = {});
Tensor smooth_l1_loss(const Tensor& x, const Tensor& t, const SmoothL1LossFuncOptions& options = {});
Tensor smooth_l1_loss(const Tensor& x, const Tensor& t, const SmoothL1LossFuncOptions& options, double beta);
Tensor huber_loss(const Tensor& x, const Tensor& t, const HuberLossFuncOptions& options = {});
Tensor cross_entropy(const Tensor& x, const Tensor& t, const CrossEntropyFuncOptions& options = {});
Tensor nll_loss(const Tensor& x, const Tensor& t, const NLLLossFuncOptions& options = {});
Tensor binary_cross_entropy(const Tensor& x, const Tensor& t,
                            const BinaryCrossEntropyFuncOptions& options = {});
Tensor binary_cross_entropy_with_logits(const Tensor& x, const Tensor& t,
                                        const BinaryCrossEntropyWithLogitsFuncOptions& options = {});
Tensor kl_div(const Tensor& x, const Tensor& t, const KLDivFuncOptions& options = {});

}  // namespace functional

WENGERT_LOSS(L1Loss, functional::l1_loss, L1LossOptions);
WENGERT_LOSS(MSELoss, functional::mse_loss, MSELossOptions);
WENGERT_LOSS(SmoothL1Loss, functional::smooth_l1_loss, SmoothL1LossOptions);
WENGERT_LOSS(HuberLoss, functional::huber_loss, HuberLossOptions);
WENGERT_LOSS(KLDivLoss, functional::kl_div, KLDivLossOptions);

/// What losses with weights share: a weight is a buffer, which is converted with to(), and saved.
template <class Derived, class Options>
class WeightedLoss : public Cloneable<Derived> {
 public:
  explicit WeightedLoss(const Options& o = {}) : options(o) { WeightedLoss::reset(); }
  void reset() override;
  void pretty_print(std::ostream& out) const override;

  Options options;
  Tensor weight;
};

struct CrossEntropyLossImpl : WeightedLoss<CrossEntropyLossImpl, CrossEntropyLossOptions> {
  using WeightedLoss::WeightedLoss;
  Tensor forward(const Tensor& x, const Tensor& t);
};
struct NLLLossImpl : WeightedLoss<NLLLossImpl, NLLLossOptions> {
  using WeightedLoss::WeightedLoss;
  Tensor forward(const Tensor& x, const Tensor& t);
};
struct BCELossImpl : WeightedLoss<BCELossImpl, BCELossOptions> {
  using WeightedLoss::WeightedLoss;
  Tensor forward(const Tensor& x, const Tensor& t);
};
struct BCEWithLogitsLossImpl : WeightedLoss<BCEWithLogitsLossImpl, BCEWithLogitsLossOptions> {
  explicit BCEWithLogitsLossImpl(const BCEWithLogitsLossOptions& o = {});
  void reset() override;
  Tensor forward(const Tensor& x, const Tensor& t);
  Tensor pos_weight;
};
extern template class WeightedLoss<CrossEntropyLossImpl, CrossEntropyLossOptions>;
extern template class WeightedLoss<NLLLossImpl, NLLLossOptions>;
extern template class WeightedLoss<BCELossImpl, BCELossOptions>;
extern template class WeightedLoss<BCEWithLogitsLossImpl, BCEWithLogitsLossOptions>;
WENGERT_LIBRARY_MODULE(CrossEntropyLoss);
WENGERT_LIBRARY_MODULE(NLLLoss);
WENGERT_LIBRARY_MODULE(BCELoss);
WENGERT_LIBRARY_MODULE(BCEWithLogitsLoss);

}  // namespace wengert::nn
