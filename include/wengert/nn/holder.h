// ModuleHolder: a handle to a module, so that modules are written and passed like values.
#pragma once
#include "wengert/nn/call.h"
#include "wengert/nn/cloneable.h"

namespace wengert::nn {

struct ModuleHolderBase {};
template <class T>
concept IsModuleHolder = std::is_base_of_v<ModuleHolderBase, std::remove_cvref_t<T>>;
template <class T>
concept IsModule = std::is_base_of_v<Module, std::remove_cvref_t<T>>;

/// A shared_ptr to a module with the module's constructors and call operator: nn::Linear(2, 3)(x). Copies
/// share the module. nn::Linear fc{nullptr} is empty; using an empty holder is an Error.
template <class Contained>
class ModuleHolder : public ModuleHolderBase {
  template <class T>
  static constexpr bool is_handle = std::is_base_of_v<ModuleHolder, std::remove_cvref_t<T>> ||
                                    std::is_convertible_v<T, std::shared_ptr<Contained>>;

 public:
  using ContainedType = Contained;

  ModuleHolder() : impl_(make_default()) {}
  ModuleHolder(std::nullptr_t) {}
  ModuleHolder(std::shared_ptr<Contained> module) : impl_(std::move(module)) {}
  /// The module's constructor. One holder of the same class is copied instead.
  template <class Head, class... Tail>
  requires((sizeof...(Tail) > 0 || !is_handle<Head>)&&std::is_constructible_v<
           Contained, Head, Tail...>) explicit ModuleHolder(Head&& head, Tail&&... tail)
      : impl_(std::make_shared<Contained>(std::forward<Head>(head), std::forward<Tail>(tail)...)) {}

  explicit operator bool() const noexcept { return bool(impl_); }
  bool is_empty() const noexcept { return !impl_; }
  Contained* operator->() const { return get(); }
  Contained& operator*() const { return *get(); }
  Contained* get() const {
    if (!impl_) [[unlikely]]
      detail::empty_holder();
    return impl_.get();
  }
  const std::shared_ptr<Contained>& ptr() const {
    get();
    return impl_;
  }
  /// The same, null when empty.
  const std::shared_ptr<Contained>& shared() const noexcept { return impl_; }

  /// Calls forward, and the hooks.
  template <class... Args, class M = Contained>
  auto operator()(Args&&... args) const -> decltype(std::declval<M&>().forward(std::forward<Args>(args)...)) {
    return detail::call(*get(), std::forward<Args>(args)...);
  }

 private:
  static std::shared_ptr<Contained> make_default() {
    static_assert(
        std::is_default_constructible_v<Contained>,
        "this module has no default constructor; give its arguments, or {nullptr} for an empty one");
    return std::make_shared<Contained>();
  }

  std::shared_ptr<Contained> impl_;
};

template <class Contained>
std::ostream& operator<<(std::ostream& out, const ModuleHolder<Contained>& module) {
  return out << static_cast<const Module&>(*module);
}

}  // namespace wengert::nn

/// Defines the class Name, a holder of NameImpl.
#define WENGERT_MODULE(Name) WENGERT_MODULE_IMPL(Name, Name##Impl)
#define WENGERT_MODULE_IMPL(Name, ImplType)                    \
  class Name : public ::wengert::nn::ModuleHolder<ImplType> {  \
   public:                                                     \
    using ::wengert::nn::ModuleHolder<ImplType>::ModuleHolder; \
    using Impl [[maybe_unused]] = ImplType;                    \
  }

// The library's own modules are instantiated once, in the library (nn/instantiate.cpp), instead of in every
// program: there WENGERT_EXTERN is empty.
#ifndef WENGERT_EXTERN
#define WENGERT_EXTERN extern
#endif
#define WENGERT_LIBRARY_MODULE(Name) \
  WENGERT_MODULE(Name);              \
  WENGERT_INSTANTIATED(Name)
#define WENGERT_INSTANTIATED(Name)                     \
  WENGERT_EXTERN template class Cloneable<Name##Impl>; \
  WENGERT_EXTERN template const detail::Callable& detail::callable<Name##Impl>()
