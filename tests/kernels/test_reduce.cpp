#include "kernels/reduce.h"

#include <algorithm>
#include <memory>

#include "kernels/rows.h"

using namespace wengert::kernels;

namespace {

const Box boxes[] = {{1, 0, 1},      {1, 1, 1},    {1, 5, 1},     {3, 7, 1},    {2, 9, 1},    {1, 33, 1},
                     {4, 1023, 1},   {2, 4099, 1}, {1, 70001, 1}, {20, 300, 1}, {0, 5, 1},    {1, 5, 0},
                     {1, 5, 7},      {3, 9, 5},    {1, 1023, 33}, {1, 4099, 3}, {2, 200, 70}, {1, 3, 4099},
                     {1, 300, 1023}, {1, 0, 4},    {17, 5, 2}};

template <class T>
double at(const std::vector<T>& x, Box b, std::int64_t o, std::int64_t r, std::int64_t i) {
  return double(x[std::size_t((o * b.reduced + r) * b.inner + i)]);
}

/// f(o, i) for every element of the result.
template <class F>
std::vector<double> expected(Box b, F f) {
  std::vector<double> y;
  for (std::int64_t o = 0; o < b.outer; ++o)
    for (std::int64_t i = 0; i < b.inner; ++i) y.push_back(f(o, i));
  return y;
}

/// fold(a, x) from start along the fold.
template <class T, class F>
std::vector<double> folded(const std::vector<T>& x, Box b, double start, F f) {
  return expected(b, [&](std::int64_t o, std::int64_t i) {
    double a = start;
    for (std::int64_t r = 0; r < b.reduced; ++r) a = f(a, at(x, b, o, r, i));
    return a;
  });
}

}  // namespace

TEST_CASE_TEMPLATE("sums, norms and moments agree with a double loop", T, float, double) {
  for_each_isa([] {
    for (Box b : boxes) {
      INFO("box [", b.outer, ", ", b.reduced, ", ", b.inner, "]");
      const auto x = normals<T>(b.in_size(), 0.5);
      const double n = double(b.reduced), tol = tolerance<T>(1e-6, 1e-13);
      const auto size = std::size_t(b.out_size());
      std::vector<T> y(size);
      std::vector<double> m2(size);
      const auto total = folded(x, b, 0, [](double a, double v) { return a + v; });
      auto means = total;
      for (double& v : means) v /= n;

      sum<T>({x.data(), b, y.data()});
      CHECK(distance(y, total) < tol);
      mean<T>({x.data(), b, y.data()});
      CHECK(distance(y, means) < tol);
      moments<T>({x.data(), b, y.data(), m2.data()});
      CHECK(distance(y, means) < tol);
      const auto squares = expected(b, [&](std::int64_t o, std::int64_t i) {
        double s = 0;
        for (std::int64_t r = 0; r < b.reduced; ++r)
          s += std::pow(at(x, b, o, r, i) - means[std::size_t(o * b.inner + i)], 2);
        return s;
      });
      CHECK(distance(m2, squares) < tol);

      norm<T>({x.data(), b, 1, y.data()});
      CHECK(distance(y, folded(x, b, 0, [](double a, double v) { return a + std::fabs(v); })) < tol);
      norm<T>({x.data(), b, 0, y.data()});
      CHECK(distance(y, folded(x, b, 0, [](double a, double v) { return a + (v != 0); })) < tol);
      for (double p : {2.0, 3.0, 0.5}) {
        norm<T>({x.data(), b, p, y.data()});
        auto want = folded(x, b, 0, [&](double a, double v) { return a + std::pow(std::fabs(v), p); });
        for (double& v : want) v = std::pow(v, 1 / p);
        CHECK(distance(y, want) < tol);
      }
      const double inf = std::numeric_limits<double>::infinity();
      norm<T>({x.data(), b, inf, y.data()});
      CHECK(distance(y, folded(x, b, 0, [](double a, double v) { return std::fmax(a, std::fabs(v)); })) == 0);
      norm<T>({x.data(), b, -inf, y.data()});
      CHECK(distance(y, folded(x, b, inf, [](double a, double v) { return std::fmin(a, std::fabs(v)); })) ==
            0);

      logsumexp<T>({x.data(), b, y.data()});
      auto want = folded(x, b, 0, [](double a, double v) { return a + std::exp(v); });
      for (double& v : want) v = std::log(v);
      CHECK(distance(y, want) < tol);
    }
  });
}

