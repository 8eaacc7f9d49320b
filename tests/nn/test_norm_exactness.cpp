// Where norms lose their digits, in float32 against the definition in double: all norms, value and gradient.
#include <doctest/doctest.h>

#include "support/norm_cases.h"

using namespace wengert;
using namespace norm_cases;

namespace {

Tensor weight_of(const Norm& norm) {
  return made({norm.channels}, [](std::int64_t i) { return 1 + 0.5 * std::sin(double(i)); });
}
Tensor bias_of(const Norm& norm) {
  return made({norm.channels}, [](std::int64_t i) { return std::cos(double(i)); });
}
Tensor upstream(const Norm& norm) {
  return made(norm.sizes, [](std::int64_t i) { return std::cos(double(i * 7 % 101)) - 0.2; });
}

bool all_finite(const Values& v) {
  for (double d : v)
    if (!std::isfinite(d)) return false;
  return true;
}

}  // namespace

TEST_CASE("norms: right to 1e-5 of the deviation, value and gradient, at every size") {
  for (std::int64_t n : {1, 5, 7, 9, 33, 1023})
    for (const Norm& norm : norms(n))
      for (const Input& input : inputs()) {
        INFO(norm.name, " of ", n, ": ", input.name);
        const Tensor x = made(norm.sizes, input.value), w = weight_of(norm), b = bias_of(norm),
                     dy = upstream(norm);
        const Result want = exact(norm, wide(x), wide(w), wide(b), wide(dy), input.eps);
        for (bool create_graph : {false, true}) {
          INFO("create_graph ", create_graph);
          const Result got = computed(norm, x, w, b, dy, input.eps, create_graph);
          CHECK(error(got.y, want.y, 1) < 1e-5);
          CHECK(error(got.dx, want.dx, want.dx_unit) < 1e-5);
          CHECK(error(got.dweight, want.dweight, std::max(largest(want.dweight), 1.0)) < 1e-5);
          CHECK(error(got.dbias, want.dbias, largest(want.dbias)) < 1e-5);
        }
      }
}

TEST_CASE("norms: equal values, and single ones, give exactly bias and a gradient of 0, with eps = 0 too") {
  for (std::int64_t n : {1, 5, 33, 1023})
    for (const Norm& norm : norms(n)) {
      if (!norm.centred) continue;
      for (double value : {0.0, 0.1, 1234.5678, 4e4, 3e30})
        for (double eps : {1e-5, 0.0}) {
          INFO(norm.name, " of ", n, ": ", value, ", eps ", eps);
          const Tensor x = made(norm.sizes, [&](std::int64_t) { return value; }), b = bias_of(norm);
          for (bool create_graph : {false, true}) {
            const Result got = computed(norm, x, weight_of(norm), b, upstream(norm), eps, create_graph);
            const Values beta = wide(b);
            bool exactly = true;
            for (std::int64_t i = 0; i < elements(norm); ++i)
              exactly = exactly && got.y[std::size_t(i)] == beta[std::size_t(norm.channel(i))];
            CHECK(exactly);
            CHECK(error(got.dweight, Values(got.dweight.size()), 1) < 1e-5);
            CHECK(all_finite(got.dx));
            if (eps == 0) CHECK(error(got.dx, Values(got.dx.size()), 1) == 0);
          }
        }
    }
  for (const Norm& norm : norms(1)) {
    if (norm.name != "LayerNorm" && norm.name != "InstanceNorm") continue;
    INFO(norm.name);
    const Tensor x = made(norm.sizes, [](std::int64_t i) { return double(i); });
    const Result got = computed(norm, x, weight_of(norm), bias_of(norm), upstream(norm), 1e-5);
    CHECK(error(got.dx, Values(got.dx.size()), 1) == 0);
  }
}

TEST_CASE("norms: rows of zeros and denormals stay finite without eps") {
  for (const Norm& norm : norms(9))
    for (double size : {0.0, 1e-45, 1e-40, 1e-38}) {
      INFO(norm.name, " ", size);
      const Tensor x = made(norm.sizes, [&](std::int64_t i) { return size * double(i % 4); });
      CHECK(all_finite(wide(norm.f(x, weight_of(norm), bias_of(norm), 0))));
    }
  CHECK(rms_norm(zeros({2, 3}), 3, {}, 0).equal(zeros({2, 3})));
  CHECK(rms_norm(zeros({2, 3}), 3, {}, 0, EpsForm::clamp).equal(zeros({2, 3})));
}

