// Losses: from options to the arguments of the operations, and the modules around them.
#include "wengert/nn/loss.h"

#include <ostream>

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
  return wengert::binary_cross_entropy(x, t, o.weight(), number_of(o.reduction()));
}
Tensor binary_cross_entropy_with_logits(const Tensor& x, const Tensor& t,
                                        const BinaryCrossEntropyWithLogitsFuncOptions& o) {
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

namespace F = functional;

namespace {

/// A handle of its own to a tensor from the options, so that a module and its clone can differ.
Tensor own(const Tensor& x) { return x.defined() ? x.detach() : x; }

}  // namespace

Tensor L1LossImpl::forward(const Tensor& x, const Tensor& t) { return F::l1_loss(x, t, options); }
Tensor MSELossImpl::forward(const Tensor& x, const Tensor& t) { return F::mse_loss(x, t, options); }
Tensor SmoothL1LossImpl::forward(const Tensor& x, const Tensor& t) {
  return F::smooth_l1_loss(x, t, options);
}
Tensor HuberLossImpl::forward(const Tensor& x, const Tensor& t) { return F::huber_loss(x, t, options); }
Tensor KLDivLossImpl::forward(const Tensor& x, const Tensor& t) { return F::kl_div(x, t, options); }

CrossEntropyLossImpl::CrossEntropyLossImpl(const CrossEntropyLossOptions& o) : options(o) {
  CrossEntropyLossImpl::reset();
}
void CrossEntropyLossImpl::reset() { weight = register_buffer("weight", own(options.weight())); }
Tensor CrossEntropyLossImpl::forward(const Tensor& x, const Tensor& t) {
  return F::cross_entropy(x, t, CrossEntropyLossOptions(options).weight(weight));
}

NLLLossImpl::NLLLossImpl(const NLLLossOptions& o) : options(o) { NLLLossImpl::reset(); }
void NLLLossImpl::reset() { weight = register_buffer("weight", own(options.weight())); }
Tensor NLLLossImpl::forward(const Tensor& x, const Tensor& t) {
  return F::nll_loss(x, t, NLLLossOptions(options).weight(weight));
}

BCELossImpl::BCELossImpl(const BCELossOptions& o) : options(o) { BCELossImpl::reset(); }
void BCELossImpl::reset() { weight = register_buffer("weight", own(options.weight())); }
Tensor BCELossImpl::forward(const Tensor& x, const Tensor& t) {
  return F::binary_cross_entropy(x, t, BCELossOptions(options).weight(weight));
}

BCEWithLogitsLossImpl::BCEWithLogitsLossImpl(const BCEWithLogitsLossOptions& o) : options(o) {
  BCEWithLogitsLossImpl::reset();
}
void BCEWithLogitsLossImpl::reset() {
  weight = register_buffer("weight", own(options.weight()));
  pos_weight = register_buffer("pos_weight", own(options.pos_weight()));
}
Tensor BCEWithLogitsLossImpl::forward(const Tensor& x, const Tensor& t) {
  return F::binary_cross_entropy_with_logits(
      x, t, BCEWithLogitsLossOptions(options).weight(weight).pos_weight(pos_weight));
}

void L1LossImpl::pretty_print(std::ostream& out) const { out << "L1Loss()"; }
void MSELossImpl::pretty_print(std::ostream& out) const { out << "MSELoss()"; }
void SmoothL1LossImpl::pretty_print(std::ostream& out) const {
  out << fmt::format("SmoothL1Loss(beta={:g})", options.beta());
}
void HuberLossImpl::pretty_print(std::ostream& out) const {
  out << fmt::format("HuberLoss(delta={:g})", options.delta());
}
void KLDivLossImpl::pretty_print(std::ostream& out) const { out << "KLDivLoss()"; }
void CrossEntropyLossImpl::pretty_print(std::ostream& out) const { out << "CrossEntropyLoss()"; }
void NLLLossImpl::pretty_print(std::ostream& out) const { out << "NLLLoss()"; }
void BCELossImpl::pretty_print(std::ostream& out) const { out << "BCELoss()"; }
void BCEWithLogitsLossImpl::pretty_print(std::ostream& out) const { out << "BCEWithLogitsLoss()"; }

}  // namespace wengert::nn
