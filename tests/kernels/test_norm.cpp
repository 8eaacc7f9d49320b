#include <functional>
#include <numeric>

#include "kernels/batch_norm.h"
#include "kernels/group_norm.h"
#include "kernels/layer_norm.h"
#include "kernels/rms_norm.h"
#include "kernels/rows.h"

using namespace wengert::kernels;

namespace {

using Int = std::int64_t;

// The kernels with their arguments in a row.
template <class T>
void layer_norm(const T* x, Int rows, Int cols, const T* weight, const T* bias, double e, T* y, T* mean,
                T* rstd) {
  wengert::kernels::layer_norm<T>({x, rows, cols, weight, bias, e, y, mean, rstd});
}
template <class T>
void layer_norm_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Int rows,
                         Int cols, T* dx, T* dweight, T* dbias) {
  wengert::kernels::layer_norm_backward<T>({dy, x, mean, rstd, weight, rows, cols, dx, dweight, dbias});
}
template <class T>
void rms_norm(const T* x, Int rows, Int cols, const T* weight, double e, bool clamp, T* y, T* rstd) {
  wengert::kernels::rms_norm<T>({x, rows, cols, weight, e, clamp, y, rstd});
}
template <class T>
void rms_norm_backward(const T* dy, const T* x, const T* rstd, T fixed, const T* weight, Int rows, Int cols,
                       T* dx, T* dweight) {
  wengert::kernels::rms_norm_backward<T>({dy, x, rstd, fixed, weight, rows, cols, dx, dweight});
}
template <class T>
void batch_norm(const T* x, Planes shape, const T* weight, const T* bias, double e, T* y, T* mean, T* var,
                T* rstd) {
  wengert::kernels::batch_norm<T>({x, shape, weight, bias, e, y, mean, rstd, var});
}
template <class T>
void batch_norm_eval(const T* x, Planes shape, const T* mean, const T* rstd, const T* weight, const T* bias,
                     T* y) {
  wengert::kernels::batch_norm_eval<T>({x, shape, mean, rstd, weight, bias, y});
}
template <class T>
void batch_norm_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Planes shape,
                         T* dx, T* dweight, T* dbias) {
  wengert::kernels::batch_norm_backward<T>({dy, x, mean, rstd, weight, shape, dx, dweight, dbias});
}
template <class T>
void batch_norm_eval_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight,
                              Planes shape, T* dx, T* dweight, T* dbias) {
  wengert::kernels::batch_norm_eval_backward<T>({dy, x, mean, rstd, weight, shape, dx, dweight, dbias});
}
template <class T>
void group_norm(const T* x, Groups shape, const T* weight, const T* bias, double e, T* y, T* mean, T* var,
                T* rstd) {
  wengert::kernels::group_norm<T>({x, shape, weight, bias, e, y, mean, rstd, var});
}
template <class T>
void group_norm_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Groups shape,
                         T* dx, T* dweight, T* dbias) {
  wengert::kernels::group_norm_backward<T>({dy, x, mean, rstd, weight, shape, dx, dweight, dbias});
}

using Vector = std::vector<double>;

// The formulas of norm.h, word for word, in double.
Vector naive_layer_norm(const Vector& x, std::int64_t rows, std::int64_t cols, const Vector& weight,
                        const Vector& bias, double eps, bool centred = true) {
  Vector y(x.size());
  for (std::int64_t r = 0; r < rows; ++r) {
    double mean = 0, m2 = 0;
    const double* row = x.data() + r * cols;
    for (std::int64_t j = 0; j < cols; ++j) mean += row[j] / double(cols);
    if (!centred) mean = 0;
    for (std::int64_t j = 0; j < cols; ++j) m2 += (row[j] - mean) * (row[j] - mean) / double(cols);
    for (std::int64_t j = 0; j < cols; ++j)
      y[std::size_t(r * cols + j)] =
          (row[j] - mean) / std::sqrt(m2 + eps) * weight[std::size_t(j)] + bias[std::size_t(j)];
  }
  return y;
}

