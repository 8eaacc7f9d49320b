#include <doctest/doctest.h>

#include <sstream>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

TEST_CASE("BatchNorm1d: names, order, first values") {
  nn::BatchNorm1d bn(3);
  CHECK(bn->named_parameters().keys() == std::vector<std::string>{"weight", "bias"});
  CHECK(bn->named_buffers().keys() ==
        std::vector<std::string>{"running_mean", "running_var", "num_batches_tracked"});
  CHECK(bn->weight.eq(1).all().item<bool>());
  CHECK(bn->bias.eq(0).all().item<bool>());
  CHECK(bn->running_mean.eq(0).all().item<bool>());
  CHECK(bn->running_var.eq(1).all().item<bool>());
  CHECK(bn->num_batches_tracked.dtype() == kLong);
  CHECK(bn->num_batches_tracked.dim() == 0);
  std::ostringstream out;
  out << bn << '\n' << nn::BatchNorm1d(nn::BatchNorm1dOptions(2).momentum(nullopt).affine(false));
  CHECK(out.str() ==
        "BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=true, track_running_stats=true)\n"
        "BatchNorm1d(2, eps=1e-05, momentum=None, affine=false, track_running_stats=true)");
  CHECK_THROWS_AS(nn::BatchNorm1d(-1), Error);
}

TEST_CASE("BatchNorm1d in training: biased variance to normalise, unbiased into the running one") {
  nn::BatchNorm1d bn(nn::BatchNorm1dOptions(1).momentum(0.25).eps(0));
  auto y = bn(tensor({1.f, 2.f, 3.f, 6.f}).view({4, 1}));  // mean 3, biased variance 3.5, unbiased 14/3
  CHECK(y[3][0].item<double>() == doctest::Approx(3 / 1.8708287));
  CHECK(bn->running_mean.item<double>() == doctest::Approx(0.75));
  CHECK(bn->running_var.item<double>() == doctest::Approx(0.75 + 0.25 * 14 / 3));
  CHECK(bn->num_batches_tracked.item<std::int64_t>() == 1);
  bn->eval();
  auto z = bn(tensor({{1.75f}}));  // one sample is enough now
  CHECK(z.item<double>() == doctest::Approx(1 / 1.3844373));
  CHECK(bn->num_batches_tracked.item<std::int64_t>() == 1);
}

TEST_CASE("BatchNorm1d without momentum keeps the average over all batches") {
  nn::BatchNorm1d bn(nn::BatchNorm1dOptions(2).momentum(nullopt));
  for (int i = 1; i <= 3; ++i) bn(arange(12.0).view({6, 2}).pow(2) * i / 10);
  CHECK(bn->running_mean[0].item<double>() == doctest::Approx(7.33333302));
  CHECK(bn->running_mean[1].item<double>() == doctest::Approx(9.53333378));
  CHECK(bn->running_var[0].item<double>() == doctest::Approx(70.90843964));
  CHECK(bn->running_var[1].item<double>() == doctest::Approx(99.65510559));
  CHECK(bn->num_batches_tracked.item<std::int64_t>() == 3);
}

TEST_CASE("BatchNorm1d: a batch of one in training throws and changes nothing") {
  nn::BatchNorm1d bn(2);
  bn(arange(8.0).view({4, 2}));
  const auto mean = bn->running_mean.clone(), var = bn->running_var.clone();
  for (const auto& x : {zeros({1, 2}), zeros({1, 2, 1}), zeros({4, 3}), zeros({4}), zeros({4, 2, 1, 1}),
                        zeros({4, 2}, kLong), Tensor()}) {
    CHECK_THROWS_AS(bn(x), Error);
    CHECK(bn->running_mean.equal(mean));
    CHECK(bn->running_var.equal(var));
    CHECK(bn->num_batches_tracked.item<std::int64_t>() == 1);
  }
  try {
    bn(zeros({1, 2}));
  } catch (const Error& e) {  // says what to do
    CHECK(std::string(e.what()).find("eval") != std::string::npos);
  }
  CHECK(bn(zeros({1, 2, 2})).sizes() == IntArrayRef({1, 2, 2}));  // two values per channel
}

