// BatchNorm whose scale and shift depend on a condition.
#pragma once
#include "wengert/nn/any.h"
#include "wengert/nn/batch_norm.h"

namespace wengert::nn {

struct ConditionalBatchNormOptions {
  ConditionalBatchNormOptions(std::int64_t num_features) : num_features_(num_features) {}
  WENGERT_ARG(std::int64_t, num_features);
  /// The condition is a class: int64 [N] of 0 ... num_classes - 1.
  WENGERT_ARG(optional<std::int64_t>, num_classes) = nullopt;
  /// The condition is a vector: [N, condition_features], of x's type.
  WENGERT_ARG(optional<std::int64_t>, condition_features) = nullopt;
  WENGERT_ARG(double, eps) = 1e-5;
  WENGERT_ARG(optional<double>, momentum) = 0.1;
  WENGERT_ARG(bool, track_running_stats) = true;
};

/// y = gamma(c) norm(x) + beta(c) for each sample and channel, where norm is a BatchNorm without parameters
/// of its own and c the sample's condition. Of a class, gamma and beta are rows of two tables to be learnt
/// (Embedding; Dumoulin et al. 2017, arXiv:1610.07629, eq. 5, with the statistics of the batch); of a vector,
/// they are affine functions of it (Linear; de Vries et al. 2017, arXiv:1707.00683, sec. 3). Either way gamma
/// starts at 1 and beta at 0 for every condition.
///
/// The children are norm, gamma and beta. Errors, before the statistics move: not exactly one of num_classes
/// and condition_features; a condition of another type, shape or number of samples; a class out of range;
/// BatchNorm's.
template <class Derived, class BatchNorm>
class ConditionalBatchNormBase : public Cloneable<Derived> {
 public:
  explicit ConditionalBatchNormBase(const ConditionalBatchNormOptions& options);

  void reset() override;
  /// gamma 1, beta 0.
  void reset_parameters();
  void pretty_print(std::ostream& out) const override;
  Tensor forward(const Tensor& x, const Tensor& condition);

  ConditionalBatchNormOptions options;
  BatchNorm norm{nullptr};
  AnyModule gamma, beta;
};

class ConditionalBatchNorm1dImpl;
class ConditionalBatchNorm2dImpl;
extern template class ConditionalBatchNormBase<ConditionalBatchNorm1dImpl, BatchNorm1d>;
extern template class ConditionalBatchNormBase<ConditionalBatchNorm2dImpl, BatchNorm2d>;

/// Of [batch, channels] or [batch, channels, length].
class ConditionalBatchNorm1dImpl : public ConditionalBatchNormBase<ConditionalBatchNorm1dImpl, BatchNorm1d> {
 public:
  using ConditionalBatchNormBase::ConditionalBatchNormBase;
};
WENGERT_LIBRARY_MODULE(ConditionalBatchNorm1d);

/// Of images [batch, channels, height, width].
class ConditionalBatchNorm2dImpl : public ConditionalBatchNormBase<ConditionalBatchNorm2dImpl, BatchNorm2d> {
 public:
  using ConditionalBatchNormBase::ConditionalBatchNormBase;
};
WENGERT_LIBRARY_MODULE(ConditionalBatchNorm2d);

}  // namespace wengert::nn