Vector naive_batch_norm(const Vector& x, Planes s, const Vector& weight, const Vector& bias, double eps) {
  Vector y(x.size());
  const auto index = [&](std::int64_t n, std::int64_t c, std::int64_t i) {
    return std::size_t((n * s.channels + c) * s.inner + i);
  };
  for (std::int64_t c = 0; c < s.channels; ++c) {
    double mean = 0, var = 0;
    for (std::int64_t n = 0; n < s.n; ++n)
      for (std::int64_t i = 0; i < s.inner; ++i) mean += x[index(n, c, i)] / double(s.count());
    for (std::int64_t n = 0; n < s.n; ++n)
      for (std::int64_t i = 0; i < s.inner; ++i)
        var += std::pow(x[index(n, c, i)] - mean, 2) / double(s.count());
    for (std::int64_t n = 0; n < s.n; ++n)
      for (std::int64_t i = 0; i < s.inner; ++i)
        y[index(n, c, i)] =
            (x[index(n, c, i)] - mean) / std::sqrt(var + eps) * weight[std::size_t(c)] + bias[std::size_t(c)];
  }
  return y;
}

/// Central differences of sum(dy f(p)) for every element of p.
Vector differences(const Vector& p, const Vector& dy, const std::function<Vector(const Vector&)>& f) {
  Vector gradient(p.size()), q = p;
  const double h = 1e-6;
  for (std::size_t i = 0; i < p.size(); ++i) {
    q[i] = p[i] + h;
    const Vector up = f(q);
    q[i] = p[i] - h;
    const Vector down = f(q);
    q[i] = p[i];
    for (std::size_t j = 0; j < dy.size(); ++j) gradient[i] += dy[j] * (up[j] - down[j]) / (2 * h);
  }
  return gradient;
}

template <class T>
Vector wide(const std::vector<T>& x) {
  return Vector(x.begin(), x.end());
}

const double eps = 1e-5;

}  // namespace

TEST_CASE_TEMPLATE("layer_norm and rms_norm agree with a double loop", T, float, double) {
  for_each_isa([] {
    for (std::int64_t cols : {1, 5, 7, 9, 33, 64, 1023, 4099})
      for (std::int64_t rows : {0, 1, 6}) {
        INFO("[", rows, ", ", cols, "]");
        const double tol = tolerance<T>(3e-6, 1e-12);
        const auto x = normals<T>(rows * cols, 1, 2), w = normals<T>(cols, 1, 0.3, 2),
                   b = normals<T>(cols, 0, 1, 3);
        const Vector one(std::size_t(cols), 1.0), zero(std::size_t(cols), 0.0);
        std::vector<T> y(x.size()), mean(std::size_t(rows), T(0)), rstd(mean);
        layer_norm(x.data(), rows, cols, w.data(), b.data(), eps, y.data(), mean.data(), rstd.data());
        CHECK(distance(y, naive_layer_norm(wide(x), rows, cols, wide(w), wide(b), eps)) < tol);
        layer_norm<T>(x.data(), rows, cols, nullptr, nullptr, eps, y.data(), nullptr, nullptr);
        CHECK(distance(y, naive_layer_norm(wide(x), rows, cols, one, zero, eps)) < tol);
        rms_norm(x.data(), rows, cols, w.data(), eps, false, y.data(), rstd.data());
        CHECK(distance(y, naive_layer_norm(wide(x), rows, cols, wide(w), zero, eps, false)) < tol);
        rms_norm<T>(x.data(), rows, cols, nullptr, eps, false, y.data(), nullptr);
        CHECK(distance(y, naive_layer_norm(wide(x), rows, cols, one, zero, eps, false)) < tol);
      }
  });
}

