// Errors, with a text built by fmt.
#pragma once
#include <fmt/format.h>

#include "wengert/base/error.h"
#include "wengert/base/fmt.h"

namespace wengert {

/// Throws Error with a text: fail("mm: got {}, wants 2 dimensions", x.sizes()).
template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> text, Args&&... args) {
  throw Error(fmt::format(text, std::forward<Args>(args)...));
}
template <class... Args>
[[noreturn]] void fail_index(fmt::format_string<Args...> text, Args&&... args) {
  throw IndexError(fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace wengert
