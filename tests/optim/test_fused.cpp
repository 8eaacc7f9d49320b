// The fused steps against the same formulas written with tensor operations.
#include <doctest/doctest.h>

#include <cmath>

#include "optim/problem.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

Tensor values(double frequency) {
  const Tensor x = zeros({7, 11}, kFloat64);
  for (std::int64_t i = 0; i < x.numel(); ++i) x.data_ptr<double>()[i] = std::sin(frequency * double(i + 1));
  return x;
}

double distance(const Tensor& a, const Tensor& b) {
  const Values x = list(a), y = list(b);
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i] - y[i]));
  return largest;
}

/// The parameter after five steps of opt, and of formula(p, dp, t), which returns the next p.
template <class Opt, class Options, class Formula>
void check(const Options& options, Formula formula) {
  NoGradGuard off;
  const Tensor p = values(1.7).set_requires_grad(true);
  Tensor q = values(1.7);
  Opt opt({p}, options);
  for (int t = 1; t <= 5; ++t) {
    const Tensor dp = values(2.3 + t);
    p.mutable_grad() = dp;
    opt.step();
    q = formula(q, dp, double(t));
  }
  CHECK(distance(p, q) < 1e-14);
  CHECK(distance(p, values(1.7)) > 1e-3);
}

}  // namespace

TEST_CASE("SGD with Nesterov momentum") {
  Tensor buffer;
  check<optim::SGD>(optim::SGDOptions(0.1).momentum(0.9).nesterov(true).weight_decay(0.2),
                    [&](const Tensor& p, const Tensor& dp, double) {
                      const Tensor g = dp + p * 0.2;
                      buffer = buffer.defined() ? buffer * 0.9 + g : g;
                      return p - (g + buffer * 0.9) * 0.1;
                    });
}

TEST_CASE("Adam") {
  Tensor m = zeros({7, 11}, kFloat64), v = m;
  check<optim::Adam>(optim::AdamOptions(0.1).weight_decay(0.2),
                     [&](const Tensor& p, const Tensor& dp, double t) {
                       const Tensor g = dp + p * 0.2;
                       m = m * 0.9 + g * 0.1;
                       v = v * 0.999 + g * g * 0.001;
                       const Tensor m_hat = m / (1 - std::pow(0.9, t)), v_hat = v / (1 - std::pow(0.999, t));
                       return p - m_hat / (v_hat.sqrt() + 1e-8) * 0.1;
                     });
}

TEST_CASE("AdamW") {
  Tensor m = zeros({7, 11}, kFloat64), v = m;
  check<optim::AdamW>(optim::AdamWOptions(0.1).weight_decay(0.2),
                      [&](const Tensor& p, const Tensor& dp, double t) {
                        m = m * 0.9 + dp * 0.1;
                        v = v * 0.999 + dp * dp * 0.001;
                        const Tensor m_hat = m / (1 - std::pow(0.9, t)), v_hat = v / (1 - std::pow(0.999, t));
                        return p - p * (0.1 * 0.2) - m_hat / (v_hat.sqrt() + 1e-8) * 0.1;
                      });
}

TEST_CASE("RMSprop, centered") {
  Tensor v = zeros({7, 11}, kFloat64), mean = v, buffer = v;
  check<optim::RMSprop>(optim::RMSpropOptions(0.1).alpha(0.9).momentum(0.5).centered(true),
                        [&](const Tensor& p, const Tensor& dp, double) {
                          v = v * 0.9 + dp * dp * 0.1;
                          mean = mean * 0.9 + dp * 0.1;
                          buffer = buffer * 0.5 + dp / ((v - mean * mean).sqrt() + 1e-8);
                          return p - buffer * 0.1;
                        });
}

TEST_CASE("Adagrad") {
  Tensor sum = full({7, 11}, 0.5, kFloat64);
  check<optim::Adagrad>(optim::AdagradOptions(0.1).lr_decay(0.3).initial_accumulator_value(0.5),
                        [&](const Tensor& p, const Tensor& dp, double t) {
                          sum = sum + dp * dp;
                          return p - dp / (sum.sqrt() + 1e-10) * (0.1 / (1 + (t - 1) * 0.3));
                        });
}
