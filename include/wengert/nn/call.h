// Calling a module: forward with the hooks around it.
#pragma once
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "wengert/nn/module.h"

namespace wengert::nn::detail {

/// The tensor that hooks see: the value itself, or the first of several; null when there is none.
inline Tensor* first_tensor(Tensor& x) { return &x; }
template <class T>
Tensor* first_tensor(T&) {
  return nullptr;
}
inline Tensor* first_tensor(std::vector<Tensor>& list) { return list.empty() ? nullptr : &list[0]; }
template <class... Rest>
Tensor* first_tensor(std::tuple<Tensor, Rest...>& list) {
  return &std::get<0>(list);
}
inline Tensor* first_tensor() { return nullptr; }
template <class Head, class... Tail>
requires(sizeof...(Tail) > 0) Tensor* first_tensor(Head& head, Tail&... tail) {
  Tensor* found = first_tensor(head);
  return found ? found : first_tensor(tail...);
}

/// What is handed to forward in the place of an argument: a copy of a tensor, which hooks may replace.
template <class A>
using HookArgument = std::conditional_t<std::is_same_v<std::remove_cvref_t<A>, Tensor>, Tensor, A&&>;

template <class M, class... Args>
auto call_with_hooks(M& module, HookArgument<Args>... args) {
  Tensor none;
  Tensor* in = first_tensor(args...);
  Tensor& input = in ? *in : none;
  module.run_pre_hooks(input);
  const Tensor seen = input;
  auto run = [&]() -> decltype(auto) { return module.forward(std::forward<HookArgument<Args>>(args)...); };
  if constexpr (std::is_void_v<decltype(run())>) {
    run();
    module.run_hooks(seen, none);
  } else {
    auto result = run();
    Tensor* out = first_tensor(result);
    module.run_hooks(seen, out ? *out : none);
    return result;
  }
}

template <class M, class... Args>
auto call(M& module, Args&&... args) {
  if (module.has_hooks()) [[unlikely]]
    return call_with_hooks<M, Args...>(module, std::forward<Args>(args)...);
  return module.forward(std::forward<Args>(args)...);
}

}  // namespace wengert::nn::detail
