#include <doctest/doctest.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <sstream>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

void check_close(const Tensor& x, const Values& wanted, double tolerance = 2e-6) {
  const Values have = list(x);
  REQUIRE(have.size() == wanted.size());
  for (std::size_t i = 0; i < have.size(); ++i) {
    CAPTURE(i);
    if (std::isfinite(wanted[i]))
      CHECK(have[i] == doctest::Approx(wanted[i]).epsilon(tolerance));
    else
      CHECK((have[i] == wanted[i] || (std::isnan(have[i]) && std::isnan(wanted[i]))));
  }
}

/// The value and the gradient of a loss of x.
template <class F>
std::pair<Tensor, Tensor> with_gradient(const Tensor& x, F f) {
  const Tensor in = x.detach().clone().requires_grad_();
  const Tensor y = f(in);
  y.sum().backward();
  return {y.detach(), in.grad()};
}

Tensor logits() { return tensor({{1.0, 2.0, 3.0}, {0.5, -1.0, 2.0}, {3.0, 1.0, 0.0}}).to(kFloat); }
Tensor labels() { return tensor({2, 0, 1}); }
Tensor weights() { return tensor({0.2, 0.5, 1.5}).to(kFloat); }

}  // namespace

TEST_CASE("cross_entropy: values and gradients of libtorch") {
  struct Row {
    bool weighted;
    std::int64_t ignore;
    double smoothing;
    double mean, sum;
    Values none, gradient;  // the gradient of the mean
  };
  const Row table[] = {
      {false,
       -100,
       0,
       1.4395877,
       4.3187633,
       {0.4076059, 1.7413113, 2.1698461},
       {0.0300102, 0.0815762, -0.1115863, -0.2749032, 0.0130375, 0.2618657, 0.2812649, -0.2952683,
        0.0140034}},
      {true,
       -100,
       0,
       0.929361,
       2.0445943,
       {0.6114089, 0.3482623, 1.084923},
       {0.0613845, 0.1668603, -0.2282448, -0.0749736, 0.0035557, 0.0714179, 0.1917715, -0.2013193,
        0.0095477}},
      {false,
       -100,
       0.1,
       1.4618099,
       4.3854299,
       {0.5076059, 1.7413113, 2.1365128},
       {0.0188991, 0.0704651, -0.0893641, -0.252681, 0.0019264, 0.2507545, 0.2701538, -0.273046, 0.0028922}},
      {true,
       -100,
       0.1,
       0.9879595,
       2.1735108,
       {0.6101592, 0.3911322, 1.1722194},
       {0.0552167, 0.1507561, -0.2059729, -0.0646635, -0.0030719, 0.0677354, 0.1976905, -0.1849566,
        -0.012734}},
      {false,
       0,
       0,
       1.288726,
       2.5774519,
       {0.4076059, 0, 2.1698461},
       {0.0450153, 0.1223642, -0.1673795, 0, 0, 0, 0.4218974, -0.4429024, 0.021005}},
      {true,
       0,
       0.2,
       0.9342126,
       1.8684253,
       {0.6089094, 0, 1.2595159},
       {0.0539539, 0.1481172, -0.2020711, 0, 0, 0, 0.2239706, -0.1854533, -0.0385173}},
      {false,
       0,
       0.2,
       1.3553927,
       2.7107854,
       {0.6076059, 0, 2.1031795},
       {0.011682, 0.0890309, -0.1007128, 0, 0, 0, 0.388564, -0.3762357, -0.0123283}},
  };
  for (const Row& row : table) {
    const auto loss = [&](std::int64_t reduction) {
      return with_gradient(logits(), [&](const Tensor& x) {
        return cross_entropy_loss(x, labels(), row.weighted ? weights() : Tensor(), reduction, row.ignore,
                                  row.smoothing);
      });
    };
    CAPTURE(row.mean);
    check_close(loss(Reduction::Mean).first, {row.mean});
    check_close(loss(Reduction::Sum).first, {row.sum});
    check_close(loss(Reduction::None).first, row.none);
    check_close(loss(Reduction::Mean).second, row.gradient, 1e-4);
  }
}

