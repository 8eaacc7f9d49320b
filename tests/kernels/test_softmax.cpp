#include "kernels/softmax.h"

#include <algorithm>

#include "kernels/rows.h"

using namespace wengert::kernels;

TEST_CASE_TEMPLATE("softmax and log_softmax agree with a double loop, forward and backward", T, float,
                   double) {
  for_each_isa([] {
    for (std::int64_t cols : {0, 1, 5, 7, 9, 33, 1023, 4099})
      for (std::int64_t rows : {0, 1, 3}) {
        INFO("[", rows, ", ", cols, "]");
        const auto x = normals<T>(rows * cols, 100, 3), dy = normals<T>(rows * cols, 0, 1, 2);
        std::vector<double> y(x.size()), log_y(x.size()), dx(x.size()), log_dx(x.size());
        for (std::size_t r = 0; r < std::size_t(rows); ++r) {
          const std::size_t first = r * std::size_t(cols), end = first + std::size_t(cols);
          double m = -1e300, s = 0, weighted = 0, total = 0;
          for (std::size_t j = first; j < end; ++j) m = std::fmax(m, double(x[j]));
          for (std::size_t j = first; j < end; ++j) s += std::exp(double(x[j]) - m);
          for (std::size_t j = first; j < end; ++j) {
            log_y[j] = double(x[j]) - m - std::log(s);
            y[j] = std::exp(log_y[j]);
            weighted += double(dy[j]) * y[j];
            total += double(dy[j]);
          }
          for (std::size_t j = first; j < end; ++j) {
            dx[j] = y[j] * (double(dy[j]) - weighted);
            log_dx[j] = double(dy[j]) - y[j] * total;
          }
        }
        const double tol = tolerance<T>(2e-6, 1e-13);
        std::vector<T> out(x.size()), grad(x.size());
        softmax<T>({x.data(), rows, cols, out.data()});
        CHECK(distance(out, y) < tol);
        softmax_backward<T>({dy.data(), out.data(), rows, cols, grad.data()});
        CHECK(distance(grad, dx) < tol);
        log_softmax<T>({x.data(), rows, cols, out.data()});
        CHECK(distance(out, log_y) < tol);
        log_softmax_backward<T>({dy.data(), out.data(), rows, cols, grad.data()});
        CHECK(distance(grad, log_dx) < 10 * tol);
        auto in_place = x;
        softmax<T>({in_place.data(), rows, cols, in_place.data()});
        CHECK(distance(in_place, y) < tol);
      }
  });
}

TEST_CASE("softmax of infinities and NaN") {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  for_each_isa([&] {
    for (std::int64_t cols : {3, 70}) {
      std::vector<float> x(std::size_t(cols * 4), -inf), y(x.size());
      const auto row = [&](std::int64_t r) { return x.begin() + r * cols; };
      row(1)[1] = 0;  // -inf beside a number has no probability
      std::fill_n(row(2), cols, 1.0f);
      row(2)[2] = inf;
      std::fill_n(row(3), cols, 1.0f);
      row(3)[0] = nan;
      softmax<float>({x.data(), 4, cols, y.data()});
      std::vector<float> want(x.size(), nan);
      std::fill_n(want.begin() + cols, cols, 0.0f);
      want[std::size_t(cols + 1)] = 1;
      CHECK(distance(y, want) == 0);
    }
  });
}

TEST_CASE_TEMPLATE("softmax gives the same bits on any number of threads", T, float, double) {
  const auto x = normals<T>(300 * 129, 0, 2);
  std::vector<T> y(x.size());
  check_threads([&] {
    softmax<T>({x.data(), 300, 129, y.data()});
    return y;
  });
  check_threads([&] {
    log_softmax<T>({x.data(), 300, 129, y.data()});
    return y;
  });
}
