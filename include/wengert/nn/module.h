// Module: what every layer and every model is.
//
//     struct Net : nn::Module {
//       Net() { fc = register_module("fc", nn::Linear(10, 1)); }
//       Tensor forward(const Tensor& x) { return relu(fc(x)); }
//       nn::Linear fc{nullptr};
//     };
//
// A module is a node of a tree: it has parameters, buffers (tensors that are state but not trained) and
// children, each under a name; walks over the tree visit a module before its children, and children in the
// order of registration. What a module computes is its forward, of any arguments; Module does not declare it.
#pragma once
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "wengert/base/callback.h"
#include "wengert/base/ordered_dict.h"
#include "wengert/tensor.h"

namespace wengert::nn {

class Module;
template <class Contained>
class ModuleHolder;
template <class Derived>
class Cloneable;

namespace detail {
[[noreturn]] void empty_holder();

/// How to call a module of class M without knowing it: nn/any.h.
struct Callable;
template <class M>
const Callable& callable();

/// Spans one clone() of a whole tree, in which modules and tensors that are shared get one copy. Those within
/// it, of the children, do nothing.
class CloneScope {
 public:
  explicit CloneScope(const Module& root);
  CloneScope(const CloneScope&) = delete;
  ~CloneScope();

 private:
  bool outermost_;
};

/// module.clone(device), or the copy that the clone() under way has made of this module already.
std::shared_ptr<Module> clone_once(const Module& module, const optional<Device>& device);

/// Whether modules print, and name their classes, as libtorch does: <wengert/torch.h> sets it.
extern bool libtorch_names;
}  // namespace detail

/// Sees a module's first tensor argument before forward. What it returns replaces that argument, unless it is
/// undefined.
using ForwardPreHook = Callback<Tensor(Module&, const Tensor& input)>;
/// Sees a module's first tensor argument and (the first tensor of) its result after forward. What it returns
/// replaces the result, unless it is undefined.
using ForwardHook = Callback<Tensor(Module&, const Tensor& input, const Tensor& output)>;

class Module : public std::enable_shared_from_this<Module> {
 public:
  Module();
  /// `name` is what name() gives; else it is the class's name.
  explicit Module(std::string name);
  Module(const Module&);
  Module& operator=(const Module&);
  virtual ~Module();

  std::string name() const;

  // Building the tree. Errors, before anything changes: an empty name, one with a dot, one already used
  // by a parameter, buffer or child; an empty module; a module that contains this one.

  /// Adds a child and returns it.
  template <class M>
  std::shared_ptr<M> register_module(std::string name, std::shared_ptr<M> module) {
    add_child(std::move(name), module);
    return module;
  }
  template <class M>
  std::shared_ptr<M> register_module(std::string name, const ModuleHolder<M>& module) {
    return register_module(std::move(name), module.shared());
  }
  /// Puts another child in the place of the one of this name, and returns it.
  template <class M>
  std::shared_ptr<M> replace_module(const std::string& name, std::shared_ptr<M> module) {
    exchange_child(name, module);
    return module;
  }
  template <class M>
  std::shared_ptr<M> replace_module(const std::string& name, const ModuleHolder<M>& module) {
    return replace_module(name, module.shared());
  }
  void unregister_module(const std::string& name);

  /// Adds a tensor to be trained and returns it as it is kept. An undefined tensor holds the name's place,
  /// for a bias that is switched off.
  Tensor& register_parameter(std::string name, Tensor tensor, bool requires_grad = true);
  Tensor& register_buffer(std::string name, Tensor tensor);

  // Walking over it. Undefined tensors are left out. A module that hangs in two places is visited twice,
  // and its tensors stand under two names; but parameters() and buffers() list each tensor once (libtorch: as
  // often as it has names), so that an optimiser moves it once.

  std::vector<Tensor> parameters(bool recurse = true) const;
  OrderedDict<std::string, Tensor> named_parameters(bool recurse = true) const;
  std::vector<Tensor> buffers(bool recurse = true) const;
  OrderedDict<std::string, Tensor> named_buffers(bool recurse = true) const;
  std::vector<std::shared_ptr<Module>> children() const;
  OrderedDict<std::string, std::shared_ptr<Module>> named_children() const;
  /// This module and all below it. Error with include_self when no shared_ptr owns this module.
  std::vector<std::shared_ptr<Module>> modules(bool include_self = true) const;
  OrderedDict<std::string, std::shared_ptr<Module>> named_modules(const std::string& name_prefix = "",
                                                                  bool include_self = true) const;