TEST_CASE_TEMPLATE("max and min: value, first place, NaN", T, float, double, std::int64_t, bool) {
  for_each_isa([] {
    for (Box b : boxes) {
      if (b.reduced == 0) continue;
      INFO("box [", b.outer, ", ", b.reduced, ", ", b.inner, "]");
      const auto numbers = normals<double>(b.in_size(), 0, 5);
      for (bool with_nan : {false, true}) {
        if (with_nan && !std::is_floating_point_v<T>) continue;
        std::vector<T> storage(std::size_t(b.in_size()) + 1);
        if constexpr (!std::is_same_v<T, bool>) {
          // rounded, so that there are ties
          for (std::size_t i = 0; i < numbers.size(); ++i) storage[i] = T(std::round(numbers[i]));
          if constexpr (std::is_floating_point_v<T>)
            if (with_nan)
              for (std::size_t i = 0; i < numbers.size(); i += 97)
                storage[i] = std::numeric_limits<T>::quiet_NaN();
        } else {
          for (std::size_t i = 0; i < numbers.size(); ++i) storage[i] = numbers[i] > 6;
        }
        std::vector<char> raw(numbers.size() * sizeof(T) + 1), out(std::size_t(b.out_size()) * sizeof(T) + 1);
        T* x = reinterpret_cast<T*>(raw.data());
        T* y = reinterpret_cast<T*>(out.data());
        for (std::size_t i = 0; i < numbers.size(); ++i) x[i] = storage[i];
        std::vector<std::int64_t> index(std::size_t(b.out_size()));
        for (bool largest : {true, false}) {
          const auto place = expected(b, [&](std::int64_t o, std::int64_t i) {
            std::int64_t best = 0;
            for (std::int64_t r = 1; r < b.reduced; ++r) {
              const double v = at(storage, b, o, r, i), w = at(storage, b, o, best, i);
              if (w == w && (v != v || (largest ? v > w : v < w))) best = r;
            }
            return double(best);
          });
          largest ? max<T>({x, b, y, index.data()}) : min<T>({x, b, y, index.data()});
          CHECK(distance(index, place) == 0);
          const auto values = expected(b, [&](std::int64_t o, std::int64_t i) {
            return at(storage, b, o, std::int64_t(place[std::size_t(o * b.inner + i)]), i);
          });
          CHECK(distance(std::vector<T>(y, y + b.out_size()), values) == 0);
          std::fill(index.begin(), index.end(), -1);
          largest ? max<T>({x, b, nullptr, index.data()}) : min<T>({x, b, nullptr, index.data()});
          CHECK(distance(index, place) == 0);
          largest ? max<T>({x, b, y, nullptr}) : min<T>({x, b, y, nullptr});
          CHECK(distance(std::vector<T>(y, y + b.out_size()), values) == 0);
        }
      }
    }
  });
}

TEST_CASE_TEMPLATE("products, running sums, any and all", T, float, double, std::int64_t) {
  for (Box b : boxes) {
    INFO("box [", b.outer, ", ", b.reduced, ", ", b.inner, "]");
    auto x = normals<T>(b.in_size(), 1, 0.4);
    const auto size = std::size_t(b.out_size());
    std::vector<T> y(size), running(x.size());
    if constexpr (std::is_floating_point_v<T>) {
      prod<T>({x.data(), b, y.data()});
      CHECK(distance(y, folded(x, b, 1, [](double a, double v) { return a * v; })) <
            tolerance<T>(1e-6, 1e-12));
    } else {
      for (T& v : x) v = v > 1 ? -1 : 1;
      prod<T>({x.data(), b, y.data()});
      CHECK(distance(y, folded(x, b, 1, [](double a, double v) { return a * v; })) == 0);
      sum<T>({x.data(), b, y.data()});
      CHECK(distance(y, folded(x, b, 0, [](double a, double v) { return a + v; })) == 0);
    }
    std::vector<double> want(x.size()), want_product(x.size());
    for (std::int64_t o = 0; o < b.outer; ++o)
      for (std::int64_t i = 0; i < b.inner; ++i) {
        double s = 0, p = 1;
        for (std::int64_t r = 0; r < b.reduced; ++r) {
          const auto k = std::size_t((o * b.reduced + r) * b.inner + i);
          want[k] = s += double(x[k]);
          want_product[k] = p *= double(x[k]);
        }
      }
    cumsum<T>({x.data(), b, running.data()});
    CHECK(distance(running, want) < 1e-6);
    cumprod<T>({x.data(), b, running.data()});
    CHECK(distance(running, want_product) < 1e-6);
    auto in_place = x;
    cumsum<T>({in_place.data(), b, in_place.data()});
    CHECK(distance(in_place, want) < 1e-6);

    const auto flag = std::make_unique<bool[]>(size + 1);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = k % 11 == 3 ? T(1) : T(0);
    any<T>({x.data(), b, flag.get()});
    CHECK(distance(std::vector<int>(flag.get(), flag.get() + size),
                   folded(x, b, 0, [](double a, double v) { return a != 0 || v != 0; })) == 0);
    for (T& v : x) v = v == T(0) ? T(2) : T(0);
    all<T>({x.data(), b, flag.get()});
    CHECK(distance(std::vector<int>(flag.get(), flag.get() + size),
                   folded(x, b, 1, [](double a, double v) { return a != 0 && v != 0; })) == 0);
  }
}

