// How norm layers print where their weight starts.
#pragma once
#include <string>

#include "wengert/base/fmt.h"

namespace wengert::nn {

/// ", initial_weight=0.1"; nothing for the usual 1.
inline std::string initial_weight_text(double weight) {
  return weight == 1 ? "" : fmt::format(", initial_weight={:g}", weight);
}

}  // namespace wengert::nn
