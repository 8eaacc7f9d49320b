// Opt-in: fmt::print("{}", x) for shapes and element types, where a program uses fmt; tensors: tensor/fmt.h.
#pragma once
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "wengert/base/dtype.h"
#include "wengert/base/shape.h"

/// "[2, 3]", with the specifications of a string.
template <>
struct fmt::formatter<wengert::IntArrayRef> : fmt::formatter<std::string> {
  auto format(wengert::IntArrayRef values, fmt::format_context& context) const {
    return fmt::formatter<std::string>::format(wengert::to_string(values), context);
  }
};
template <>
struct fmt::formatter<wengert::Shape> : fmt::formatter<wengert::IntArrayRef> {};

/// "float32", with the specifications of a string.
template <>
struct fmt::formatter<wengert::ScalarType> : fmt::formatter<std::string_view> {
  auto format(wengert::ScalarType type, fmt::format_context& context) const {
    return fmt::formatter<std::string_view>::format(wengert::name_of(type), context);
  }
};
