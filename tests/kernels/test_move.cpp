// Conversion, choice, copies and transposition.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/elementwise.h"
#include "kernels/isas.h"
#include "kernels/parallel.h"
#include "wengert/base/threads.h"

using namespace wengert;
using namespace wengert::kernels;

namespace {

constexpr std::int64_t kLow = std::numeric_limits<std::int64_t>::min();

template <class To, class From, std::size_t n>
std::vector<To> convert(const From (&x)[n]) {
  To y[n];
  cast(dtype_of<To>(), dtype_of<From>(), static_cast<std::int64_t>(n), y, x);
  return std::vector<To>(y, y + n);
}

}  // namespace

TEST_CASE("casts") {
  for_each_isa([] {
    const float f[] = {0, -0.0f, 1.9f, -1.9f, NAN, INFINITY, -INFINITY, 1e30f, 16777216};
    CHECK(convert<std::int64_t>(f) ==
          std::vector<std::int64_t>{0, 0, 1, -1, kLow, kLow, kLow, kLow, 16777216});
    CHECK(convert<bool>(f) == std::vector<bool>{0, 0, 1, 1, 1, 1, 1, 1, 1});
    const double d[] = {0.1, 1e300, -9223372036854775808.0, 9223372036854775807.0, -0.5};
    CHECK(convert<float>(d) == std::vector<float>{0.1f, INFINITY, -9.223372e18f, 9.223372e18f, -0.5f});
    CHECK(convert<std::int64_t>(d) == std::vector<std::int64_t>{0, kLow, kLow, kLow, 0});
    const std::int64_t l[] = {0, -3, 9007199254740993, 256};
    CHECK(convert<float>(l) == std::vector<float>{0, -3, 9007199254740992.0f, 256});
    CHECK(convert<bool>(l) == std::vector<bool>{0, 1, 1, 1});
    CHECK(convert<std::int64_t>(l) == std::vector<std::int64_t>{0, -3, 9007199254740993, 256});
    const bool b[] = {false, true};
    CHECK(convert<double>(b) == std::vector<double>{0, 1});
    CHECK(convert<std::int64_t>(b) == std::vector<std::int64_t>{0, 1});
  });
}

TEST_CASE("where chooses, also from scalars") {
  for_each_isa([] {
    bool condition[100];
    double a[100], b[100], y[100];
    for (int i = 0; i < 100; ++i) condition[i] = i % 3 == 0, a[i] = i, b[i] = -i;
    where(kDouble, 100, y, condition, a, b);
    bool same = true;
    for (int i = 0; i < 100; ++i) same &= y[i] == (i % 3 == 0 ? i : -i);
    where(kDouble, Loop::flat(100, {1, 1, 1, 0}), y, condition, a, b + 7);
    for (int i = 0; i < 100; ++i) same &= y[i] == (i % 3 == 0 ? i : -7);
    CHECK(same);
    bool bits[100];
    const bool yes = true, no = false;
    where(kBool, Loop::flat(100, {1, 1, 0, 0}), bits, condition, &no, &yes);
    for (int i = 0; i < 100; ++i) same &= bits[i] != condition[i];
    CHECK(same);
  });
}

TEST_CASE("transposes of every type and size") {
  for_each_isa([] {
    for (int threads : {1, 2}) {
      set_num_threads(threads);
      for (auto [rows, cols] :
           {std::pair<std::int64_t, std::int64_t>{1, 7}, {16, 16}, {17, 31}, {130, 300}, {257, 129}}) {
        const auto n = static_cast<std::size_t>(2 * rows * cols);
        const Loop loop({2, cols, rows},
                        {IntArrayRef{rows * cols, rows, 1}, IntArrayRef{rows * cols, 1, cols}});
        const auto check = [&, rows = rows, cols = cols](auto zero) {  // clang 14 captures no bindings
          using T = decltype(zero);
          // Not std::vector: that of bool has no array.
          T* x = new T[n];
          T* y = new T[n]();
          for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<T>(i % 251 * (i % 3));
          copy(dtype_of<T>(), loop, y, x);
          bool same = true;
          for (std::int64_t p = 0; p < 2; ++p)
            for (std::int64_t r = 0; r < rows; ++r)
              for (std::int64_t c = 0; c < cols; ++c)
                same &= y[(p * cols + c) * rows + r] == x[(p * rows + r) * cols + c];
          delete[] x;
          delete[] y;
          CHECK(same);
        };
        check(0.0f);
        check(0.0);
        check(std::int64_t{0});
        check(false);
      }
    }
    set_num_threads(1);
  });
}
