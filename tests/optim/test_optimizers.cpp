// What all optimisers must do: arrive where libtorch does, in any layout, on any number of threads, and after
// a checkpoint.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "kernels/isas.h"
#include "kernels/parallel.h"
#include "optim/optimisers.h"
#include "optim/problem.h"
#include "wengert/base/threads.h"

using namespace wengert;
using namespace wengert::testing;

TEST_CASE("every optimiser arrives where torch 1.13 does") {
  for (const auto& c : optimiser_cases()) {
    for_each_isa([&] {
      for (ScalarType dtype : {kFloat64, kFloat32}) {
        const Tensor p = start(dtype);
        auto opt = c.make({p});
        run_steps(*opt, 0, 20);
        const Values got = list(p);
        for (std::size_t i = 0; i < got.size(); ++i) {
          INFO(c.name << " in " << name_of(dtype) << ", element " << i);
          CHECK(got[i] == doctest::Approx(c.after_20_steps[i])
                              .epsilon(0)
                              .scale(1)
                              .epsilon(dtype == kFloat64 ? 1e-12 : 2e-6));
        }
      }
    });
  }
}

namespace {

/// Fractions of the multiples of the golden ratio: spread over -1 to 1 without a pattern.
double scatter(std::int64_t i) {
  const double x = double(i) * 0.6180339887498949;
  return 2 * (x - std::floor(x)) - 1;
}

Tensor large(std::int64_t n, ScalarType dtype, std::int64_t seed) {
  const Tensor x = empty({n}, kFloat64);
  for (std::int64_t i = 0; i < n; ++i) x.data_ptr<double>()[i] = scatter(i + seed);
  return x.to(dtype);
}

bool same(const Tensor& a, const Tensor& b) {
  return a.sizes() == b.sizes() && a.dtype() == b.dtype() &&
         std::memcmp(a.contiguous().data_ptr(), b.contiguous().data_ptr(), std::size_t(a.nbytes())) == 0;
}

}  // namespace

TEST_CASE("the bits of a step do not depend on the number of threads") {
  const std::int64_t n = 3 * kernels::kCheapGrain + 77;
  for (const auto& c : optimiser_cases()) {
    for (ScalarType dtype : {kFloat32, kFloat64}) {
      Tensor result[2];
      for (int threads : {1, 2}) {
        set_num_threads(threads);
        const Tensor p = large(n, dtype, 0).set_requires_grad(true);
        auto opt = c.make({p});
        for (int t = 0; t < 3; ++t) {
          p.mutable_grad() = large(n, dtype, 1000 * t + 5);
          opt->step();
        }
        result[threads - 1] = p.detach();
      }
      set_num_threads(1);
      INFO(c.name << " in " << name_of(dtype));
      CHECK(same(result[0], result[1]));
      CHECK_FALSE(same(result[0], large(n, dtype, 0)));
    }
  }
}

TEST_CASE("parameters and gradients may have gaps") {
  for (const auto& c : optimiser_cases()) {
    INFO(c.name);
    const Tensor wide = zeros({10}, kFloat64);
    const Tensor gaps = wide.as_strided({5}, {2});
    gaps.copy_(start().detach());
    gaps.set_requires_grad(true);
    const Tensor dense = start();
    auto opt_gaps = c.make({gaps}), opt_dense = c.make({dense});
    for (int t = 0; t < 4; ++t) {
      set_gradient(dense, t);
      const Tensor room = zeros({15}, kFloat64);
      gaps.mutable_grad() = room.as_strided({5}, {3});
      gaps.grad().copy_(dense.grad());
      opt_dense->step();
      opt_gaps->step();
    }
    CHECK(same(gaps.detach(), dense.detach()));
    CHECK(list(wide)[1] == 0);
    CHECK(list(wide)[3] == 0);
  }
}