TEST_CASE_TEMPLATE("gradients of layer_norm and rms_norm agree with central differences", T, float, double) {
  for_each_isa([] {
    for (std::int64_t cols : {1, 5, 33, 70})
      for (std::int64_t rows : {1, 6}) {
        INFO("[", rows, ", ", cols, "]");
        const double tol = tolerance<T>(2e-5, 1e-7);
        const auto x = normals<T>(rows * cols, 1, 2), dy = normals<T>(rows * cols, 0, 1, 4),
                   w = normals<T>(cols, 1, 0.3, 2);
        const Vector zero(std::size_t(cols), 0.0), X = wide(x), W = wide(w), G = wide(dy),
                                                   one(std::size_t(cols), 1.0);
        std::vector<T> y(x.size()), mean(std::size_t(rows), T(0)), rstd(mean), dx(x.size()), dw(w.size()),
            db(w.size());
        for (bool centred : {true, false}) {
          const auto in_x = [&](const Vector& v) {
            return naive_layer_norm(v, rows, cols, W, zero, eps, centred);
          };
          const auto bare = [&](const Vector& v) {
            return naive_layer_norm(v, rows, cols, one, zero, eps, centred);
          };
          const auto in_w = [&](const Vector& v) {
            return naive_layer_norm(X, rows, cols, v, zero, eps, centred);
          };
          const auto in_b = [&](const Vector& v) {
            return naive_layer_norm(X, rows, cols, W, v, eps, centred);
          };
          const auto backward = [&](const T* weight, T* to_x, T* to_w, T* to_b) {
            if (centred)
              layer_norm_backward(dy.data(), x.data(), mean.data(), rstd.data(), weight, rows, cols, to_x,
                                  to_w, to_b);
            else
              rms_norm_backward(dy.data(), x.data(), rstd.data(), T(-1), weight, rows, cols, to_x, to_w);
          };
          if (centred)
            layer_norm<T>(x.data(), rows, cols, w.data(), nullptr, eps, y.data(), mean.data(), rstd.data());
          else
            rms_norm(x.data(), rows, cols, w.data(), eps, false, y.data(), rstd.data());
          backward(w.data(), dx.data(), dw.data(), db.data());
          if (centred || cols > 1) CHECK(distance(dx, differences(X, G, in_x)) < tol);
          CHECK(distance(dw, differences(W, G, in_w)) < tol);
          if (centred) CHECK(distance(db, differences(zero, G, in_b)) < tol);
          backward(nullptr, dx.data(), nullptr, nullptr);
          CHECK(distance(dx, differences(X, G, bare)) < tol);
          const auto keep = dw;
          std::fill(dw.begin(), dw.end(), T(0));
          backward(w.data(), nullptr, dw.data(), nullptr);
          CHECK(same_bits(dw, keep));
        }
      }
  });
}