TEST_CASE("bool: count and all") {
  const bool x[] = {true, false, true, true, true, true};
  std::int64_t rows[2], columns[3];
  count({x, {2, 3, 1}, rows});
  CHECK((rows[0] == 2 && rows[1] == 3));
  count({x, {1, 2, 3}, columns});
  CHECK((columns[0] == 2 && columns[1] == 1 && columns[2] == 2));
  bool flags[2];
  all<bool>({x, {2, 3, 1}, flags});
  CHECK((!flags[0] && flags[1]));
}

TEST_CASE("float32 sums keep six digits") {
  for_each_isa([] {
    const std::int64_t n = 10'000'000;
    const std::vector<float> ones(std::size_t(n), 1.0f);
    float s = 0;
    sum<float>({ones.data(), {1, n, 1}, &s});
    CHECK(s == 1e7f);
    std::vector<float> columns(10);
    sum<float>({ones.data(), {1, n / 10, 10}, columns.data()});
    CHECK(columns == std::vector<float>(10, 1e6f));

    const auto x = normals<float>(1'000'000, 1e4, 1e-2);
    double exact = 0, exact2 = 0;
    for (float v : x) exact += v;
    for (float v : x) exact2 += (v - exact / 1e6) * (v - exact / 1e6);
    for (Box b : {Box{1, 1'000'000, 1}, Box{1, 1'000'000, 1}}) {
      sum<float>({x.data(), b, &s});
      CHECK(std::fabs(s / exact - 1) < 1e-7);
      float m;
      double m2;
      moments<float>({x.data(), b, &m, &m2});
      CHECK(std::fabs(m2 / exact2 - 1) < 1e-6);
    }
    std::vector<float> m(8);
    std::vector<double> m2(8);
    moments<float>({x.data(), {1, 125'000, 8}, m.data(), m2.data()});
    double all = 0;
    for (double v : m2) all += v;
    CHECK(std::fabs(all / exact2 - 1) < 1e-4);
  });
}

TEST_CASE_TEMPLATE("folds give the same bits on any number of threads", T, float, double) {
  for (Box b : {Box{1, 300'001, 1}, Box{3, 100'000, 1}, Box{500, 700, 1}, Box{1, 5000, 130},
                Box{1, 90'001, 5}, Box{4, 300, 1500}}) {
    INFO("box [", b.outer, ", ", b.reduced, ", ", b.inner, "]");
    const auto x = normals<T>(b.in_size(), 3);
    std::vector<T> y(std::size_t(b.out_size()) * 2);
    T* second = y.data() + b.out_size();
    check_threads([&] {
      sum<T>({x.data(), b, y.data()});
      norm<T>({x.data(), b, 2, second});
      return y;
    });
    check_threads([&] {
      std::vector<double> m2(std::size_t(b.out_size()));
      moments<T>({x.data(), b, y.data(), m2.data()});
      m2.insert(m2.end(), y.begin(), y.end());
      return m2;
    });
    check_threads([&] {
      max<T>({x.data(), b, y.data(), nullptr});
      logsumexp<T>({x.data(), b, second});
      return y;
    });
  }
}

TEST_CASE("logsumexp of infinities and NaN") {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  for_each_isa([&] {
    const float x[] = {-inf, -inf, 1, inf, 1, nan, -inf, 2, 1e30f, 1e30f};
    std::vector<float> y(5);
    logsumexp<float>({x, {5, 2, 1}, y.data()});
    CHECK(distance(y, std::vector<float>{-inf, inf, nan, 2, 1e30f}) == 0);
  });
}