TEST_CASE("BatchNorm1d with 3-d input and without running statistics") {
  nn::BatchNorm1d bn(nn::BatchNorm1dOptions(3).affine(false).track_running_stats(false));
  CHECK(bn->parameters().empty());
  CHECK(bn->buffers().empty());
  manual_seed(0);
  auto x = randn({5, 3, 7}) * 4 + 2;
  auto y = bn(x);
  CHECK(y.mean({0, 2}).abs().max().item<double>() < 1e-6);
  CHECK(y.var({0, 2}, false)[1].item<double>() == doctest::Approx(1).epsilon(1e-4));
  bn->eval();
  CHECK(bn(x).equal(y));  // the batch's statistics in evaluation too
}

TEST_CASE("BatchNorm2d and 3d: a channel's statistics are over the batch and all places") {
  manual_seed(0);
  const auto x = randn({2, 3, 2, 4}) * 2 + 1;
  nn::BatchNorm1d one(3);
  nn::BatchNorm2d two(3);
  nn::BatchNorm3d three(3);
  const auto y = one(x.view({2, 3, 8}));
  CHECK(two(x).equal(y.view({2, 3, 2, 4})));
  CHECK(three(x.view({2, 3, 2, 2, 2})).equal(y.view({2, 3, 2, 2, 2})));
  CHECK(two->running_var.equal(one->running_var));
  CHECK(three->running_mean.equal(one->running_mean));
  CHECK(two->named_buffers().keys() == one->named_buffers().keys());
  std::ostringstream out;
  out << two << '\n' << nn::BatchNorm3d(nn::BatchNorm3dOptions(2).initial_weight(0.1));
  CHECK(out.str() ==
        "BatchNorm2d(3, eps=1e-05, momentum=0.1, affine=true, track_running_stats=true)\n"
        "BatchNorm3d(2, eps=1e-05, momentum=0.1, affine=true, track_running_stats=true, initial_weight=0.1)");
}

TEST_CASE("BatchNorm2d and 3d refuse other numbers of dimensions") {
  CHECK(message([] {
          nn::BatchNorm2d(3)(zeros({2, 3, 4}));
        }) == "BatchNorm2d: input [2, 3, 4] has 3 dimensions, wants [batch, channels, height, width]");
  CHECK(message([] {
          nn::BatchNorm3d(3)(zeros({2, 3, 4, 4}));
        }) ==
        "BatchNorm3d: input [2, 3, 4, 4] has 4 dimensions, wants [batch, channels, depth, height, width]");
  CHECK(message([] { nn::BatchNorm1d(3)(zeros({3})); }) ==
        "BatchNorm1d: input [3] has 1 dimensions, wants [batch, channels] or [batch, channels, length]");
  CHECK(message([] {
          nn::BatchNorm2d(3)(zeros({1, 3, 1, 1}));
        }) ==
        "batch_norm: training on input [1, 3, 1, 1] has one value per channel; use a larger batch, eval() or "
        "LayerNorm");
  nn::BatchNorm2d untracked(nn::BatchNorm2dOptions(3).track_running_stats(false));
  untracked->eval();
  CHECK(message([&] {
          untracked(zeros({1, 3, 1, 1}));
        }) ==
        "BatchNorm: evaluation without running statistics (track_running_stats=false) uses the batch's, and "
        "input [1, 3, 1, 1] has one value per channel; use a larger batch or LayerNorm");
  CHECK(untracked(zeros({1, 3, 1, 2})).equal(zeros({1, 3, 1, 2})));
}

TEST_CASE("initial_weight is what the weight starts at, and what reset_parameters goes back to") {
  nn::BatchNorm2d bn(nn::BatchNorm2dOptions(2).initial_weight(0));
  CHECK(bn->weight.equal(zeros({2})));
  CHECK(bn(ones({3, 2, 4, 4})).equal(zeros({3, 2, 4, 4})));
  bn->weight.detach().fill_(3);
  bn->reset_parameters();
  CHECK(bn->weight.equal(zeros({2})));
}
