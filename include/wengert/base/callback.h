// A function that somebody else gave: std::function in a tenth of its header. (<functional> is a fifth of all
// lines that a program would read for wengert.h.)
#pragma once
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "wengert/base/ref.h"

namespace wengert {

template <class Signature>
class Callback;

/// Holds anything that can be called with Args and gives an R; copies share it. Empty when made from nothing.
template <class R, class... Args>
class Callback<R(Args...)> {
 public:
  Callback() = default;
  template <std::same_as<std::nullptr_t> Null>
  Callback(Null) {}
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, Callback> && !std::is_null_pointer_v<std::decay_t<F>> &&
           std::is_invocable_r_v<R, std::decay_t<F>&, Args...>) Callback(F&& f) {
    if constexpr (std::is_pointer_v<std::remove_cvref_t<F>> || requires { f.operator bool(); })
      if (!f) return;  // a null pointer, an empty std::function
    held_ = detail::Ref<Base>(new Held<std::decay_t<F>>(std::forward<F>(f)));
  }

  explicit operator bool() const { return bool(held_); }
  R operator()(Args... args) const { return held_->call(std::forward<Args>(args)...); }

 private:
  struct Base : detail::RefCounted {
    virtual R call(Args... args) = 0;
  };
  template <class F>
  struct Held final : Base {
    explicit Held(F f) : function(std::move(f)) {}
    R call(Args... args) override {
      if constexpr (std::is_void_v<R>)
        function(std::forward<Args>(args)...);
      else
        return function(std::forward<Args>(args)...);
    }
    F function;
  };
  detail::Ref<Base> held_;
};

}  // namespace wengert