TEST_CASE_TEMPLATE("batch_norm and its gradients agree with a double loop and central differences", T, float,
                   double) {
  for_each_isa([] {
    for (Planes s : {Planes{2, 1, 1}, {6, 5, 1}, {9, 33, 1}, {70, 3, 1}, {2, 3, 7}, {3, 2, 33}, {1, 4, 9}}) {
      INFO("[", s.n, ", ", s.channels, ", ", s.inner, "]");
      const double tol = tolerance<T>(2e-5, 1e-7);
      const auto x = normals<T>(s.size(), 1, 2), dy = normals<T>(s.size(), 0, 1, 4);
      const auto w = normals<T>(s.channels, 1, 0.3, 2), b = normals<T>(s.channels, 0, 1, 3);
      const Vector X = wide(x), W = wide(w), B = wide(b), G = wide(dy), one(w.size(), 1.0),
                   zero(w.size(), 0.0);
      std::vector<T> y(x.size()), mean(w.size()), var(w.size()), rstd(w.size()), dx(x.size()), dw(w.size()),
          db(w.size());
      batch_norm(x.data(), s, w.data(), b.data(), eps, y.data(), mean.data(), var.data(), rstd.data());
      CHECK(distance(y, naive_batch_norm(X, s, W, B, eps)) < tol);
      batch_norm_backward(dy.data(), x.data(), mean.data(), rstd.data(), w.data(), s, dx.data(), dw.data(),
                          db.data());
      CHECK(distance(dx, differences(X, G, [&](const Vector& v) {
                       return naive_batch_norm(v, s, W, B, eps);
                     })) < tol);
      CHECK(distance(dw, differences(W, G, [&](const Vector& v) {
                       return naive_batch_norm(X, s, v, B, eps);
                     })) < tol);
      CHECK(distance(db, differences(B, G, [&](const Vector& v) {
                       return naive_batch_norm(X, s, W, v, eps);
                     })) < tol);
      batch_norm_backward<T>(dy.data(), x.data(), mean.data(), rstd.data(), nullptr, s, dx.data(), nullptr,
                             nullptr);
      CHECK(distance(dx, differences(X, G, [&](const Vector& v) {
                       return naive_batch_norm(v, s, one, B, eps);
                     })) < tol);

      // Evaluation with the batch's own statistics gives the same values, but other gradients.
      std::vector<T> y2(x.size());
      batch_norm_eval(x.data(), s, mean.data(), rstd.data(), w.data(), b.data(), y2.data());
      CHECK(distance(y2, y) < tol);
      const auto eval = [&](const Vector& v) {
        Vector out(v.size());
        batch_norm_eval(v.data(), s, wide(mean).data(), wide(rstd).data(), W.data(), B.data(), out.data());
        return out;
      };
      std::vector<T> dw2(w.size()), db2(w.size());
      batch_norm_eval_backward(dy.data(), x.data(), mean.data(), rstd.data(), w.data(), s, dx.data(),
                               dw2.data(), db2.data());
      CHECK(distance(dx, differences(X, G, eval)) < tol);
      CHECK(distance(dw2, dw) < tol);
      CHECK(distance(db2, db) < tol);
    }
  });
}

TEST_CASE_TEMPLATE("group_norm and its gradients agree with layer norm of its rows", T, float, double) {
  for_each_isa([] {
    for (Groups s : {Groups{2, 6, 7, 3},
                     {3, 4, 33, 1},
                     {2, 4, 1, 2},
                     {3, 5, 9, 5},
                     {1, 2, 1, 2},
                     {9, 6, 8, 6},
                     {5, 4, 5, 2}}) {
      INFO("[", s.n, ", ", s.channels, ", ", s.inner, "] in ", s.groups);
      const double tol = tolerance<T>(2e-5, 1e-7);
      const std::int64_t size = s.rows() * s.cols(), per_row = s.channels / s.groups;
      const auto x = normals<T>(size, 1, 2), dy = normals<T>(size, 0, 1, 4);
      const auto w = normals<T>(s.channels, 1, 0.3, 2), b = normals<T>(s.channels, 0, 1, 3);
      const auto wide_affine = [&](const std::vector<T>& p, std::int64_t row) {
        Vector v;
        for (std::int64_t j = 0; j < s.cols(); ++j)
          v.push_back(double(p[std::size_t(row % s.groups * per_row + j / s.inner)]));
        return v;
      };
      std::vector<T> y(x.size()), mean(std::size_t(s.rows())), var(mean), rstd(mean), dx(x.size()),
          dw(w.size()), db(w.size());
      group_norm(x.data(), s, w.data(), b.data(), eps, y.data(), mean.data(), var.data(), rstd.data());
      group_norm_backward(dy.data(), x.data(), mean.data(), rstd.data(), w.data(), s, dx.data(), dw.data(),
                          db.data());
      Vector all_y, all_dx, all_dw(w.size()), all_db(w.size());
      for (std::int64_t r = 0; r < s.rows(); ++r) {  // every row is a layer norm of one row
        const auto part = [&](const std::vector<T>& v) {
          return Vector(v.begin() + r * s.cols(), v.begin() + (r + 1) * s.cols());
        };
        const Vector X = part(x), G = part(dy), W = wide_affine(w, r), B = wide_affine(b, r);
        const auto f = [&](const Vector& v) { return naive_layer_norm(v, 1, s.cols(), W, B, eps); };
        const auto in_w = [&](const Vector& v) { return naive_layer_norm(X, 1, s.cols(), v, B, eps); };
        const Vector row_y = f(X), row_dx = differences(X, G, f), row_dw = differences(W, G, in_w);
        all_y.insert(all_y.end(), row_y.begin(), row_y.end());
        all_dx.insert(all_dx.end(), row_dx.begin(), row_dx.end());
        for (std::int64_t j = 0; j < s.cols(); ++j) {
          all_dw[std::size_t(r % s.groups * per_row + j / s.inner)] += row_dw[std::size_t(j)];
          all_db[std::size_t(r % s.groups * per_row + j / s.inner)] += G[std::size_t(j)];
        }
      }
      CHECK(distance(y, all_y) < tol);
      CHECK(distance(dx, all_dx) < tol);
      CHECK(distance(dw, all_dw) < tol);
      CHECK(distance(db, all_db) < tol);
      const auto keep = dw;
      std::fill(dw.begin(), dw.end(), T(0));
      group_norm_backward<T>(dy.data(), x.data(), mean.data(), rstd.data(), w.data(), s, nullptr, dw.data(),
                             nullptr);
      CHECK(same_bits(dw, keep));
    }
  });
}

