// Module: the tree of parameters, buffers and children, and the walks over it.
#include "wengert/nn/module.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

#include "base/class_name.h"
#include "tensor/check.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/any.h"

namespace wengert::nn {
namespace {

std::string join(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : name.empty() ? prefix : prefix + "." + name;
}

using Children = OrderedDict<std::string, std::shared_ptr<Module>>;

/// Calls f(name, module) for all modules below, parents first. The names start with `prefix`.
template <class F>
void walk(const Children& children, const std::string& prefix, const F& f) {
  for (const auto& child : children) {
    const std::string name = join(prefix, child.key());
    f(name, child.value());
    walk(child.value()->named_children(), name, f);
  }
}

bool contains(const Module& tree, const Module* sought) {
  bool found = &tree == sought;
  walk(tree.named_children(), "", [&](const std::string&, const auto& m) { found |= m.get() == sought; });
  return found;
}

/// Throws Error for any but the CPU.
void check_device(Device device) { static_cast<void>(TensorOptions(device)); }

void insert_defined(OrderedDict<std::string, Tensor>& into, const std::string& prefix,
                    const OrderedDict<std::string, Tensor>& tensors) {
  for (const auto& item : tensors)
    if (item->defined()) into.insert(join(prefix, item.key()), item.value());
}

}  // namespace

bool detail::libtorch_names = false;

void detail::empty_holder() {
  fail("this module holder is empty: it was made with nullptr and never given a module");
}

Module::Module() = default;
Module::Module(std::string name) : name_(std::move(name)) {}
Module::Module(const Module&) = default;
Module& Module::operator=(const Module&) = default;
Module::~Module() = default;

std::string Module::name() const {
  if (!name_.empty()) return name_;
  const std::string ours = "wengert::", name = class_name(typeid(*this));
  return detail::libtorch_names && name.starts_with(ours) ? "torch::" + name.substr(ours.size()) : name;
}

// Building the tree

void Module::check_name(const char* what, const std::string& name) const {
  if (name.empty()) fail("{}: the name is empty", what);
  if (name.find('.') != std::string::npos)
    fail("{}: the name '{}' has a dot, which separates the names of nested modules", what, name);
  const char* taken = parameters_.contains(name) ? "parameter"
                      : buffers_.contains(name)  ? "buffer"
                      : children_.contains(name) ? "module"
                                                 : nullptr;
  if (taken) fail("{}: {} '{}' is already defined", what, taken, name);
}

void Module::check_child(const char* what, const std::string& name, const Module* child) const {
  if (!child) fail("{}: the module for '{}' is empty", what, name);
  if (contains(*child, this)) fail("{}: the module for '{}' contains the one it is added to", what, name);
}

void Module::add_child(std::string name, std::shared_ptr<Module> child) {
  check_name("register_module", name);
  check_child("register_module", name, child.get());
  children_.insert(std::move(name), std::move(child));
}

void Module::exchange_child(const std::string& name, std::shared_ptr<Module> child) {
  if (!children_.contains(name)) fail("replace_module: there is no module '{}'", name);
  check_child("replace_module", name, child.get());
  children_[name] = std::move(child);
}

void Module::unregister_module(const std::string& name) {
  if (!children_.contains(name)) fail("unregister_module: there is no module '{}'", name);
  children_.erase(name);
}

Tensor& Module::register_parameter(std::string name, Tensor tensor, bool requires_grad) {
  check_name("register_parameter", name);
  if (tensor.defined()) tensor.set_requires_grad(requires_grad);
  return parameters_.insert(std::move(name), std::move(tensor));
}

Tensor& Module::register_buffer(std::string name, Tensor tensor) {
  check_name("register_buffer", name);
  return buffers_.insert(std::move(name), std::move(tensor));
}

// Walking over it

OrderedDict<std::string, Tensor> Module::named_parameters(bool recurse) const {
  OrderedDict<std::string, Tensor> all("parameter");
  insert_defined(all, "", parameters_);
  if (recurse)
    walk(children_, "", [&](const auto& name, const auto& m) { insert_defined(all, name, m->parameters_); });
  return all;
}

OrderedDict<std::string, Tensor> Module::named_buffers(bool recurse) const {
  OrderedDict<std::string, Tensor> all("buffer");
  insert_defined(all, "", buffers_);
  if (recurse)
    walk(children_, "", [&](const auto& name, const auto& m) { insert_defined(all, name, m->buffers_); });
  return all;
}

namespace {
std::vector<Tensor> once(std::vector<Tensor> tensors) {
  std::set<const TensorImpl*> seen;
  std::erase_if(tensors, [&](const Tensor& x) { return !seen.insert(x.impl()).second; });
  return tensors;
}
}  // namespace

std::vector<Tensor> Module::parameters(bool recurse) const {
  return once(named_parameters(recurse).values());
}
std::vector<Tensor> Module::buffers(bool recurse) const { return once(named_buffers(recurse).values()); }
std::vector<std::shared_ptr<Module>> Module::children() const { return children_.values(); }
Children Module::named_children() const { return children_; }

std::shared_ptr<Module> Module::shared_self() const {
  if (auto self = weak_from_this().lock()) return std::const_pointer_cast<Module>(self);
  fail(
      "modules: {} is not owned by a shared_ptr, so it can't be part of the list; make it with "
      "std::make_shared, or ask with include_self = false",
      name());
}

Children Module::named_modules(const std::string& name_prefix, bool include_self) const {
  Children all("module");
  if (include_self) all.insert(name_prefix, shared_self());
  walk(children_, name_prefix, [&](const auto& name, const auto& m) { all.insert(name, m); });
  return all;
}

std::vector<std::shared_ptr<Module>> Module::modules(bool include_self) const {
  return named_modules("", include_self).values();
}

void Module::apply(const Callback<void(Module&)>& f) {
  f(*this);
  walk(children_, "", [&](const auto&, const auto& m) { f(*m); });
}
void Module::apply(const Callback<void(const Module&)>& f) const {
  f(*this);
  walk(children_, "", [&](const auto&, const auto& m) { f(*m); });
}
void Module::apply(const Callback<void(const std::string&, Module&)>& f, const std::string& prefix) {
  f(prefix, *this);
  walk(children_, prefix, [&](const auto& name, const auto& m) { f(name, *m); });
}
void Module::apply(const Callback<void(const std::string&, const Module&)>& f,
                   const std::string& prefix) const {
  f(prefix, *this);
  walk(children_, prefix, [&](const auto& name, const auto& m) { f(name, *m); });
}
void Module::apply(const Callback<void(const std::shared_ptr<Module>&)>& f) const {
  f(shared_self());
  walk(children_, "", [&](const auto&, const auto& m) { f(m); });
}
void Module::apply(const Callback<void(const std::string&, const std::shared_ptr<Module>&)>& f,
                   const std::string& prefix) const {
  f(prefix, shared_self());
  walk(children_, prefix, f);
}

// Changing it

void Module::train(bool on) {
  for (const auto& child : children_) child.value()->train(on);
  training_ = on;
}

void Module::to(ScalarType dtype, bool) {
  if (!is_floating(dtype)) fail("to: a module converts to float32 or float64, not to {}", dtype);
  NoGradGuard quiet;
  // Everything is converted before anything changes, lest memory run out half-way.
  struct Change {
    Tensor x, value, grad;
  };
  std::vector<Change> changes;
  const auto convert = [&](const std::vector<Tensor>& tensors) {
    for (const Tensor& x : tensors) {
      if (!is_floating(x.dtype()) || x.dtype() == dtype) continue;
      const Tensor grad = x.is_leaf() ? x.grad() : Tensor();
      changes.push_back({x, x.detach().to(dtype), grad.defined() ? grad.to(dtype) : grad});
    }
  };
  convert(parameters());
  convert(buffers());
  for (Change& change : changes) {
    change.x.mutable_grad() = Tensor();
    change.x.set_data(change.value);
    change.x.mutable_grad() = std::move(change.grad);
  }
  for (const auto& child : children_) child.value()->to(dtype);  // for classes that override to()
}

void Module::to(Device device, ScalarType dtype, bool) {
  check_device(device);
  to(dtype);
}
void Module::to(Device device, bool) { check_device(device); }

void Module::zero_grad(bool set_to_none) {
  for (const auto& child : children_) child.value()->zero_grad(set_to_none);
  for (const auto& item : parameters_) {
    const Tensor& p = item.value();
    if (!p.defined() || !p.mutable_grad().defined()) continue;
    if (set_to_none)
      p.mutable_grad() = Tensor();
    else
      p.mutable_grad() = p.grad().detach().zero_();
  }
}

// Copying

std::shared_ptr<Module> Module::clone(const optional<Device>&) const {
  fail("clone: {0} can't be copied; derive it from nn::Cloneable<{0}> instead of nn::Module", name());
}
void Module::clone_(const Module&, const optional<Device>&) {
  fail("clone: {0} can't be copied; derive it from nn::Cloneable<{0}> instead of nn::Module", name());
}

namespace {

/// The clone() of a tree that is under way in this thread.
struct CloneUnderWay {
  std::map<const Module*, std::shared_ptr<Module>> copies;
  std::map<const TensorImpl*, int> places;  // in how many places of the original a tensor is registered
};
thread_local std::unique_ptr<CloneUnderWay> under_way;

/// Calls f for the tensors of this module and all below it, each module once.
template <class F>
void each_registered(const Module& root, const F& f) {
  std::set<const Module*> seen;
  root.apply([&](const Module& module) {
    if (!seen.insert(&module).second) return;
    for (const auto& item : module.named_parameters(false)) f(item.value());
    for (const auto& item : module.named_buffers(false)) f(item.value());
  });
}

/// Whether a tensor of this module is also registered outside of it.
bool is_tied(const Module& module) {
  std::map<const TensorImpl*, int> inside;
  each_registered(module, [&](const Tensor& x) { ++inside[x.impl()]; });
  return std::any_of(inside.begin(), inside.end(), [](const auto& item) {
    const auto all = under_way->places.find(item.first);
    return all != under_way->places.end() && all->second > item.second;
  });
}

template <class Item>
bool same_names(const OrderedDict<std::string, Item>& a, const OrderedDict<std::string, Item>& b) {
  return a.keys() == b.keys();
}

}  // namespace

detail::CloneScope::CloneScope(const Module& root) : outermost_(!under_way) {
  if (!outermost_) return;
  under_way = std::make_unique<CloneUnderWay>();
  each_registered(root, [](const Tensor& x) { ++under_way->places[x.impl()]; });
}
detail::CloneScope::~CloneScope() {
  if (outermost_) under_way.reset();
}

std::shared_ptr<Module> detail::clone_once(const Module& module, const optional<Device>& device) {
  if (!under_way) return module.clone(device);
  if (const auto found = under_way->copies.find(&module); found != under_way->copies.end())
    return found->second;
  return under_way->copies[&module] = module.clone(device);
}

/// Before reset() registers everything anew.
void Module::forget() {
  parameters_.clear();
  buffers_.clear();
  children_.clear();
}

/// A tied module's tensors are those that the parent's reset() has tied to others: they must stay, and take
/// over the values. False when this is no such module, and may become another's copy as a whole.
bool Module::keeps_tensors(const Module& other, const optional<Device>& device) {
  if (!under_way || !is_tied(other)) return false;
  if (!same_names(named_parameters(), other.named_parameters()) ||
      !same_names(named_buffers(), other.named_buffers()) ||
      !same_names(named_modules("", false), other.named_modules("", false)))
    return false;
  copy_state(other, device);
  training_ = other.training_;
  pre_hooks_ = other.pre_hooks_;
  hooks_ = other.hooks_;
  next_hook_ = other.next_hook_;
  return true;
}

void Module::wrong_class(const Module& other) const {
  fail("clone: reset() made a {} where the original has a {}", name(), other.name());
}

void Module::copy_state(const Module& from, const optional<Device>& device) {
  if (device) check_device(*device);
  auto check = [&](const char* what, const auto& mine, const auto& theirs) {
    bool same = mine.size() == theirs.size();
    for (const auto& item : theirs) same = same && mine.contains(item.key());
    if (!same)
      fail(
          "clone: reset() of {} registers {} {}, the original has {}; reset() must register everything that "
          "the constructor does",
          name(), mine.size(), what, theirs.size());
  };
  check("parameters", parameters_, from.parameters_);
  check("buffers", buffers_, from.buffers_);
  check("modules", children_, from.children_);
  NoGradGuard quiet;
  auto copy = [](auto& mine, const auto& theirs) {
    for (const auto& item : theirs) {
      Tensor& target = mine[item.key()];
      if (target.defined() && item->defined())
        target.set_data(item->detach().clone()).set_requires_grad(item->requires_grad());
      else
        target = item->defined() ? item->detach().clone().requires_grad_(item->requires_grad()) : Tensor();
    }
  };
  copy(parameters_, from.parameters_);
  copy(buffers_, from.buffers_);
  for (const auto& child : from.children_) children_[child.key()]->clone_(*child.value(), device);
}

// Printing

void Module::pretty_print(std::ostream& out) const { out << name(); }

namespace {
void print(std::ostream& out, const Module& module, const std::string& indent) {
  module.pretty_print(out);
  const auto children = module.named_children();
  if (children.is_empty()) return;
  out << "(\n";
  for (const auto& child : children) {
    out << indent << "  (" << child.key() << "): ";
    print(out, *child.value(), indent + "  ");
    out << '\n';
  }
  out << indent << ')';
}
}  // namespace

std::ostream& operator<<(std::ostream& out, const Module& module) {
  print(out, module, "");
  return out;
}

// Hooks

unsigned Module::register_forward_pre_hook(ForwardPreHook hook) {
  pre_hooks_.push_back({next_hook_, std::move(hook)});
  return next_hook_++;
}
unsigned Module::register_forward_hook(ForwardHook hook) {
  hooks_.push_back({next_hook_, std::move(hook)});
  return next_hook_++;
}

void Module::remove_hook(unsigned number) {
  auto is_it = [&](const auto& hook) { return hook.number == number; };
  if (std::erase_if(pre_hooks_, is_it) + std::erase_if(hooks_, is_it) == 0)
    fail("remove_hook: {} has no forward hook number {}", name(), number);
}

void Module::run_pre_hooks(Tensor& input) {
  const auto hooks = pre_hooks_;  // a copy: a hook may remove itself
  for (const auto& hook : hooks)
    if (Tensor replaced = hook.call(*this, input); replaced.defined()) input = replaced;
}
void Module::run_hooks(const Tensor& input, Tensor& output) {
  const auto hooks = hooks_;
  for (const auto& hook : hooks)
    if (Tensor replaced = hook.call(*this, input, output); replaced.defined()) output = replaced;
}

}  // namespace wengert::nn