TEST_CASE("cross_entropy: one sample, and classes in dimension 1") {
  const Tensor one = cross_entropy_loss(tensor({1.f, 2.f, 3.f}), tensor(1));
  CHECK(one.dim() == 0);
  check_close(one, {1.4076059});
  const Tensor x = arange(24.0).to(kFloat).sin().view({2, 3, 2, 2});
  const Tensor t = tensor({{{0, 1}, {2, 0}}, {{1, 1}, {2, -100}}});
  check_close(cross_entropy_loss(x, t), {1.7523}, 1e-4);
  const Tensor each = cross_entropy_loss(x, t, {}, Reduction::None);
  CHECK(each.sizes() == IntArrayRef({2, 2, 2}));
  check_close(each, {1.4252, 2.3971, 1.8841, 1.0968, 1.6298, 2.3996, 1.4334, 0}, 1e-4);
  const auto [y, dx] = with_gradient(x, [&](const Tensor& in) { return cross_entropy_loss(in, t); });
  CHECK(dx.sizes() == x.sizes());
  CHECK(dx[1][0][1][1].item<double>() == 0);
  CHECK(dx.sum(1).abs().max().item<double>() < 1e-7);  // p - q sums to 0 over the classes
}

TEST_CASE("cross_entropy does not care how its input lies in memory") {
  const Tensor x = logits(), turned = x.t().contiguous().t();
  const auto loss = [](const Tensor& in) { return cross_entropy_loss(in, labels(), weights()); };
  CHECK(with_gradient(x, loss).second.equal(with_gradient(turned, loss).second));
  const Tensor spread = stack({labels(), labels()}, 1).select(1, 0);
  CHECK(cross_entropy_loss(x, spread).equal(cross_entropy_loss(x, labels())));
}

TEST_CASE("cross_entropy: all ignored, and nothing at all") {
  const Tensor ignored = full({3}, -100, kLong);
  CHECK(std::isnan(cross_entropy_loss(logits(), ignored).item<double>()));
  const auto [y, dx] = with_gradient(
      logits(), [&](const Tensor& x) { return cross_entropy_loss(x, ignored, {}, Reduction::Sum); });
  CHECK(y.item<double>() == 0);
  CHECK(list(dx) == Values(9, 0));
  CHECK(std::isnan(cross_entropy_loss(zeros({0, 3}), zeros({0}, kLong)).item<double>()));
  CHECK(cross_entropy_loss(zeros({0, 3}), zeros({0}, kLong), {}, Reduction::Sum).item<double>() == 0);
  CHECK(cross_entropy_loss(zeros({0, 3}), zeros({0}, kLong), {}, Reduction::None).numel() == 0);
}

TEST_CASE("cross_entropy of logits of any size, and of the impossible") {
  const auto loss = [](const Tensor& x, std::int64_t label, double smoothing = 0) {
    return with_gradient(x, [&](const Tensor& in) {
      return cross_entropy_loss(in, tensor({label}), {}, Reduction::Mean, -100, smoothing);
    });
  };
  const Tensor large = tensor({{1e4, -1e4, 0.0}}).to(kFloat);
  CHECK(loss(large, 0).first.item<double>() == 0);
  CHECK(list(loss(large, 0).second) == Values{0, 0, 0});
  CHECK(loss(large, 1).first.item<double>() == 20000);
  CHECK(list(loss(large, 1).second) == Values{1, -1, 0});
  // nothing of log s is lost beside 1e4
  check_close(loss(tensor({{1e4, 1e4}}).to(kFloat), 0).first, {std::log(2.0)});

  const Tensor impossible = tensor({{1.0, -kInf, 0.0}}).to(kFloat);
  check_close(loss(impossible, 0).first, {0.31326169});
  check_close(loss(impossible, 0).second, {-0.26894143, 0, 0.26894143});
  CHECK(loss(impossible, 1).first.item<double>() == kInf);
  check_close(loss(impossible, 1).second, {0.7310586, -1, 0.26894143});
  CHECK(loss(impossible, 0, 0.1).first.item<double>() == kInf);
  check_close(loss(impossible, 0, 0.1).second, {-0.2022747, -0.0333333, 0.2356081}, 1e-5);
  CHECK(std::isnan(loss(full({1, 2}, -kInf), 0).first.item<double>()));
  CHECK(std::isnan(loss(full({1, 2}, kInf), 0).first.item<double>()));
  CHECK(std::isnan(loss(full({1, 2}, NAN), 0).first.item<double>()));
}

