// What the tests of the row kernels share: inputs, a comparison, and a run over instruction sets and threads.
#pragma once
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "kernels/isas.h"
#include "kernels/parallel.h"
#include "wengert/base/threads.h"

namespace wengert::kernels {

template <class T>
std::vector<T> normals(std::int64_t n, double mean = 0, double deviation = 1, unsigned seed = 1) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal(mean, deviation);
  std::vector<T> x(static_cast<std::size_t>(n));
  for (T& v : x) v = T(normal(generator));
  return x;
}

template <class T>
double tolerance(double in_float, double in_double) {
  return std::is_same_v<T, float> ? in_float : in_double;
}

/// The largest |a - b| / (|b| + 1); NaN must meet NaN, and infinity itself.
template <class A, class B>
double distance(const std::vector<A>& a, const std::vector<B>& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double u = double(a[i]), v = double(b[i]);
    if (u == v || (u != u && v != v)) continue;
    const double d = std::fabs(u - v) / (std::fabs(v) + 1);
    worst = d <= worst ? worst : d == d ? d : std::numeric_limits<double>::infinity();
  }
  return worst;
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// Checks that compute(), which returns a vector, gives the same bits on 1, 2 and 3 threads.
template <class F>
void check_threads(F compute) {
  const int before = get_num_threads();
  set_num_threads(1);
  const auto one = compute();
  for (int n : {2, 3}) {
    set_num_threads(n);
    INFO(n, " threads");
    CHECK(same_bits(compute(), one));
  }
  set_num_threads(before);
}

}  // namespace wengert::kernels
