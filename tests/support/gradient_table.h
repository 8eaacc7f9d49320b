// The table of everything that has a gradient. Each family of operations adds its rows beside its other tests
// (tests/ops/gradients_<family>.cpp); tests/autograd/test_gradient_table.cpp checks every row, first and
// second order, and fails when an operation that is recorded anywhere in src/ has no row.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "wengert/wengert.h"

namespace wengert::testing {

/// Where the elements of an input are drawn from: uniform in [low, high], float64, and at least `away` from
/// 0.
struct Range {
  double low = -2, high = 2, away = 0;
};

struct GradientCase {
  /// The names under which f's operations are recorded, the one that the row is about first: {"exp"}.
  std::vector<std::string> operations;
  /// The function of the inputs; must be deterministic.
  std::function<TensorList(const TensorList&)> f;
  /// Several lists of input shapes; among them broadcasting and empty ones where the operation takes them.
  std::vector<std::vector<std::vector<std::int64_t>>> shapes;
  /// One range for each input, or one for all.
  std::vector<Range> ranges = {Range{}};
  /// False for operations whose gradient has none; say why in a comment.
  bool second_order = true;
};

inline std::vector<GradientCase>& gradient_table() {
  static std::vector<GradientCase> table;
  return table;
}

/// const bool rows = add_gradients({{{"exp"}, [](const TensorList& in) { return TensorList{in[0].exp()}; },
/// {{{2, 3}}}}});
inline bool add_gradients(std::vector<GradientCase> rows) {
  auto& table = gradient_table();
  table.insert(table.end(), rows.begin(), rows.end());
  return true;
}

}  // namespace wengert::testing
