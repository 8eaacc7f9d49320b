// Every operation that is recorded, checked in first and second order, from one table.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <set>
#include <sstream>

#include "support/gradient_table.h"

using namespace wengert;
using wengert::testing::GradientCase;
using wengert::testing::Range;

namespace {

enum class Layout { contiguous, transposed, expanded };

/// A float64 leaf of a shape, laid out as asked: its memory in reversed order of dimensions, or its first
/// dimension repeated.
Tensor make_input(const std::vector<std::int64_t>& shape, const Range& range, Layout layout,
                  std::mt19937& random) {
  const std::int64_t n = std::int64_t(shape.size());
  std::vector<std::int64_t> stored = shape, reversed;
  for (std::int64_t d = n - 1; d >= 0; --d) reversed.push_back(d);
  if (layout == Layout::transposed) std::reverse(stored.begin(), stored.end());
  if (layout == Layout::expanded && n > 0 && stored[0] > 1) stored[0] = 1;
  Tensor x = zeros(stored, kFloat64);
  std::uniform_real_distribution<double> draw(range.low, range.high);
  for (std::int64_t i = 0; i < x.numel(); ++i) {
    double v = draw(random);
    while (std::abs(v) < range.away) v = draw(random);
    x.data_ptr<double>()[i] = v;
  }
  if (layout == Layout::transposed && n > 1) x = x.permute(reversed);
  if (layout == Layout::expanded) x = x.expand(shape);
  return x.detach().set_requires_grad(true);
}

const char* name_of(Layout layout) {
  return layout == Layout::contiguous   ? "contiguous"
         : layout == Layout::transposed ? "transposed"
                                        : "expanded";
}

}  // namespace

TEST_CASE("every row: the gradient and its gradient agree with differences") {
  for (const GradientCase& row : testing::gradient_table()) {
    for (std::size_t s = 0; s < row.shapes.size(); ++s) {
      for (Layout layout : {Layout::contiguous, Layout::transposed, Layout::expanded}) {
        CAPTURE(row.operations.front());
        CAPTURE(s);
        CAPTURE(name_of(layout));
        std::mt19937 random(7);
        TensorList inputs;
        for (std::size_t i = 0; i < row.shapes[s].size(); ++i) {
          const Range& range = row.ranges[std::min(i, row.ranges.size() - 1)];
          inputs.push_back(make_input(row.shapes[s][i], range, layout, random));
        }
        CHECK_NOTHROW(autograd::gradcheck(row.f, inputs));
        if (row.second_order) CHECK_NOTHROW(autograd::gradgradcheck(row.f, inputs));
      }
    }
  }
}

TEST_CASE("every operation that is recorded in src/ has a row") {
  std::set<std::string> covered, recorded;
  for (const GradientCase& row : testing::gradient_table())
    covered.insert(row.operations.begin(), row.operations.end());
  // record("name", ...), and those that take the name of their function: from_x(Unary::name, ...).
  const std::regex call(
      R"re(\b(?:record\w*\(|Node\()\s*"(\w+)"|\b(?:from_[xy]|step)\(Unary::(\w+)|Activation \w+\{\s*Unary::(\w+),\s*Binary::(\w+))re");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(WENGERT_SOURCE_DIR "/src")) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
    std::ifstream file(entry.path());
    std::stringstream all;
    all << file.rdbuf();
    const std::string text = std::regex_replace(all.str(), std::regex("//[^\n]*"), "");
    for (auto it = std::sregex_iterator(text.begin(), text.end(), call); it != std::sregex_iterator(); ++it)
      for (std::size_t group = 1; group < it->size(); ++group)
        if ((*it)[group].matched) recorded.insert((*it)[group]);
  }
  // The tape's own entries, checked in test_in_place.cpp and test_function.cpp.
  for (const char* own : {"alias", "constant", "copy_slices", "leaf"}) recorded.erase(own);
  CHECK(recorded.size() > 20);
  for (const std::string& op : recorded) {
    CAPTURE(op);
    CHECK(covered.contains(op));
  }
}