TEST_CASE("norms are exact where naive formulas fail") {
  for_each_isa([] {
    const std::int64_t rows = 4;
    for (std::int64_t cols : {7, 64, 1023}) {
      INFO("cols ", cols);
      const auto size = std::size_t(rows * cols);
      const Vector one(std::size_t(cols), 1.0), zero(std::size_t(cols), 0.0);
      std::vector<float> y(size), mean(std::size_t(rows), 0.0f), rstd(mean), dx(size), dw(one.size()),
          db(one.size());
      const auto dy = normals<float>(rows * cols, 0, 1, 4);

      // A constant row: exactly zero, and a finite gradient.
      const std::vector<float> constant(size, 1234.5678f);
      layer_norm<float>(constant.data(), rows, cols, nullptr, nullptr, eps, y.data(), mean.data(),
                        rstd.data());
      CHECK(y == std::vector<float>(size, 0.0f));
      layer_norm_backward<float>(dy.data(), constant.data(), mean.data(), rstd.data(), nullptr, rows, cols,
                                 dx.data(), dw.data(), db.data());
      CHECK(std::isfinite(std::accumulate(dx.begin(), dx.end(), 0.0)));
      CHECK(dw == std::vector<float>(dw.size(), 0.0f));
      std::vector<float> channel_mean(one.size()), channel_rstd(one.size());
      batch_norm<float>(constant.data(), {rows, cols, 1}, nullptr, nullptr, eps, y.data(),
                        channel_mean.data(), nullptr, channel_rstd.data());
      CHECK(y == std::vector<float>(size, 0.0f));

      // Mean 1e4, deviation 1e-2: all that the storage holds, forward and backward.
      const auto far = normals<float>(rows * cols, 1e4, 1e-2);
      layer_norm<float>(far.data(), rows, cols, nullptr, nullptr, eps, y.data(), mean.data(), rstd.data());
      CHECK(distance(y, naive_layer_norm(wide(far), rows, cols, one, zero, eps)) < 1e-5);
      layer_norm_backward<float>(dy.data(), far.data(), mean.data(), rstd.data(), nullptr, rows, cols,
                                 dx.data(), dw.data(), db.data());
      CHECK(distance(dw, differences(one, wide(dy), [&](const Vector& v) {
                       return naive_layer_norm(wide(far), rows, cols, v, zero, eps);
                     })) < 1e-5);
      const Planes planes{rows * cols, 1, 1};
      batch_norm<float>(far.data(), planes, nullptr, nullptr, eps, y.data(), mean.data(), nullptr,
                        rstd.data());
      CHECK(distance(y, naive_batch_norm(wide(far), planes, {1}, {0}, eps)) < 1e-5);

      // Values whose squares leave float32's range, and denormal ones.
      for (double size_of_x : {1e30, 1e-30, 1e-40}) {
        INFO("near ", size_of_x);
        const double e = size_of_x > 1 ? eps : 0;
        const auto extreme = normals<float>(rows * cols, 0, size_of_x);
        layer_norm<float>(extreme.data(), rows, cols, nullptr, nullptr, e, y.data(), mean.data(),
                          rstd.data());
        if (size_of_x > 1e-39)
          CHECK(distance(y, naive_layer_norm(wide(extreme), rows, cols, one, zero, e)) < 1e-5);
        rms_norm<float>(extreme.data(), rows, cols, nullptr, e, false, y.data(), rstd.data());
        if (size_of_x > 1e-39)
          CHECK(distance(y, naive_layer_norm(wide(extreme), rows, cols, one, zero, e, false)) < 1e-5);
        layer_norm<float>(extreme.data(), rows, cols, nullptr, nullptr, eps, y.data(), mean.data(),
                          rstd.data());
        CHECK(distance(y, naive_layer_norm(wide(extreme), rows, cols, one, zero, eps)) < 1e-5);
      }
      const auto huge = normals<float>(rows * cols, 0, 1e30);
      batch_norm<float>(huge.data(), planes, nullptr, nullptr, eps, y.data(), mean.data(), nullptr,
                        rstd.data());
      CHECK(distance(y, naive_batch_norm(wide(huge), planes, {1}, {0}, eps)) < 1e-5);
    }
  });
}

