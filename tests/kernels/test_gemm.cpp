#include "kernels/gemm.h"

#include <algorithm>

#include "kernels/rows.h"
#include "wengert/base/error.h"

using namespace wengert::kernels;

namespace {

template <class T>
std::vector<double> naive(Trans ta, Trans tb, std::int64_t m, std::int64_t n, std::int64_t k, double alpha,
                          const T* a, std::int64_t lda, const T* b, std::int64_t ldb, double beta,
                          const std::vector<T>& c, std::int64_t ldc) {
  std::vector<double> y(c.begin(), c.end());
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      double s = 0;
      for (std::int64_t p = 0; p < k; ++p)
        s += double(ta == Trans::Yes ? a[p * lda + i] : a[i * lda + p]) *
             double(tb == Trans::Yes ? b[j * ldb + p] : b[p * ldb + j]);
      double& v = y[std::size_t(i * ldc + j)];
      v = alpha * s + (beta == 0 ? 0 : beta * v);
    }
  return y;
}

constexpr Trans transposes[] = {Trans::No, Trans::Yes};

}  // namespace

TEST_CASE_TEMPLATE("gemm agrees with three loops", T, float, double, std::int64_t) {
  struct Size {
    std::int64_t m, n, k;
  };
  for (Size s : {Size{0, 3, 2},
                 {3, 0, 2},
                 {3, 2, 0},
                 {1, 1, 1},
                 {5, 7, 9},
                 {33, 64, 1},
                 {32, 64, 64},
                 {1, 130, 33},
                 {130, 129, 140},
                 {1023, 9, 300},
                 {7, 4099, 90}})
    for (Trans ta : transposes)
      for (Trans tb : transposes)
        for (double beta : {0.0, 1.0, 2.0}) {
          INFO(s.m, " x ", s.n, " x ", s.k, ", transposed: ", int(ta), int(tb), ", beta ", beta);
          // Rows lie one or two elements further apart than they are long.
          const std::int64_t lda = (ta == Trans::Yes ? s.m : s.k) + 1,
                             ldb = (tb == Trans::Yes ? s.k : s.n) + 2, ldc = s.n + 1;
          const auto a = normals<T>((ta == Trans::Yes ? s.k : s.m) * lda, 0, 2, 1);
          const auto b = normals<T>((tb == Trans::Yes ? s.n : s.k) * ldb, 0, 2, 2);
          auto c = normals<T>(s.m * ldc, 0, 2, 3);
          if (std::is_floating_point_v<T> && beta == 0)
            for (std::int64_t i = 0; i < s.m; ++i)
              for (std::int64_t j = 0; j < s.n; ++j)
                c[std::size_t(i * ldc + j)] = std::numeric_limits<T>::quiet_NaN();
          const auto want = naive(ta, tb, s.m, s.n, s.k, 3, a.data(), lda, b.data(), ldb, beta, c, ldc);
          gemm<T>(ta, tb, s.m, s.n, s.k, T(3), a.data(), lda, b.data(), ldb, T(beta), c.data(), ldc);
          CHECK(distance(c, want) < tolerance<T>(3e-4, 1e-12));
        }
}

