// Errors, with a text built by fmt. The formatting itself is compiled once, in fail.cpp.
#pragma once
#include <fmt/core.h>

#include "wengert/base/dtype.h"
#include "wengert/base/error.h"
#include "wengert/base/shape.h"

namespace wengert {
namespace fail_detail {

/// What fmt is given for an argument: shapes and element types as text, all else as it is.
inline std::string printable(IntArrayRef sizes) { return to_string(sizes); }
inline std::string printable(const Shape& sizes) { return to_string(sizes); }
inline std::string_view printable(ScalarType type) { return name_of(type); }
template <class T>
const T& printable(const T& value) {
  return value;
}
template <class T>
using Printable = std::remove_cvref_t<decltype(printable(std::declval<const T&>()))>;

[[noreturn]] void fail(fmt::string_view text, fmt::format_args args);
[[noreturn]] void fail_index(fmt::string_view text, fmt::format_args args);

}  // namespace fail_detail

/// Throws Error with a text: fail("mm: got {}, wants 2 dimensions", x.sizes()).
template <class... Args>
[[noreturn]] void fail(fmt::format_string<fail_detail::Printable<Args>...> text, const Args&... args) {
  fail_detail::fail(text, fmt::make_format_args(fail_detail::printable(args)...));
}
template <class... Args>
[[noreturn]] void fail_index(fmt::format_string<fail_detail::Printable<Args>...> text, const Args&... args) {
  fail_detail::fail_index(text, fmt::make_format_args(fail_detail::printable(args)...));
}

}  // namespace wengert
