#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "tensor/print.h"
#include "tensor/tensor.h"
#include "wengert/ops/creation.h"
#include "wengert/tensor/fmt.h"
#include "wengert/tensor/print.h"

using namespace wengert;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Shape row_major(const Shape& sizes) {
  Shape strides = sizes;
  std::int64_t step = 1;
  for (std::int64_t d = sizes.size() - 1; d >= 0; --d) {
    strides[d] = step;
    step *= sizes[d];
  }
  return strides;
}

template <class T>
std::string text(const std::vector<T>& x, const Shape& sizes) {
  return elements_to_string(x.data(), sizes, row_major(sizes), dtype_of<T>());
}

// A list of its own length.
template <class T>
std::string text(const std::vector<T>& x) {
  return text(x, Shape{std::int64_t(x.size())});
}

std::vector<std::int64_t> counting(std::int64_t n) {
  std::vector<std::int64_t> x;
  for (std::int64_t i = 0; i < n; ++i) x.push_back(i);
  return x;
}

}  // namespace

TEST_CASE("floating elements have four decimals and one width") {
  CHECK(text<float>({1.5f, -0.25f, 20}) == "[ 1.5000, -0.2500, 20.0000]");
  CHECK(text<double>({0.1, 0.00006}) == "[0.1000, 0.0001]");
  CHECK(text<double>({123456.78, 0.5}) == "[123456.7800,      0.5000]");
  CHECK(text<float>({0.5f, 0}) == "[0.5000, 0.0000]");
}

TEST_CASE("whole floating numbers keep their point, and so differ from integers") {
  CHECK(text<float>({1, -2, 30}) == "[ 1., -2., 30.]");
  CHECK(text<float>({-0.f, 0}) == "[-0.,  0.]");
  CHECK(text<double>({16777216}) == "[16777216.]");
  CHECK(text<std::int64_t>({1, -2, 30}) == "[ 1, -2, 30]");
}

TEST_CASE("scientific where four decimals would hide the largest or the smallest") {
  CHECK(text<double>({1, 1.5e-9}) == "[1.0000e+00, 1.5000e-09]");
  CHECK(text<double>({0.5, 1e6}) == "[5.0000e-01, 1.0000e+06]");
  CHECK(text<double>({0.001, 0.0002}) == "[1.0000e-03, 2.0000e-04]");
  CHECK(text<double>({1e8}) == "[1.0000e+08]");
  CHECK(text<float>({-7.865e-08f}, {}) == "-7.8650e-08");
}

TEST_CASE("nan and inf are aligned and do not choose the format") {
  CHECK(text<double>({kNan, kInf, -kInf, 1.5}, {2, 2}) ==
        "[[   nan,    inf],\n"
        " [  -inf, 1.5000]]");
  CHECK(text<float>({float(-kNan), 1}) == "[nan,  1.]");
  CHECK(text<double>({kNan, 2.5e-7}) == "[       nan, 2.5000e-07]");
  CHECK(text<double>({-kInf}) == "[-inf]");
}

TEST_CASE("integers and bools print in full") {
  CHECK(text<std::int64_t>({std::numeric_limits<std::int64_t>::min(), 7}) ==
        "[-9223372036854775808,                    7]");
  const bool flags[] = {true, false};
  CHECK(elements_to_string(flags, Shape{2}, Shape{1}, kBool) == "[ true, false]");
  CHECK(elements_to_string(flags, Shape{1}, Shape{1}, kBool) == "[true]");
}

TEST_CASE("one element, and none") {
  CHECK(text<float>({2.5f}, {}) == "2.5000");
  CHECK(text<float>({2.5f}, {1, 1, 1}) == "[[[2.5000]]]");
  CHECK(text<float>({}, {0}) == "[]");
  CHECK(text<float>({}, {2, 0, 3}) == "[]");
  CHECK(elements_to_string(nullptr, Shape{0}, Shape{1}, kLong) == "[]");
}

TEST_CASE("rows are lines, matrices are set apart") {
  CHECK(text(counting(12), {2, 3, 2}) ==
        "[[[ 0,  1],\n"
        "  [ 2,  3],\n"
        "  [ 4,  5]],\n"
        "\n"
        " [[ 6,  7],\n"
        "  [ 8,  9],\n"
        "  [10, 11]]]");
  CHECK(text(counting(4), {2, 1, 2, 1}) ==
        "[[[[0],\n"
        "   [1]]],\n"
        "\n"
        "\n"
        " [[[2],\n"
        "   [3]]]]");
}

