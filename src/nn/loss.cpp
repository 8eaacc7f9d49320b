// Losses: from options to the arguments of the operations, and the modules around them.
#include "wengert/nn/loss.h"

#include <ostream>

#include "nn/print.h"
#include "ops/loss.h"
#include "tensor/check.h"
#include "wengert/ops/binary_cross_entropy.h"
#include "wengert/ops/cross_entropy.h"
#include "wengert/ops/kl_div.h"
#include "wengert/ops/l1_loss.h"
#include "wengert/ops/loss_reduction.h"
#include "wengert/ops/mse_loss.h"

namespace wengert::nn {
namespace functional {
namespace {

std::int64_t number_of(const LossReduction& reduction) {
  if (std::holds_alternative<enumtype::kMean>(reduction)) return Reduction::Mean;
  return std::holds_alternative<enumtype::kSum>(reduction) ? Reduction::Sum : Reduction::None;
}

}  // namespace

Tensor l1_loss(const Tensor& x, const Tensor& t, const L1LossFuncOptions& o) {
  return wengert::l1_loss(x, t, number_of(o.reduction()));
}
Tensor mse_loss(const Tensor& x, const Tensor& t, const MSELossFuncOptions& o) {
  return wengert::mse_loss(x, t, number_of(o.reduction()));
}
Tensor smooth_l1_loss(const Tensor& x, const Tensor& t, const SmoothL1LossFuncOptions& o) {
  return smooth_l1_loss(x, t, o, o.beta());
}
Tensor smooth_l1_loss(const Tensor& x, const Tensor& t, const SmoothL1LossFuncOptions& o, double beta) {
  return wengert::smooth_l1_loss(x, t, number_of(o.reduction()), beta);
}
Tensor huber_loss(const Tensor& x, const Tensor& t, const HuberLossFuncOptions& o) {
  return wengert::huber_loss(x, t, number_of(o.reduction()), o.delta());
}
Tensor cross_entropy(const Tensor& x, const Tensor& t, const CrossEntropyFuncOptions& o) {
  return cross_entropy_loss(x, t, o.weight(), number_of(o.reduction()), o.ignore_index(),
                            o.label_smoothing());
}
Tensor nll_loss(const Tensor& x, const Tensor& t, const NLLLossFuncOptions& o) {
  return wengert::nll_loss(x, t, o.weight(), number_of(o.reduction()), o.ignore_index());
}
Tensor binary_cross_entropy(const Tensor& x, const Tensor& t, const BinaryCrossEntropyFuncOptions& o) {
  check_same_shape("binary_cross_entropy", x, t);
  return wengert::binary_cross_entropy(x, t, o.weight(), number_of(o.reduction()));
}
Tensor binary_cross_entropy_with_logits(const Tensor& x, const Tensor& t,
                                        const BinaryCrossEntropyWithLogitsFuncOptions& o) {
  check_same_shape("binary_cross_entropy_with_logits", x, t);
  return wengert::binary_cross_entropy_with_logits(x, t, o.weight(), o.pos_weight(),
                                                   number_of(o.reduction()));
}

Tensor kl_div(const Tensor& x, const Tensor& t, const KLDivFuncOptions& o) {
  using wengert::kl_div;
  if (std::holds_alternative<enumtype::kMean>(o.reduction()))
    return kl_div(x, t, Reduction::Mean, o.log_target());
  if (std::holds_alternative<enumtype::kNone>(o.reduction()))
    return kl_div(x, t, Reduction::None, o.log_target());
  const Tensor sum = kl_div(x, t, Reduction::Sum, o.log_target());
  if (std::holds_alternative<enumtype::kSum>(o.reduction())) return sum;
  if (x.dim() == 0) fail("kl_div: a 0-d input has no batch to take the mean over");
  return sum / double(x.sizes()[0]);
}

}  // namespace functional

namespace {
/// A handle of its own to a tensor from the options, so that a module and its clone can differ.
Tensor own(const Tensor& x) { return x.defined() ? x.detach() : x; }
}  // namespace

template <class Derived, class Options>
void WeightedLoss<Derived, Options>::reset() {
  weight = this->register_buffer("weight", own(options.weight()));
}
template <class Derived, class Options>
void WeightedLoss<Derived, Options>::pretty_print(std::ostream& out) const {
  out << layer_name(typeid(Derived)) << "()";
}
template class WeightedLoss<CrossEntropyLossImpl, CrossEntropyLossOptions>;
template class WeightedLoss<NLLLossImpl, NLLLossOptions>;
template class WeightedLoss<BCELossImpl, BCELossOptions>;
template class WeightedLoss<BCEWithLogitsLossImpl, BCEWithLogitsLossOptions>;

Tensor CrossEntropyLossImpl::forward(const Tensor& x, const Tensor& t) {
  return functional::cross_entropy(x, t, CrossEntropyLossOptions(options).weight(weight));
}
Tensor NLLLossImpl::forward(const Tensor& x, const Tensor& t) {
  return functional::nll_loss(x, t, NLLLossOptions(options).weight(weight));
}
Tensor BCELossImpl::forward(const Tensor& x, const Tensor& t) {
  return functional::binary_cross_entropy(x, t, BCELossOptions(options).weight(weight));
}

BCEWithLogitsLossImpl::BCEWithLogitsLossImpl(const BCEWithLogitsLossOptions& o) : WeightedLoss(o) {
  pos_weight = register_buffer("pos_weight", own(options.pos_weight()));
}
void BCEWithLogitsLossImpl::reset() {
  WeightedLoss::reset();
  pos_weight = register_buffer("pos_weight", own(options.pos_weight()));
}
Tensor BCEWithLogitsLossImpl::forward(const Tensor& x, const Tensor& t) {
  return functional::binary_cross_entropy_with_logits(
      x, t, BCEWithLogitsLossOptions(options).weight(weight).pos_weight(pos_weight));
}

}  // namespace wengert::nn