TEST_CASE_TEMPLATE("gemv, dot, linear and batches", T, float, double, std::int64_t) {
  for (std::int64_t m : {0, 1, 5, 33, 1023})
    for (std::int64_t k : {0, 1, 7, 300}) {
      INFO(m, " x ", k);
      const auto a = normals<T>(m * k, 0, 2, 1), x = normals<T>(k, 0, 2, 2);
      for (Trans t : transposes)
        for (double beta : {0.0, 2.0}) {
          auto y = normals<T>(m, 0, 2, 3);
          const std::int64_t lda = std::max<std::int64_t>(1, t == Trans::Yes ? m : k);
          const auto want = naive(t, Trans::No, m, 1, k, 2, a.data(), lda, x.data(), 1, beta, y, 1);
          gemv<T>(t, m, k, T(2), a.data(), lda, x.data(), T(beta), y.data());
          CHECK(distance(y, want) < tolerance<T>(1e-4, 1e-12));
        }
      const auto bias = normals<T>(m, 0, 2, 4), rows = normals<T>(3 * k, 0, 2, 5);
      std::vector<T> y(std::size_t(3 * m)), z(y);
      for (std::size_t i = 0; i < y.size(); ++i) y[i] = bias[i % bias.size()];
      const auto want = naive(Trans::No, Trans::Yes, 3, m, k, 1, rows.data(), k, a.data(), k, 1, y, m);
      linear(rows.data(), a.data(), bias.data(), 3, k, m, z.data());
      CHECK(distance(z, want) < tolerance<T>(1e-4, 1e-12));
    }
  const auto a = normals<T>(100'003, 0, 2, 1), b = normals<T>(100'003, 0, 2, 2);
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i) s += double(a[i]) * double(b[i]);
  CHECK(std::fabs(double(dot(a.data(), b.data(), 100'003)) - s) < tolerance<T>(1e-2, 1e-8));
  CHECK(dot<T>(nullptr, nullptr, 0) == T(0));

  // One B for all of the batch.
  const std::int64_t batch = 9, m = 5, n = 7, k = 11;
  std::vector<T> c(std::size_t(batch * m * n));
  gemm_batched<T>(Trans::No, Trans::No, m, n, k, T(1), a.data(), k, b.data(), n, T(0), c.data(), n,
                  Loop::flat(batch, {m * n, m * k, 0}));
  for (std::int64_t i = 0; i < batch; ++i) {
    const std::vector<T> one(c.begin() + i * m * n, c.begin() + (i + 1) * m * n);
    CHECK(distance(one, naive(Trans::No, Trans::No, m, n, k, 1, a.data() + i * m * k, k, b.data(), n, 0, one,
                              n)) < 1e-4);
  }
}

TEST_CASE_TEMPLATE("products give the same bits on any number of threads", T, float, double) {
  struct Size {
    std::int64_t m, n, k;
  };
  for (Size s : {Size{128, 128, 130}, {112, 746, 181}, {224, 250, 265}, {512, 520, 500}}) {
    INFO(s.m, " x ", s.n, " x ", s.k);
    const auto a = normals<T>(s.m * s.k, 0, 1, 1), b = normals<T>(s.n * s.k, 0, 1, 2);
    std::vector<T> c(std::size_t(s.m * s.n));
    for (Trans ta : transposes)
      for (Trans tb : transposes)
        check_threads([&] {
          gemm<T>(ta, tb, s.m, s.n, s.k, T(1), a.data(), ta == Trans::Yes ? s.m : s.k, b.data(),
                  tb == Trans::Yes ? s.k : s.n, T(0), c.data(), s.n);
          return c;
        });
  }
  const auto a = normals<T>(3000 * 300, 0, 1, 1);
  std::vector<T> y(3000), c(40 * 30 * 30);
  check_threads([&] {
    gemv<T>(Trans::No, 3000, 300, T(1), a.data(), 300, a.data(), T(0), y.data());
    return y;
  });
  check_threads([&] {
    gemv<T>(Trans::Yes, 3000, 300, T(1), a.data(), 3000, a.data(), T(0), y.data());
    return y;
  });
  check_threads([&] {
    y[0] = dot(a.data(), a.data() + 7, 800'000);
    return y;
  });
  check_threads([&] {
    gemm_batched<T>(Trans::No, Trans::No, 30, 30, 30, T(1), a.data(), 30, a.data(), 30, T(0), c.data(), 30,
                    Loop::flat(40, {900, 900, 900}));
    return c;
  });
}

TEST_CASE("sizes beyond BLAS's int are errors") {
  float one = 1;
  const std::int64_t big = std::int64_t(1) << 31;
  CHECK_THROWS_AS(gemm<float>(Trans::No, Trans::No, 1, 1, 0, 1, &one, big, &one, 1, 0, &one, 1),
                  wengert::Error);
  CHECK_THROWS_AS(gemv<float>(Trans::No, big, 0, 1, &one, 1, &one, 0, &one), wengert::Error);
}

extern "C" [[gnu::weak]] int omp_get_max_threads();  // absent from a build without OpenMP
extern "C" [[gnu::weak]] void omp_set_num_threads(int);

TEST_CASE("products leave the caller's number of OpenMP threads as it was, whatever OpenBLAS runs on") {
  if (!omp_get_max_threads) return;
  const int before = omp_get_max_threads();
  omp_set_num_threads(3);
  const std::vector<float> a(64 * 64, 1.f);
  std::vector<float> c(64 * 64);
  gemm<float>(Trans::No, Trans::No, 64, 64, 64, 1.f, a.data(), 64, a.data(), 64, 0.f, c.data(), 64);
  gemv<float>(Trans::No, 64, 64, 1.f, a.data(), 64, a.data(), 0.f, c.data());
  dot<float>(a.data(), a.data(), 64);
  linear<float>(a.data(), a.data(), nullptr, 64, 64, 64, c.data());
  CHECK(omp_get_max_threads() == 3);
  omp_set_num_threads(before);
}