TEST_CASE("norms: an empty batch is empty, moves no statistics, and has gradients 0") {
  for (Norm norm : norms(5)) {
    INFO(norm.name);
    norm.sizes[0] = 0;
    const Tensor x = zeros(norm.sizes), w = weight_of(norm), b = bias_of(norm);
    const Result got = computed(norm, x, w, b, zeros(norm.sizes), 1e-5);
    CHECK(got.y.empty());
    CHECK(got.dweight == Values(w.numel()));
    if (norm.centred) CHECK(got.dbias == Values(b.numel()));
  }
  Tensor mean = zeros({3}), var = ones({3});
  batch_norm(zeros({0, 3, 2}), {}, {}, mean, var, true, 0.1, 1e-5);
  instance_norm(zeros({0, 3, 2}), {}, {}, mean, var, true, 0.1, 1e-5);
  CHECK(mean.equal(zeros({3})));
  CHECK(var.equal(ones({3})));
  CHECK(group_norm(zeros({2, 4, 0}), 2).sizes() == IntArrayRef({2, 4, 0}));
  CHECK(group_norm(zeros({2, 0, 3}), 2).sizes() == IntArrayRef({2, 0, 3}));
}

TEST_CASE("norms: transposed, sliced and expanded inputs and gradients give the same bits") {
  for (const Norm& norm : norms(9)) {
    INFO(norm.name);
    const auto wave = [](std::int64_t i) { return std::sin(double(i * 13 % 97)); };
    std::vector<std::int64_t> turned = norm.sizes, doubled = norm.sizes, one = norm.sizes;
    std::swap(turned.front(), turned.back());
    doubled.back() *= 2;
    one.back() = 1;
    const std::int64_t last = std::int64_t(norm.sizes.size()) - 1;
    const Tensor views[] = {made(turned, wave).transpose(0, last),
                            made(doubled, wave).slice(last, 1, nullopt, 2),
                            made(one, wave).expand(norm.sizes)};
    const Tensor w = made({2 * norm.channels}, wave).slice(0, 1, nullopt, 2),
                 b = made({1}, wave).expand({norm.channels});
    for (const Tensor& x : views)
      for (const Tensor& dy : views) {
        Tensor leaf = x.detach().set_requires_grad(true),
               dense = x.detach().contiguous().set_requires_grad(true);
        const Tensor y = norm.f(leaf, w, b, 1e-5), z = norm.f(dense, w.contiguous(), b.contiguous(), 1e-5);
        CHECK(y.equal(z));
        y.backward(dy);
        z.backward(dy.contiguous());
        CHECK(leaf.grad().equal(dense.grad()));
      }
  }
}

TEST_CASE("std near 1e30 and 1e-30 is right, and var where float32 can hold it") {
  for (double size : {1e30, 1e-30, 1e-40})
    for (bool columns : {false, true}) {
      INFO(size, columns ? " columns" : " rows");
      const Tensor x = made({4, 4}, [&](std::int64_t i) { return size * double(i / 4 + i % 4); });
      const Tensor s = x.std({columns ? 0 : 1}, false);  // of 0 1 2 3
      CHECK(s[0].item<double>() ==
            doctest::Approx(size * std::sqrt(1.25)).epsilon(size < 1e-39 ? 1e-4 : 1e-6));
    }
  Tensor x = made({4}, [](std::int64_t i) { return 1e30 * double(i); }).set_requires_grad(true);
  x.std(false).backward();  // (x - mean) / (n std)
  CHECK(x.grad()[3].item<double>() == doctest::Approx(1.5 / 4 / std::sqrt(1.25)));
  CHECK(made({4}, [](std::int64_t i) { return 1e-18 * double(i); }).var(false).item<double>() ==
        doctest::Approx(1.25e-36));
}
