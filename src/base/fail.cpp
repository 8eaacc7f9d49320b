#include "base/fail.h"

namespace wengert::fail_detail {

void fail(fmt::string_view text, fmt::format_args args) { throw Error(fmt::vformat(text, args)); }
void fail_index(fmt::string_view text, fmt::format_args args) { throw IndexError(fmt::vformat(text, args)); }

}  // namespace wengert::fail_detail
