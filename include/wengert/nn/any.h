// AnyModule: any module behind one type, so that modules of different kinds can stand in one list.
#pragma once
#include <any>
#include <span>
#include <string>
#include <typeinfo>

#include "wengert/nn/holder.h"

namespace wengert::nn {

/// A value of any type: what goes into and comes out of a module whose type is not known.
class AnyValue {
 public:
  template <class T>
  requires(!std::is_same_v<std::remove_cvref_t<T>, AnyValue>) explicit AnyValue(T&& value)
      : value_(std::forward<T>(value)) {}

  template <class T>
  T* try_get() {
    return std::any_cast<T>(&value_);
  }
  /// Error when the value is no T.
  template <class T>
  T get() {
    if (T* value = try_get<T>()) return *value;
    wrong_type(typeid(T));
  }
  const std::type_info& type_info() const { return value_.type(); }

 private:
  [[noreturn]] void wrong_type(const std::type_info& wanted) const;
  std::any value_;
};

namespace detail {

/// How to call a module whose class is known only here.
struct Callable {
  const std::type_info* type;
  /// For modules that take one tensor and give one; else null.
  Tensor (*tensor_to_tensor)(Module&, Tensor&&);
  /// For all whose forward is one function, not several overloads; else null.
  AnyValue (*any_to_any)(Module&, std::span<AnyValue>);
};

[[noreturn]] void wrong_argument(const Module& module, std::size_t i, const std::type_info& got,
                                 const std::type_info& wanted);
[[noreturn]] void wrong_count(const Module& module, std::size_t got, std::size_t wanted);

template <class T>
T& argument(const Module& module, std::span<AnyValue> values, std::size_t i) {
  if (T* value = values[i].try_get<T>()) return *value;
  wrong_argument(module, i, values[i].type_info(), typeid(T));
}

template <class M, class Class, class R, class... Args>
AnyValue unpack_and_call(R (Class::*)(Args...), Module& module, std::span<AnyValue> values) {
  if (values.size() != sizeof...(Args)) wrong_count(module, values.size(), sizeof...(Args));
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return AnyValue(call(static_cast<M&>(module),
                         static_cast<Args>(argument<std::remove_cvref_t<Args>>(module, values, I))...));
  }
  (std::index_sequence_for<Args...>());
}
template <class M, class Class, class R, class... Args>
AnyValue unpack_and_call(R (Class::*)(Args...) const, Module& module, std::span<AnyValue> values) {
  return unpack_and_call<M>(static_cast<R (Class::*)(Args...)>(nullptr), module, values);
}

template <class M>
const Callable& callable() {
  static constexpr Callable made = [] {
    Callable c{&typeid(M), nullptr, nullptr};
    if constexpr (requires(M & m, Tensor x) {
                    { m.forward(std::move(x)) } -> std::same_as<Tensor>;
                  })
      c.tensor_to_tensor = [](Module& m, Tensor&& x) { return call(static_cast<M&>(m), std::move(x)); };
    if constexpr (requires { &M::forward; })
      c.any_to_any = [](Module& m, std::span<AnyValue> values) {
        return unpack_and_call<M>(decltype (&M::forward)(nullptr), m, values);
      };
    return c;
  }();
  return made;
}

}  // namespace detail

/// A module of any class. Made from a holder, a shared_ptr, or a module object that is moved in; copies share
/// the module. Calling one that is empty, or with arguments that its forward does not take, is an Error.
class AnyModule {
 public:
  AnyModule() = default;
  template <IsModule M>
  AnyModule(std::shared_ptr<M> module) : module_(std::move(module)), callable_(&detail::callable<M>()) {
    if (!module_) empty();
  }
  template <class M>
  AnyModule(const ModuleHolder<M>& holder) : AnyModule(holder.ptr()) {}
  template <IsModule M>
  requires(!std::is_lvalue_reference_v<M>) AnyModule(M&& module)
      : AnyModule(std::make_shared<M>(std::move(module))) {}

  bool is_empty() const { return !module_; }
  bool takes_tensor() const { return callable_ && callable_->tensor_to_tensor; }

  /// Calls the module's forward (and hooks) with arguments of exactly its types.
  template <class Return = Tensor, class... Args>
  Return forward(Args&&... args) const {
    if constexpr (std::is_same_v<Return, Tensor> && sizeof...(Args) == 1 &&
                  (std::is_same_v<std::remove_cvref_t<Args>, Tensor> && ...))
      if (takes_tensor()) return callable_->tensor_to_tensor(*module_, Tensor(std::forward<Args>(args)...));
    return any_forward(std::forward<Args>(args)...).template get<Return>();
  }
  template <class... Args>
  AnyValue any_forward(Args&&... args) const {
    std::vector<AnyValue> values;
    values.reserve(sizeof...(Args));
    (values.emplace_back(std::forward<Args>(args)), ...);
    return call(values);
  }
  AnyValue call(std::span<AnyValue> values) const;

  const std::shared_ptr<Module>& ptr() const {
    if (is_empty()) empty();
    return module_;
  }
  template <IsModule M>
  std::shared_ptr<M> ptr() const {
    get<M>();
    return std::static_pointer_cast<M>(module_);
  }
  /// The module as an M. Error when it is of another class.
  template <IsModule M>
  M& get() const {
    if (auto* m = dynamic_cast<M*>(ptr().get())) return *m;
    wrong_class(typeid(M));
  }
  const std::type_info& type_info() const {
    ptr();
    return *callable_->type;
  }
  AnyModule clone(const optional<Device>& device = nullopt) const;

 private:
  friend class SequentialImpl;
  [[noreturn]] static void empty();
  [[noreturn]] void wrong_class(const std::type_info& wanted) const;

  std::shared_ptr<Module> module_;
  const detail::Callable* callable_ = nullptr;
};

/// A module under a name: {"fc1", nn::Linear(3, 4)}.
class NamedAnyModule {
 public:
  template <class M>
  requires std::is_constructible_v<AnyModule, M> NamedAnyModule(std::string name, M&& module)
      : name_(std::move(name)), module_(std::forward<M>(module)) {}
  const std::string& name() const { return name_; }
  AnyModule& module() { return module_; }
  const AnyModule& module() const { return module_; }

 private:
  std::string name_;
  AnyModule module_;
};

}  // namespace wengert::nn