  /// Calls f for this module and all below it.
  void apply(const Callback<void(Module&)>& f);
  void apply(const Callback<void(const Module&)>& f) const;
  void apply(const Callback<void(const std::string&, Module&)>& f, const std::string& name_prefix = "");
  void apply(const Callback<void(const std::string&, const Module&)>& f,
             const std::string& name_prefix = "") const;
  void apply(const Callback<void(const std::shared_ptr<Module>&)>& f) const;
  void apply(const Callback<void(const std::string&, const std::shared_ptr<Module>&)>& f,
             const std::string& name_prefix = "") const;

  // Changing it

  /// Training or evaluation, for this module and all below it: BatchNorm and Dropout behave differently.
  virtual void train(bool on = true);
  void eval() { train(false); }
  virtual bool is_training() const noexcept { return training_; }

  /// Converts floating-point parameters, their gradients and buffers, all or, when memory runs out, none. The
  /// tensors stay the same objects, so that an optimiser still sees them. Error: a dtype that is not floating.
  virtual void to(ScalarType dtype, bool non_blocking = false);
  virtual void to(Device device, ScalarType dtype, bool non_blocking = false);
  virtual void to(Device device, bool non_blocking = false);

  /// Drops the gradients of all parameters, or fills them with zeros.
  virtual void zero_grad(bool set_to_none = true);

  /// A copy that shares nothing; of classes derived from Cloneable, else an Error. Running reset() on the way
  /// draws from the default generator.
  virtual std::shared_ptr<Module> clone(const optional<Device>& device = nullopt) const;

  // Looking into it

  /// The module as an M (a class or its holder), or null when it is something else.
  template <class M>
  auto* as() noexcept {
    if constexpr (requires { typename M::ContainedType; })
      return dynamic_cast<typename M::ContainedType*>(this);
    else
      return dynamic_cast<M*>(this);
  }
  template <class M>
  const auto* as() const noexcept {
    return const_cast<Module*>(this)->as<M>();
  }

  /// One line without the children: "Linear(in_features=3, out_features=4, bias=true)".
  virtual void pretty_print(std::ostream& out) const;

  // Forward hooks: run when the module is called through a holder's operator(), Sequential or AnyModule,
  // in the order of registration; a plain module->forward(x) does not run them. Each register function
  // returns a number for remove_hook.

  unsigned register_forward_pre_hook(ForwardPreHook hook);
  unsigned register_forward_hook(ForwardHook hook);
  template <class F>
  requires std::is_void_v<std::invoke_result_t<F&, Module&, const Tensor&>>
  unsigned register_forward_pre_hook(F hook) {
    return register_forward_pre_hook(ForwardPreHook([hook](Module& m, const Tensor& input) mutable {
      hook(m, input);
      return Tensor();
    }));
  }
  template <class F>
  requires std::is_void_v<std::invoke_result_t<F&, Module&, const Tensor&, const Tensor&>>
  unsigned register_forward_hook(F hook) {
    return register_forward_hook(
        ForwardHook([hook](Module& m, const Tensor& input, const Tensor& output) mutable {
          hook(m, input, output);
          return Tensor();
        }));
  }
  void remove_hook(unsigned number);
  bool has_hooks() const { return !pre_hooks_.empty() || !hooks_.empty(); }
  void run_pre_hooks(Tensor& input);
  void run_hooks(const Tensor& input, Tensor& output);

 protected:
  /// Throws Error when child is null or contains this module.
  void check_child(const char* what, const std::string& name, const Module* child) const;

  OrderedDict<std::string, Tensor> parameters_{"parameter"};
  OrderedDict<std::string, Tensor> buffers_{"buffer"};
  OrderedDict<std::string, std::shared_ptr<Module>> children_{"module"};

 private:
  template <class Derived>
  friend class Cloneable;
  template <class Hook>
  struct Numbered {
    unsigned number;
    Hook call;
  };

  /// Takes over the state of `other`, a module of the same class, as one step of clone().
  virtual void clone_(const Module& other, const optional<Device>& device);
  void forget();
  void copy_state(const Module& from, const optional<Device>& device);
  bool keeps_tensors(const Module& other, const optional<Device>& device);
  [[noreturn]] void wrong_class(const Module& other) const;
  void check_name(const char* what, const std::string& name) const;
  void add_child(std::string name, std::shared_ptr<Module> child);
  void exchange_child(const std::string& name, std::shared_ptr<Module> child);
  std::shared_ptr<Module> shared_self() const;

  std::string name_;
  bool training_ = true;
  std::vector<Numbered<ForwardPreHook>> pre_hooks_;
  std::vector<Numbered<ForwardHook>> hooks_;
  unsigned next_hook_ = 0;
};

/// The tree, one module a line, children indented under their names.
std::ostream& operator<<(std::ostream& out, const Module& module);

}  // namespace wengert::nn