TEST_CASE("cross_entropy with probabilities for targets") {
  const Tensor q = tensor({{0.2, 0.3, 0.5}, {1.0, 0.0, 0.0}, {0.5, 0.5, 0.0}}).to(kFloat);
  const auto loss = [&](std::int64_t r, const Tensor& w = {}, double smoothing = 0) {
    return cross_entropy_loss(logits(), q, w, r, -100, smoothing);
  };
  check_close(loss(Reduction::Mean), {1.3396}, 1e-4);
  check_close(loss(Reduction::Sum), {4.0188}, 1e-4);
  check_close(loss(Reduction::None), {1.1076, 1.7413, 1.1698}, 1e-4);
  check_close(loss(Reduction::Mean, weights()), {0.5070}, 1e-4);
  check_close(loss(Reduction::None, {}, 0.1), {1.1376, 1.7413, 1.2365}, 1e-4);
  check_close(loss(Reduction::None, weights(), 0.1), {0.6117, 0.3911, 0.6993}, 1e-4);
  const Tensor x = tensor({{1.0, -kInf, 0.0}}).to(kFloat);
  check_close(cross_entropy_loss(x, tensor({{0.5, 0.0, 0.5}}).to(kFloat)), {0.8132617});
}

TEST_CASE("cross_entropy names the label that is wrong and its place") {
  CHECK(message([] {
          cross_entropy_loss(logits(), tensor({0, 1, 3}));
        }) == "cross_entropy: label 3 at [2] is none of the 3 classes of input [3, 3]");
  CHECK(message([] {
          cross_entropy_loss(zeros({2, 3, 2}), tensor({{0, 1}, {-1, 0}}));
        }) == "cross_entropy: label -1 at [1, 0] is none of the 3 classes of input [2, 3, 2]");
  CHECK_THROWS_AS(cross_entropy_loss(zeros({1, 0}), tensor({0})), IndexError);
  CHECK(message([] {
          cross_entropy_loss(logits(), tensor({0, 1}));
        }) == "cross_entropy: the target has shape [2], but input [3, 3] wants labels [3]");
  CHECK(has(message([] {
              cross_entropy_loss(logits(), tensor({0.f, 1.f, 2.f}));
            }),
            "the labels are float32, wants int64"));
  CHECK(has(message([] { cross_entropy_loss(logits(), labels(), ones({2})); }),
            "the weight is float32[2], wants float32[3]"));
  CHECK(has(message([] { cross_entropy_loss(logits(), labels(), {}, Reduction::Mean, -100, 1.5); }),
            "label_smoothing is 1.5"));
  CHECK(has(message([] { cross_entropy_loss(logits(), logits(), {}, Reduction::Mean, 1); }),
            "ignore_index 1 has no meaning"));
  CHECK_THROWS_AS(cross_entropy_loss(zeros({3, 3}, kLong), labels()), Error);
  CHECK_THROWS_AS(cross_entropy_loss(logits(), zeros({3, 3}, kLong)), Error);
  CHECK_THROWS_AS(cross_entropy_loss(tensor(1.f), tensor(0)), Error);
  CHECK_THROWS_AS(cross_entropy_loss(Tensor(), labels()), Error);
  CHECK_THROWS_AS(cross_entropy_loss(logits(), Tensor()), Error);
  CHECK_THROWS_AS(cross_entropy_loss(logits(), labels(), {}, 3), Error);
}

TEST_CASE("nll_loss") {
  const Tensor x = tensor({{0.2, 0.3, 0.5}, {0.1, 0.1, 0.8}}).to(kFloat).log();
  const Tensor w = tensor({0.5f, 1.f, 2.f}), t = tensor({2, 0});
  const auto loss = [&](std::int64_t r) {
    return with_gradient(x, [&](const Tensor& in) { return nll_loss(in, t, w, r); });
  };
  check_close(loss(Reduction::Mean).first, {1.0150348});
  check_close(loss(Reduction::Mean).second, {0, 0, -0.8, -0.2, 0, 0});
  check_close(loss(Reduction::Sum).first, {2.5375869});
  check_close(loss(Reduction::None).first, {1.3862944, 1.1512926});
  check_close(nll_loss(x, t, {}, Reduction::Mean, 0), {0.6931472});
  CHECK(std::isnan(nll_loss(x, full({2}, -100, kLong)).item<double>()));
  CHECK(has(message([&] { nll_loss(x, tensor({0, 5})); }), "nll_loss: label 5 at [1]"));
  // a row that is ignored may hold anything
  const Tensor wild = tensor({{-kInf, -1.0}, {-kInf, -2.0}}).to(kFloat);
  check_close(nll_loss(wild, tensor({1, -100})), {1});
}