TEST_CASE("parameters without a gradient are skipped") {
  for (const auto& c : optimiser_cases()) {
    INFO(c.name);
    const Tensor moved = start(), still = start();
    auto opt = c.make({still, moved});
    for (int t = 0; t < 3; ++t) {
      set_gradient(moved, t);
      opt->step();
    }
    CHECK(list(still) == list(start()));
    CHECK(list(moved) != list(start()));
    CHECK(opt->state().count(still.impl()) == 0);
  }
}

TEST_CASE("empty and 0-d parameters") {
  for (const auto& c : optimiser_cases()) {
    INFO(c.name);
    const Tensor none = zeros({0, 3}).set_requires_grad(true), one = full({}, 2.0).set_requires_grad(true);
    auto opt = c.make({none, one});
    none.mutable_grad() = zeros({0, 3});
    one.mutable_grad() = ones({});
    opt->step();
    CHECK(one.item<double>() < 2);
  }
}

TEST_CASE("a gradient that is the parameter itself") {
  const Tensor p = start(), q = start();
  optim::SGD opt({p, q}, optim::SGDOptions(0.1).momentum(0.5));
  p.mutable_grad() = p.detach();
  q.mutable_grad() = q.detach().clone();
  opt.step();
  CHECK(list(p) == list(q));
}

TEST_CASE("NaN gradients show in the parameter, infinities do not hurt others") {
  const double nan = std::nan("");
  for (const auto& c : optimiser_cases()) {
    INFO(c.name);
    const Tensor p = start();
    auto opt = c.make({p});
    for (int t = 0; t < 2; ++t) {
      set_gradient(p, {nan, 1, 1, 1, 1});
      opt->step();
    }
    CHECK(std::isnan(list(p)[0]));
    for (std::size_t i = 1; i < 5; ++i) CHECK(std::isfinite(list(p)[i]));
  }
}

TEST_CASE("centred RMSprop survives a constant gradient, whose variance is rounding") {
  const Tensor p = full({64}, 1.0, kFloat32).set_requires_grad(true);
  optim::RMSprop opt({p}, optim::RMSpropOptions(1e-12).alpha(0.5).centered(true));
  for (int t = 0; t < 200; ++t) {
    p.mutable_grad() = large(64, kFloat32, 0);
    opt.step();
  }
  for (double x : list(p)) CHECK(std::isfinite(x));
}

TEST_CASE("a step in a loop of checkpoints has the same bits as one run") {
  for (const auto& c : optimiser_cases()) {
    for (ScalarType dtype : {kFloat32, kFloat64}) {
      INFO(c.name << " in " << name_of(dtype));
      const Tensor p = start(dtype), unused = start(dtype);
      auto opt = c.make({unused, p});
      for (int t = 0; t < 5; ++t) {
        set_gradient(p, t);
        opt->step();
      }
      const optim::StateDict saved = opt->state_dict();
      const Tensor q = p.detach().clone().set_requires_grad(true), unused_too = start(dtype);
      auto later = c.make({unused_too, q});
      later->load_state_dict(saved);
      for (int t = 5; t < 10; ++t) {
        set_gradient(p, t);
        opt->step();
        set_gradient(q, t);
        later->step();
      }
      CHECK(same(p.detach(), q.detach()));
      const optim::StateDict a = opt->state_dict(), b = later->state_dict();
      REQUIRE(a.size() == b.size());
      for (const auto& item : a) {
        const std::string& name = item.first;
        CAPTURE(name);
        REQUIRE(b.count(name) == 1);
        CHECK(same(item.second, b.at(name)));
      }
    }
  }
}

TEST_CASE("a step tells the tape that it changed the parameter") {
  const Tensor p = start();
  optim::SGD opt({p}, 0.1);
  const Tensor y = p * p;
  y.backward(ones({5}, kFloat64), true);
  opt.step();
  CHECK(has(message([&] { y.backward(ones({5}, kFloat64)); }), "SGD"));
}
