// Losses as functions with options, and as modules. The formulas, shapes and errors are in ops/loss.h.
//
//     loss = nn::functional::cross_entropy(logits, labels,
//     nn::CrossEntropyLossOptions().label_smoothing(0.1)); nn::CrossEntropyLoss
//     criterion(nn::CrossEntropyLossOptions().label_smoothing(0.1)); loss = criterion(logits, labels);
#pragma once
#include <concepts>
#include <variant>

#include "wengert/base/arg.h"
#include "wengert/base/enum.h"
#include "wengert/nn/holder.h"

namespace wengert::nn {

// ---- Options
// --------------------------------------------------------------------------------------------------

/// kMean over all elements, kSum, or kNone: every element for itself.
using LossReduction = std::variant<enumtype::kNone, enumtype::kMean, enumtype::kSum>;

struct L1LossOptions {
  using reduction_t = LossReduction;
  L1LossOptions() = default;
  L1LossOptions(std::convertible_to<reduction_t> auto reduction) : reduction_(reduction) {}
  WENGERT_FIELDS((reduction_t, reduction, kMean));
};

struct MSELossOptions {
  using reduction_t = LossReduction;
  MSELossOptions() = default;
  MSELossOptions(std::convertible_to<reduction_t> auto reduction) : reduction_(reduction) {}
  WENGERT_FIELDS((reduction_t, reduction, kMean));
};

struct SmoothL1LossOptions {
  using reduction_t = LossReduction;
  SmoothL1LossOptions() = default;
  SmoothL1LossOptions(std::convertible_to<reduction_t> auto reduction) : reduction_(reduction) {}
  WENGERT_FIELDS((reduction_t, reduction, kMean), (double, beta, 1.0));
};

struct HuberLossOptions {
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
  using reduction_t = std::variant<enumtype::kNone, enumtype::kBatchMean, enumtype::kSum, enumtype::kMean>;
  KLDivLossOptions() = default;
  KLDivLossOptions(std::convertible_to<reduction_t> auto reduction) : reduction_(reduction) {}
  WENGERT_FIELDS(
      /// kBatchMean divides the sum by the size of dimension 0, which makes it the divergence; kMean divides by
      /// all elements.
      (reduction_t, reduction, kMean), (bool, log_target, false));
};

// ---- Functions
// ------------------------------------------------------------------------------------------------

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

// ---- Modules
// --------------------------------------------------------------------------------------------------

/// What losses without tensors of their own share.
template <class Derived, class Options>
class Loss : public Cloneable<Derived> {
 public:
  explicit Loss(const Options& o = {}) : options(o) {}
  void reset() override {}

  Options options;
};

struct L1LossImpl : Loss<L1LossImpl, L1LossOptions> {
  using Loss::Loss;
  Tensor forward(const Tensor& x, const Tensor& t);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(L1Loss);

struct MSELossImpl : Loss<MSELossImpl, MSELossOptions> {
  using Loss::Loss;
  Tensor forward(const Tensor& x, const Tensor& t);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(MSELoss);

struct SmoothL1LossImpl : Loss<SmoothL1LossImpl, SmoothL1LossOptions> {
  using Loss::Loss;
  Tensor forward(const Tensor& x, const Tensor& t);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(SmoothL1Loss);

struct HuberLossImpl : Loss<HuberLossImpl, HuberLossOptions> {
  using Loss::Loss;
  Tensor forward(const Tensor& x, const Tensor& t);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(HuberLoss);

struct KLDivLossImpl : Loss<KLDivLossImpl, KLDivLossOptions> {
  using Loss::Loss;
  Tensor forward(const Tensor& x, const Tensor& t);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(KLDivLoss);

/// The weights of the four below are buffers: they are converted with to(), and saved.
struct CrossEntropyLossImpl : Cloneable<CrossEntropyLossImpl> {
  explicit CrossEntropyLossImpl(const CrossEntropyLossOptions& o = {});
  void reset() override;
  Tensor forward(const Tensor& x, const Tensor& t);
  void pretty_print(std::ostream& out) const override;
  CrossEntropyLossOptions options;
  Tensor weight;
};
WENGERT_MODULE(CrossEntropyLoss);

struct NLLLossImpl : Cloneable<NLLLossImpl> {
  explicit NLLLossImpl(const NLLLossOptions& o = {});
  void reset() override;
  Tensor forward(const Tensor& x, const Tensor& t);
  void pretty_print(std::ostream& out) const override;
  NLLLossOptions options;
  Tensor weight;
};
WENGERT_MODULE(NLLLoss);

struct BCELossImpl : Cloneable<BCELossImpl> {
  explicit BCELossImpl(const BCELossOptions& o = {});
  void reset() override;
  Tensor forward(const Tensor& x, const Tensor& t);
  void pretty_print(std::ostream& out) const override;
  BCELossOptions options;
  Tensor weight;
};
WENGERT_MODULE(BCELoss);

struct BCEWithLogitsLossImpl : Cloneable<BCEWithLogitsLossImpl> {
  explicit BCEWithLogitsLossImpl(const BCEWithLogitsLossOptions& o = {});
  void reset() override;
  Tensor forward(const Tensor& x, const Tensor& t);
  void pretty_print(std::ostream& out) const override;
  BCEWithLogitsLossOptions options;
  Tensor weight, pos_weight;
};
WENGERT_MODULE(BCEWithLogitsLoss);

}  // namespace wengert::nn