TEST_CASE("mse, l1, smooth_l1 and huber: values and gradients of libtorch") {
  const Tensor a = tensor({0.5f, -1.f, 3.f, 0.f}), b = tensor({0.f, 1.f, 0.5f, 0.f});
  const auto run = [&](auto f) { return with_gradient(a, [&](const Tensor& x) { return f(x); }); };
  const auto mse = run([&](const Tensor& x) { return mse_loss(x, b); });
  check_close(mse.first, {2.625});
  check_close(mse.second, {0.25, -1, 1.25, 0});
  check_close(mse_loss(a, b, Reduction::Sum), {10.5});
  check_close(mse_loss(a, b, Reduction::None), {0.25, 4, 6.25, 0});
  const auto l1 = run([&](const Tensor& x) { return l1_loss(x, b); });
  check_close(l1.first, {1.25});
  check_close(l1.second, {0.25, -0.25, 0.25, 0});
  const auto smooth = run([&](const Tensor& x) { return smooth_l1_loss(x, b, Reduction::None, 0.5); });
  check_close(smooth.first, {0.25, 1.75, 2.25, 0});
  check_close(smooth.second, {1, -1, 1, 0});
  check_close(smooth_l1_loss(a, b, Reduction::Mean, 0), {1.25});
  const auto huber = run([&](const Tensor& x) { return huber_loss(x, b, Reduction::None, 0.7); });
  check_close(huber.first, {0.125, 1.155, 1.505, 0});
  check_close(huber.second, {0.5, -0.7, 0.7, 0});
  const auto far =
      with_gradient(tensor({float(kInf)}), [](const Tensor& x) { return smooth_l1_loss(x, zeros({1})); });
  CHECK(far.first.item<double>() == kInf);
  CHECK(far.second.item<double>() == 1);
  CHECK(std::isnan(mse_loss(zeros({0}), zeros({0})).item<double>()));
  CHECK(has(message([&] { smooth_l1_loss(a, b, Reduction::Mean, -1); }), "beta is -1"));
  CHECK(has(message([&] { huber_loss(a, b, Reduction::Mean, 0); }), "delta is 0"));
  CHECK_THROWS_AS(mse_loss(zeros({3}, kLong), zeros({3}, kLong)), Error);
  CHECK_THROWS_AS(mse_loss(zeros({3}), zeros({2})), Error);
}

TEST_CASE("huber and smooth_l1: second derivatives of libtorch, at 0 and at the bend too") {
  const auto second = [](auto loss) {
    const Tensor d = tensor({0.0, 0.3, -0.3, 0.5, -0.5, 2.0}).requires_grad_();
    const Tensor first = autograd::grad({loss(d).sum()}, {d}, {}, true, true)[0];
    return autograd::grad({first.sum()}, {d})[0];
  };
  const Tensor t = zeros({6}, kDouble);
  check_close(second([&](const Tensor& d) { return huber_loss(d, t, Reduction::None, 0.5); }),
              {1, 1, 1, 0, 0, 0});
  check_close(second([&](const Tensor& d) { return smooth_l1_loss(d, t, Reduction::None, 0.5); }),
              {2, 2, 2, 0, 0, 0});
}

TEST_CASE("gradients at the edges of binary_cross_entropy and kl_div, as loss.h says") {
  const Tensor x = tensor({0.f, 0.f, 1.f, 1.f}), t = tensor({0.f, 1.f, 0.f, 1.f}).requires_grad_();
  const auto bce = [&](const Tensor& p) { return binary_cross_entropy(p, t, {}, Reduction::Sum); };
  check_close(with_gradient(x, bce).second, {0, -1e12, 1e12, 0});
  check_close(t.grad(), {100, 100, -100, -100});
  const Tensor q = tensor({0.0, 0.4}).requires_grad_();
  kl_div(tensor({-0.5, -1.0}), q, Reduction::Sum).backward();
  check_close(q.grad(), {0, 1.0837093});
}

TEST_CASE("mse_loss of shapes that only broadcast warns once, with both") {
  std::ostringstream out;
  std::streambuf* before = std::cerr.rdbuf(out.rdbuf());
  for (int i = 0; i < 3; ++i) mse_loss(zeros({7, 1}), zeros({7}));
  mse_loss(zeros({7}), zeros({7}));
  std::cerr.rdbuf(before);
  CHECK(out.str() ==
        "warning: mse_loss: input [7, 1] and target [7] differ in shape; they are broadcast to [7, 7], which "
        "is probably not what is meant\n");
}

