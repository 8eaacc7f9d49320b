#include "kernels/cross_entropy.h"

#include "kernels/rows.h"

using namespace wengert::kernels;

namespace {

std::vector<std::int64_t> labels_for(std::int64_t rows, std::int64_t cols) {
  std::vector<std::int64_t> labels(static_cast<std::size_t>(rows));
  for (std::size_t r = 0; r < labels.size(); ++r)
    labels[r] = r % 5 == 4 ? -100 : std::int64_t(r * 7) % cols;  // every fifth is ignored
  return labels;
}

}  // namespace

TEST_CASE_TEMPLATE("cross_entropy agrees with a double loop, forward and backward", T, float, double) {
  for_each_isa([] {
    for (std::int64_t cols : {1, 5, 33, 1023})
      for (std::int64_t rows : {0, 1, 7})
        for (bool weighted : {false, true})
          for (double e : {0.0, 0.2}) {
            INFO("[", rows, ", ", cols, "], smoothing ", e);
            const auto x = normals<T>(rows * cols, 100, 3), dy = normals<T>(rows, 0, 1, 2);
            auto w = normals<T>(cols, 0, 1, 3);
            for (T& v : w) v = std::fabs(v);
            const auto label = labels_for(rows, cols);
            std::vector<double> loss(std::size_t(rows), 0.0), dx(x.size(), 0.0);
            for (std::size_t r = 0; r < std::size_t(rows); ++r) {
              if (label[r] == -100) continue;
              const T* row = x.data() + r * std::size_t(cols);
              double m = -1e300, s = 0, W = 0;
              for (std::int64_t j = 0; j < cols; ++j) m = std::fmax(m, double(row[j]));
              for (std::int64_t j = 0; j < cols; ++j) s += std::exp(double(row[j]) - m);
              std::vector<double> q(static_cast<std::size_t>(cols));
              for (std::size_t j = 0; j < q.size(); ++j) {
                const double wj = weighted ? double(w[j]) : 1;
                q[j] = wj * (e / double(cols) + (std::int64_t(j) == label[r] ? 1 - e : 0));
                W += q[j];
                loss[r] -= q[j] * (double(row[j]) - m - std::log(s));
              }
              for (std::size_t j = 0; j < q.size(); ++j)
                dx[r * q.size() + j] = 0.5 * double(dy[r]) * (W * std::exp(double(row[j]) - m) / s - q[j]);
            }
            const Labels<T> labels{label.data(), weighted ? w.data() : nullptr, -100, e};
            std::vector<T> out(loss.size()), m(loss.size()), s(loss.size()), grad(x.size());
            cross_entropy<T>({x.data(), labels, rows, cols, out.data(), m.data(), s.data()});
            CHECK(distance(out, loss) < tolerance<T>(2e-6, 1e-13));
            cross_entropy_backward<T>(
                {dy.data(), 1, 0.5, x.data(), labels, m.data(), s.data(), rows, cols, grad.data()});
            CHECK(distance(grad, dx) < tolerance<T>(2e-6, 1e-13));
          }
  });
}

TEST_CASE_TEMPLATE("cross_entropy gives the same bits on any number of threads", T, float, double) {
  const std::int64_t rows = 300, cols = 129;
  const auto x = normals<T>(rows * cols, 0, 2);
  const auto label = labels_for(rows, cols);
  const Labels<T> labels{label.data(), nullptr, -100, 0.1};
  std::vector<T> loss(300), m(300), s(300), dx(x.size());
  check_threads([&] {
    cross_entropy<T>({x.data(), labels, rows, cols, loss.data(), m.data(), s.data()});
    return loss;
  });
  const T one = 1;
  check_threads([&] {
    cross_entropy_backward<T>({&one, 0, 1.0, x.data(), labels, m.data(), s.data(), rows, cols, dx.data()});
    return dx;
  });
}
