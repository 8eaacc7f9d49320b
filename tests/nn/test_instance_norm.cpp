#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

TEST_CASE("InstanceNorm: no parameters and no buffers unless asked") {
  CHECK(nn::InstanceNorm1d(3)->named_parameters().is_empty());
  CHECK(nn::InstanceNorm2d(3)->named_buffers().is_empty());
  nn::InstanceNorm3d in(
      nn::InstanceNorm3dOptions(3).affine(true).track_running_stats(true).initial_weight(0.5));
  CHECK(in->named_parameters().keys() == std::vector<std::string>{"weight", "bias"});
  CHECK(in->named_buffers().keys() ==
        std::vector<std::string>{"running_mean", "running_var", "num_batches_tracked"});
  CHECK(in->weight.equal(full({3}, 0.5)));
  std::ostringstream out;
  out << nn::InstanceNorm1d(2) << '\n' << in;
  CHECK(out.str() ==
        "InstanceNorm1d(2, eps=1e-05, momentum=0.1, affine=false, track_running_stats=false)\n"
        "InstanceNorm3d(3, eps=1e-05, momentum=0.1, affine=true, track_running_stats=true, "
        "initial_weight=0.5)");
  CHECK(message([] { nn::InstanceNorm2d(-1); }) == "InstanceNorm: num_features -1 must not be negative");
}

TEST_CASE("InstanceNorm standardises each channel of each sample; a sample alone may leave the batch out") {
  manual_seed(0);
  nn::InstanceNorm2d in(3);
  const auto x = randn({2, 3, 4, 5}) * 3 + 2, y = in(x);
  CHECK(y.mean({2, 3}).abs().max().item<double>() < 1e-6);
  CHECK(y.var({2, 3}, false).sub(1).abs().max().item<double>() < 1e-4);
  CHECK(in(x[1]).equal(y[1]));
  in->eval();  // without running statistics nothing changes
  CHECK(in(x).equal(y));
  nn::InstanceNorm1d flat(3);
  CHECK(flat(x.view({2, 3, 20})).equal(y.view({2, 3, 20})));
  CHECK(flat(x[0].view({3, 20})).equal(y[0].view({3, 20})));
  CHECK(nn::InstanceNorm3d(3)(x.view({2, 3, 2, 2, 5})).equal(y.view({2, 3, 2, 2, 5})));
  CHECK(in(ones({2, 5, 2, 2})).equal(zeros({2, 5, 2, 2})));  // any number of channels without parameters
}

TEST_CASE("InstanceNorm's running statistics are averages over the batch") {
  nn::InstanceNorm1d in(nn::InstanceNorm1dOptions(2).track_running_stats(true).momentum(0.5));
  const auto x = arange(16.0).view({2, 2, 4}).pow(2) / 10;
  in(x);
  CHECK(in->num_batches_tracked.item<std::int64_t>() == 0);
  CHECK(in->running_mean.allclose(x.mean({0, 2}) * 0.5, 1e-6));
  CHECK(in->running_var.allclose(0.5 + 0.5 * x.var(IntArrayRef{2}, true).mean(0), 1e-6));
  in->eval();
  const auto mean = in->running_mean.view({2, 1}), var = in->running_var.view({2, 1});
  CHECK(in(x).allclose((x - mean) / sqrt(var + 1e-5), 1e-5, 1e-6));
}

TEST_CASE("InstanceNorm with frozen statistics uses them in training") {
  nn::InstanceNorm1d in(nn::InstanceNorm1dOptions(2).track_running_stats(true));
  in->freeze_stats();
  const auto x = arange(8.0).view({1, 2, 4});
  CHECK(in(x).allclose(x / std::sqrt(1 + 1e-5), 1e-6));
  CHECK(in->running_mean.equal(zeros({2})));
  std::ostringstream out;
  out << in;
  CHECK(has(out.str(), "track_running_stats=true, stats_frozen=true)"));
}

TEST_CASE("what InstanceNorm refuses") {
  nn::InstanceNorm2d in(nn::InstanceNorm2dOptions(3).affine(true).track_running_stats(true));
  CHECK(message([&] {
          in(zeros({2, 3}));
        }) ==
        "InstanceNorm2d: input [2, 3] has 2 dimensions, wants [batch, channels, height, width] or "
        "[channels, height, width]");
  CHECK(message([&] {
          in(zeros({2, 4, 2, 2}));
        }) == "InstanceNorm2d: input [2, 4, 2, 2] has 4 channels, wants 3");
  CHECK(
      message([&] {
        in(zeros({2, 3, 1, 1}));
      }) ==
      "instance_norm: input [2, 3, 1, 1] has one value per channel and sample, which has no variance to move "
      "running_var to");
  CHECK(in->running_var.equal(ones({3})));
  CHECK(has(message([&] { in(zeros({2, 3, 2, 2}, kLong)); }), "instance_norm: the input is int64"));
  CHECK(has(message([&] { in(Tensor()); }), "InstanceNorm2d"));
}