TEST_CASE("binary_cross_entropy: values and gradients of libtorch") {
  const Tensor p = tensor({0.f, 0.3f, 1.f, 0.9f}), t = tensor({1.f, 0.f, 1.f, 0.5f});
  const auto loss = [&](std::int64_t r, const Tensor& w = {}) {
    return with_gradient(p, [&](const Tensor& x) { return binary_cross_entropy(x, t, w, r); });
  };
  check_close(loss(Reduction::None).first, {100, 0.35667497, 0, 1.2039728});
  check_close(loss(Reduction::None).second, {-1e12, 1.4285715, 0, 4.4444432});
  check_close(loss(Reduction::Mean, tensor({1.f, 2.f, 0.5f, 3.f})).first, {26.0813160});
  CHECK(message([] {
          binary_cross_entropy(tensor({{0.5f, 0.5f}, {0.5f, 1.25f}}), zeros({2, 2}));
        }) == "binary_cross_entropy: input 1.25 at [1, 1] is no probability, must lie in [0, 1]");
  CHECK_THROWS_AS(binary_cross_entropy(tensor({NAN}), zeros({1}, kDouble)), Error);
  CHECK(has(message([] {
              nn::functional::binary_cross_entropy(zeros({2, 1}), zeros({2}));
            }),
            "the target has shape [2], wants [2, 1]"));
  CHECK_THROWS_AS(binary_cross_entropy(zeros({2, 1}), zeros({3})), Error);
  // sizes of 1 count for nothing, and the target broadcasts
  const Tensor column = tensor({0.1f, 0.2f, 0.3f, 0.4f}).view({4, 1}).requires_grad_();
  const Tensor flat = tensor({0.f, 1.f, 0.5f, 0.25f});
  const Tensor y = binary_cross_entropy(column, flat);
  CHECK(y.item<double>() == doctest::Approx(0.776822));
  y.backward();
  check_close(column.grad().flatten(), {0.2777778, -1.25, -0.2380952, 0.15625});
  CHECK(binary_cross_entropy(full({3, 4}, 0.5), flat, {}, Reduction::None).sizes() == IntArrayRef({3, 4}));
  CHECK_THROWS_AS(binary_cross_entropy(zeros({2}), zeros({2}), zeros({2, 2})), Error);
}

TEST_CASE("binary_cross_entropy_with_logits: any size of logits") {
  const Tensor x = tensor({0.f, -1e4f, 1e4f, 2.f}), t = tensor({1.f, 0.f, 0.f, 0.3f});
  const auto loss = [&](const Tensor& w, const Tensor& pos) {
    return with_gradient(x, [&](const Tensor& in) {
      return binary_cross_entropy_with_logits(in, t, w, pos, Reduction::None);
    });
  };
  check_close(loss({}, {}).first, {0.69314718, 0, 10000, 1.526928});
  check_close(loss({}, {}).second, {-0.5, 0, 1, 0.58079702});
  check_close(loss(tensor({1.f, 2.f, 3.f, 4.f}), {}).first, {0.69314718, 0, 30000, 6.1077121});
  check_close(loss({}, tensor(3.f)).first, {2.0794415, 0, 10000, 1.6030848});
  check_close(loss({}, tensor(3.f)).second, {-1.5, 0, 1, 0.50927538});
  CHECK_THROWS_AS(binary_cross_entropy_with_logits(zeros({2, 1}), zeros({2})), Error);
  CHECK(binary_cross_entropy_with_logits(zeros({2}), zeros({3, 2}), {}, {}, Reduction::None).size(0) == 3);
  CHECK_THROWS_AS(nn::functional::binary_cross_entropy_with_logits(zeros({2}), zeros({3, 2})), Error);
}

TEST_CASE("kl_div: values and gradients of libtorch") {
  const Tensor x = tensor({{0.2, 0.3, 0.5}, {0.1, 0.1, 0.8}}).to(kFloat).log();
  const Tensor t = tensor({{0.1, 0.2, 0.7}, {0.0, 0.5, 0.5}}).to(kFloat);
  const auto loss = with_gradient(x, [&](const Tensor& in) { return kl_div(in, t); });
  check_close(loss.first, {0.10914});
  check_close(loss.second, {-0.016666668, -0.033333335, -0.11666667, 0, -0.083333336, -0.083333336});
  check_close(kl_div(x, t, Reduction::None),
              {-0.069314718, -0.081093013, 0.23553056, 0, 0.80471897, -0.23500183}, 1e-5);
  check_close(kl_div(x, (t + 0.01).log(), Reduction::Sum, true), {0.68658686}, 1e-5);
  // what is impossible and not wanted costs nothing
  CHECK(kl_div(tensor({-kInf, 0.0}), tensor({0.0, 1.0}), Reduction::Sum).item<double>() == 0);
}
