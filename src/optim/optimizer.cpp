#include "wengert/optim/optimizer.h"

#include <set>
#include <utility>

#include "tensor/check.h"
#include "tensor/tensor.h"
#include "wengert/autograd/mode.h"
#include "wengert/tensor.h"

namespace wengert::optim {

// Options, states and groups

std::unique_ptr<OptimizerParamState> OptimizerParamState::clone() const {
  fail("OptimizerParamState: this state has no clone(); derive it from OptimizerCloneableParamState");
}
std::unique_ptr<OptimizerOptions> OptimizerOptions::clone() const {
  fail("OptimizerOptions: these options have no clone(); derive them from OptimizerCloneableOptions");
}
double OptimizerOptions::get_lr() const { fail("OptimizerOptions: these options have no learning rate"); }
void OptimizerOptions::set_lr(double) { fail("OptimizerOptions: these options have no learning rate"); }

void OptimizerOptions::set_weight_decay(double) {
  fail("OptimizerOptions: these options have no weight decay");
}

OptimizerParamGroup::OptimizerParamGroup(const OptimizerParamGroup& other)
    : params_(other.params_),
      options_(other.options_ ? other.options_->clone() : nullptr),
      initial_lr_(other.initial_lr_),
      weight_decay_(other.weight_decay_) {}

OptimizerParamGroup& OptimizerParamGroup::operator=(OptimizerParamGroup other) noexcept {
  params_.swap(other.params_);
  options_.swap(other.options_);
  initial_lr_ = other.initial_lr_;
  weight_decay_ = other.weight_decay_;
  return *this;
}

void OptimizerParamGroup::set_weight_decay(double weight_decay) {
  if (options_)
    options_->set_weight_decay(weight_decay);
  else
    weight_decay_ = weight_decay;
}

OptimizerOptions& OptimizerParamGroup::options() {
  if (!options_) fail("OptimizerParamGroup: this group has no options; an optimiser's groups have");
  return *options_;
}
const OptimizerOptions& OptimizerParamGroup::options() const {
  return const_cast<OptimizerParamGroup*>(this)->options();
}

void OptimizerOptions::assign(const OptimizerOptions&) {
  fail("OptimizerOptions: these options have no assign(); derive them from OptimizerCloneableOptions");
}

// Making an optimiser

namespace {

std::vector<OptimizerParamGroup> one_group(std::vector<Tensor> parameters) {
  std::vector<OptimizerParamGroup> groups;
  groups.emplace_back(std::move(parameters));
  return groups;
}

void check_parameter(const char* op, const Tensor& p) {
  if (!p.defined()) fail("{}: a parameter is an undefined tensor", op);
  if (!p.is_floating_point()) fail("{}: a parameter is {}, wants float32 or float64", op, describe(p));
  if (!p.is_leaf()) fail("{}: a parameter of shape {} was made by an operation; wants leaves", op, p.sizes());
  if (!p.is_contiguous() && overlaps_itself(p))
    fail("{}: elements of a parameter of shape {} share memory (strides {})", op, p.sizes(), p.strides());
}

void check_options(const char* op, const OptimizerParamGroup& group, const OptimizerOptions& defaults) {
  const OptimizerOptions &ours = group.options(), &wanted = defaults;
  if (typeid(ours) != typeid(wanted)) fail("{}: the options of a group are those of another optimiser", op);
  ours.check();
}

}  // namespace

Optimizer::Optimizer(std::vector<OptimizerParamGroup> param_groups,
                     std::unique_ptr<OptimizerOptions> defaults)
    : defaults_(std::move(defaults)) {
  if (!defaults_) fail("Optimizer: the default options are null");
  defaults_->check();
  for (const auto& group : param_groups) add_param_group(group);
}

Optimizer::Optimizer(std::vector<Tensor> parameters, std::unique_ptr<OptimizerOptions> defaults)
    : Optimizer(one_group(std::move(parameters)), std::move(defaults)) {}

Optimizer::~Optimizer() = default;

void Optimizer::check_new(const std::vector<Tensor>& parameters) const {
  std::set<const TensorImpl*> known;
  for (const auto& group : param_groups_)
    for (const Tensor& p : group.params()) known.insert(p.impl());
  for (const Tensor& p : parameters) {
    check_parameter("add_param_group", p);
    if (!known.insert(p.impl()).second)
      fail("add_param_group: a parameter of shape {} is in a group already, or stands in this one twice",
           p.sizes());
  }
}

void Optimizer::add_param_group(const OptimizerParamGroup& param_group) {
  check_new(param_group.params());
  OptimizerParamGroup group = param_group;
  if (!group.has_options()) {
    group.set_options(defaults_->clone());
    if (group.weight_decay_) group.options().set_weight_decay(*group.weight_decay_);
  }
  check_options("add_param_group", group, *defaults_);
  param_groups_.push_back(std::move(group));
}

void Optimizer::add_parameters(const std::vector<Tensor>& more) {
  check_new(more);
  std::vector<Tensor>& first = parameters();
  first.insert(first.end(), more.begin(), more.end());
}

// Looking at it

const std::vector<Tensor>& Optimizer::parameters() const {
  if (param_groups_.empty()) fail("parameters: the optimiser has no group");
  return param_groups_[0].params();
}
std::vector<Tensor>& Optimizer::parameters() {
  return const_cast<std::vector<Tensor>&>(std::as_const(*this).parameters());
}

std::size_t Optimizer::size() const noexcept {
  std::size_t count = 0;
  for (const auto& group : param_groups_) count += group.params().size();
  return count;
}

// Using it

void Optimizer::zero_grad(bool set_to_none) {
  NoGradGuard off;
  for (auto& group : param_groups_) {
    for (const Tensor& p : group.params()) {
      if (!p.defined() || !p.grad().defined()) continue;
      if (set_to_none) {
        p.mutable_grad() = Tensor();
      } else {
        p.mutable_grad() = p.grad().detach();
        p.mutable_grad().zero_();
      }
    }
  }
}

namespace {

/// What must be right about a parameter before any is moved.
void check_update(const char* op, const Tensor& p, const Tensor& dp, const OptimizerParamState* state,
                  const std::type_info& state_type) {
  check_parameter(op, p);
  if (dp.dtype() != p.dtype() || dp.impl()->sizes != p.impl()->sizes)
    fail("{}: a gradient is {}, but its parameter is {}", op, describe(dp), describe(p));
  if (!state) return;
  if (typeid(*state) != state_type) fail("{}: a parameter's state is that of another optimiser", op);
  state->check(op, p);
}

}  // namespace

Tensor Optimizer::step_each(const char* op, const std::type_info& state_type, const LossClosure& closure,
                            void (*update)(const AnyUpdate&)) {
  Tensor loss;
  if (closure) {
    AutoGradMode on(true);
    loss = closure();
  }
  NoGradGuard off;
  for (const auto& group : param_groups_) {
    check_options(op, group, *defaults_);
    for (const Tensor& p : group.params()) {
      if (!p.defined()) fail("{}: a parameter is an undefined tensor", op);
      if (!p.grad().defined()) continue;
      const auto found = state_.find(p.impl());
      check_update(op, p, p.grad(), found == state_.end() ? nullptr : found->second.get(), state_type);
    }
  }
  for (const auto& group : param_groups_)
    for (const Tensor& p : group.params())
      if (p.grad().defined()) update({group.options(), *defaults_, p, p.grad(), state_[p.impl()]});
  return loss;
}

}  // namespace wengert::optim
