#include "wengert/nn/conditional_batch_norm.h"

#include <ostream>

#include "tensor/check.h"
#include "wengert/autograd/mode.h"
#include "wengert/nn/embedding.h"
#include "wengert/nn/init.h"
#include "wengert/nn/linear.h"
#include "wengert/ops/norm.h"

namespace wengert::nn {
namespace {

constexpr const char* kName = "ConditionalBatchNorm";

/// Gives one number per channel for each condition, at first `start` for all of them.
AnyModule table(const ConditionalBatchNormOptions& o) {
  if (o.num_classes()) return Embedding(*o.num_classes(), o.num_features());
  return Linear(*o.condition_features(), o.num_features());
}

void set(const AnyModule& table, double start) {
  const NoGradGuard quiet;
  if (auto* classes = table.ptr()->as<Embedding>()) {
    classes->weight.fill_(start);
  } else {
    const auto& affine = table.get<LinearImpl>();
    affine.weight.zero_();
    affine.bias.fill_(start);
  }
}

void check_condition(const ConditionalBatchNormOptions& o, const Tensor& x, const Tensor& condition) {
  check_defined(kName, "the input", x);
  check_defined(kName, "the condition", condition);
  const std::int64_t samples = x.dim() > 0 ? x.sizes()[0] : 1;
  const Shape wanted = o.num_classes() ? Shape{samples} : Shape{samples, *o.condition_features()};
  const ScalarType dtype = o.num_classes() ? kInt64 : x.dtype();
  if (!(wanted == condition.sizes()) || condition.dtype() != dtype)
    fail("{}: the condition is {}, wants {}{} for input {}", kName, describe(condition), dtype, wanted,
         x.sizes());
}

/// What a table says of the condition, [N, C, 1, ...] to broadcast against x.
Tensor look_up(const AnyModule& table, const Tensor& condition, std::int64_t dims) {
  const Tensor rows = table.forward(condition);
  Shape per_channel = rows.sizes();
  while (per_channel.size() < dims) per_channel.push_back(1);
  return rows.view(per_channel);
}

std::string describe(int d, const ConditionalBatchNormOptions& o) {
  return fmt::format("ConditionalBatchNorm{}d({}, {}={})", d, o.num_features(),
                     o.num_classes() ? "num_classes" : "condition_features",
                     o.num_classes() ? *o.num_classes() : *o.condition_features());
}

}  // namespace

template <class Derived, class BatchNorm>
ConditionalBatchNormBase<Derived, BatchNorm>::ConditionalBatchNormBase(const ConditionalBatchNormOptions& o)
    : options(o) {
  if (bool(o.num_classes()) == bool(o.condition_features()))
    fail("{}: wants num_classes or condition_features, and not both", kName);
  ConditionalBatchNormBase::reset();
}

template <class Derived, class BatchNorm>
void ConditionalBatchNormBase<Derived, BatchNorm>::reset() {
  norm = this->register_module("norm", BatchNorm(BatchNormOptions(options.num_features())
                                                     .eps(options.eps())
                                                     .momentum(options.momentum())
                                                     .affine(false)
                                                     .track_running_stats(options.track_running_stats())));
  gamma = table(options);
  beta = table(options);
  this->register_module("gamma", gamma.ptr());
  this->register_module("beta", beta.ptr());
  reset_parameters();
}

template <class Derived, class BatchNorm>
void ConditionalBatchNormBase<Derived, BatchNorm>::reset_parameters() {
  set(gamma, 1);
  set(beta, 0);
}

template <class Derived, class BatchNorm>
void ConditionalBatchNormBase<Derived, BatchNorm>::pretty_print(std::ostream& out) const {
  out << describe(std::is_same_v<BatchNorm, BatchNorm1d> ? 1 : 2, options);
}

template <class Derived, class BatchNorm>
Tensor ConditionalBatchNormBase<Derived, BatchNorm>::forward(const Tensor& x, const Tensor& condition) {
  check_condition(options, x, condition);
  const Tensor scale = look_up(gamma, condition, x.dim()), shift = look_up(beta, condition, x.dim());
  return norm(x) * scale + shift;
}

template class ConditionalBatchNormBase<ConditionalBatchNorm1dImpl, BatchNorm1d>;
template class ConditionalBatchNormBase<ConditionalBatchNorm2dImpl, BatchNorm2d>;

}  // namespace wengert::nn