TEST_CASE_TEMPLATE("norms give the same bits on any number of threads", T, float, double) {
  const std::int64_t rows = 700, cols = 130;
  const auto x = normals<T>(rows * cols, 1, 2), dy = normals<T>(rows * cols, 0, 1, 4),
             w = normals<T>(cols, 1, 0.3, 2);
  const auto size = std::size_t(rows * cols);
  std::vector<T> out(size + 2 * std::size_t(cols)), mean(std::size_t(rows), T(0)), rstd(mean);
  T* dw = out.data() + size;
  T* db = dw + cols;
  check_threads([&] {
    layer_norm(x.data(), rows, cols, w.data(), w.data(), eps, out.data(), mean.data(), rstd.data());
    return out;
  });
  check_threads([&] {
    layer_norm_backward(dy.data(), x.data(), mean.data(), rstd.data(), w.data(), rows, cols, out.data(), dw,
                        db);
    return out;
  });
  check_threads([&] {
    rms_norm(x.data(), rows, cols, w.data(), eps, false, out.data(), rstd.data());
    return out;
  });
  check_threads([&] {
    rms_norm_backward(dy.data(), x.data(), rstd.data(), T(-1), w.data(), rows, cols, out.data(), dw);
    return out;
  });
  for (Planes s : {Planes{rows, cols, 1}, {7, 130, 100}, {100, 7, 130}})
    check_threads([&] {
      std::vector<T> m(std::size_t(s.channels)), r(m), y(size);
      batch_norm(x.data(), s, w.data(), w.data(), eps, y.data(), m.data(), static_cast<T*>(nullptr),
                 r.data());
      batch_norm_backward(dy.data(), x.data(), m.data(), r.data(), w.data(), s, out.data(), dw, db);
      y.insert(y.end(), out.begin(), out.end());
      return y;
    });
  for (Groups s : {Groups{7, 130, 100, 10}, {70, 130, 10, 1}, {700, 13, 8, 13}})
    check_threads([&] {
      std::vector<T> m(std::size_t(s.rows())), r(m), y(size);
      group_norm(x.data(), s, w.data(), w.data(), eps, y.data(), m.data(), static_cast<T*>(nullptr),
                 r.data());
      group_norm_backward(dy.data(), x.data(), m.data(), r.data(), w.data(), s, out.data(), dw, db);
      y.insert(y.end(), out.begin(), out.end());
      return y;
    });
}