TEST_CASE("strides are followed") {
  const auto x = counting(6);
  CHECK(elements_to_string(x.data(), Shape{3, 2}, Shape{1, 3}, kLong) == "[[0, 3],\n [1, 4],\n [2, 5]]");
  CHECK(elements_to_string(x.data() + 1, Shape{2, 2}, Shape{0, 2}, kLong) == "[[1, 3],\n [1, 3]]");
}

TEST_CASE("up to 1000 elements are shown whole, more are elided in every long dimension") {
  CHECK(text(counting(1000)).find("...") == std::string::npos);
  CHECK(text(counting(1001)) == "[   0,    1,    2, ...,  998,  999, 1000]");
  CHECK(text(counting(2000), {2, 1000}) ==
        "[[   0,    1,    2, ...,  997,  998,  999],\n"
        " [1000, 1001, 1002, ..., 1997, 1998, 1999]]");
  CHECK(text(counting(1400), {700, 2}) ==
        "[[   0,    1],\n"
        " [   2,    3],\n"
        " [   4,    5],\n"
        " ...,\n"
        " [1394, 1395],\n"
        " [1396, 1397],\n"
        " [1398, 1399]]");
  CHECK(text(counting(1200), {600, 1, 2}) ==
        "[[[   0,    1]],\n"
        "\n"
        " [[   2,    3]],\n"
        "\n"
        " [[   4,    5]],\n"
        "\n"
        " ...,\n"
        "\n"
        " [[1194, 1195]],\n"
        "\n"
        " [[1196, 1197]],\n"
        "\n"
        " [[1198, 1199]]]");
}

TEST_CASE("what is elided does not choose the format") {
  std::vector<double> x(1001, 0.5);
  x[500] = 1e-12;
  CHECK(text(x) == "[0.5000, 0.5000, 0.5000, ..., 0.5000, 0.5000, 0.5000]");
}

TEST_CASE("long rows are broken before column 80") {
  const std::string line = text(counting(38), {2, 19});
  CHECK(line.find('\n') == line.find("\n [19"));  // 19 numbers of two digits fit
  CHECK(text(std::vector<float>(25, 0.5f), {1, 25}) ==
        "[[0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000,\n"
        "  0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000,\n"
        "  0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000]]");
  const std::string many = text(counting(1000), {1, 1, 1000});
  std::size_t longest = 0, start = 0;
  for (std::size_t i = 0; i < many.size(); ++i)
    if (many[i] == '\n') longest = std::max(longest, i - start), start = i + 1;
  CHECK(longest <= 80);
  CHECK(longest > 74);
}

TEST_CASE("a tensor prints its elements, dtype and shape") {
  const auto printed = [](const Tensor& x) {
    std::ostringstream out;
    out << x;
    CHECK(fmt::format("{}", x) == out.str());
    return out.str();
  };
  CHECK(printed(ones({3})) == "[1., 1., 1.] float32[3]");
  CHECK(printed(full({2, 2}, -0.5, kDouble)) ==
        "[[-0.5000, -0.5000],\n"
        " [-0.5000, -0.5000]]\n"
        "float64[2, 2]");
  CHECK(printed(full({}, 7, kLong)) == "7 int64[]");
  CHECK(printed(full({1, 2}, true)) == "[[true, true]] bool[1, 2]");
  CHECK(printed(zeros({0, 3})) == "[] float32[0, 3]");
  CHECK(printed(zeros({2}, requires_grad())) == "[0., 0.] float32[2] requires_grad");
  CHECK(printed(Tensor()) == "undefined tensor");
  CHECK(printed(full({1, 8}, 0.5)).find("]] float32[1, 8]") == 64);  // 80 columns in all
  CHECK(printed(full({1, 9}, 0.5)).find("]]\nfloat32[1, 9]") != std::string::npos);
}

TEST_CASE("fmt prints shapes and types, with a width where asked") {
  CHECK(fmt::format("{} {:>8} {}", Shape{2, 3}, kLong, IntArrayRef{}) == "[2, 3]    int64 []");
}

TEST_CASE("a stream prints shapes, types and devices") {
  std::ostringstream out;
  out << zeros({2, 3}).sizes() << ' ' << Shape{4} << ' ' << kDouble << ' ' << Device(kCPU);
  CHECK(out.str() == "[2, 3] [4] float64 cpu");
}
