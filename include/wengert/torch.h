// For programs written for libtorch: its names for what is here.
#pragma once
#include <cmath>  // libtorch's header brings it, and programs count on that
#include <sstream>

#include "wengert/torch_compat/cuda.h"
#include "wengert/wengert.h"

/// A second name of the namespace. A namespace alias can't be opened again, as programs do in order to add to
/// torch::nn or to specialise a template, so that this is a macro: `torch` means nothing else from here on.
#define torch wengert

namespace wengert::nn::detail {
/// Modules print as libtorch's do.
inline const bool libtorch_names_wanted = (libtorch_names = true);
}  // namespace wengert::nn::detail

namespace wengert::detail {
/// Throws Error with the text of all parts, or with the condition when there are none.
template <class... Parts>
[[noreturn]] void check_failed(const char* condition, const Parts&... parts) {
  std::ostringstream text;
  if constexpr (sizeof...(parts) == 0)
    text << "expected " << condition;
  else
    (text << ... << parts);
  throw Error(text.str());
}
}  // namespace wengert::detail

namespace at {
using wengert::ArrayRef;
using wengert::IntArrayRef;
using wengert::Scalar;
using wengert::ScalarType;
using wengert::Tensor;
using wengert::TensorList;
using wengert::TensorOptions;
}  // namespace at

namespace c10 {
using wengert::Error;
using wengert::IndexError;
using wengert::IntArrayRef;
using wengert::nullopt;
using wengert::optional;
using wengert::Scalar;
using wengert::ScalarType;
}  // namespace c10

#define TORCH_MODULE(Name) WENGERT_MODULE(Name)
#define TORCH_MODULE_IMPL(Name, ImplType) WENGERT_MODULE_IMPL(Name, ImplType)
#define TORCH_ARG(T, name) WENGERT_ARG(T, name)
/// Throw Error unless the condition holds; what follows it is the message.
#define TORCH_CHECK(condition, ...)                    \
  (static_cast<bool>(condition) ? static_cast<void>(0) \
                                : ::wengert::detail::check_failed(#condition __VA_OPT__(, ) __VA_ARGS__))
#define AT_ASSERT(...) TORCH_CHECK(__VA_ARGS__)
