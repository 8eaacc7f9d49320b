#include <doctest/doctest.h>

#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

std::vector<Tensor> batches_of(const Tensor& x, std::int64_t size) {
  std::vector<Tensor> list;
  for (std::int64_t i = 0; i < x.sizes()[0]; i += size) list.push_back(x.slice(0, i, i + size));
  return list;
}

}  // namespace

TEST_CASE("calibrate: the statistics of the data, from equal batches") {
  manual_seed(0);
  const Tensor x = randn({64, 3}) * 3 + 7;
  nn::Sequential net(nn::BatchNorm1d(nn::BatchNorm1dOptions(3).momentum(0.7)), nn::Dropout(0.5));
  auto& bn = net->at<nn::BatchNorm1d>(0);
  for (int i = 0; i < 3; ++i) net->forward(randn({8, 3}));  // of other data
  bn.weight.requires_grad_(false);
  net->ptr(1)->eval();
  const auto random = default_generator().get_state();

  CHECK(nn::calibrate(net, batches_of(x, 16)) == 4);
  CHECK(bn.running_mean.allclose(x.mean(0), 1e-5, 1e-6));
  Tensor within = zeros({3});
  for (const Tensor& batch : batches_of(x, 16)) within = within + batch.var({0}, true) / 4;
  CHECK(bn.running_var.allclose(within, 1e-5, 1e-6));
  CHECK(bn.num_batches_tracked.item<std::int64_t>() == 4);
  nn::calibrate(net, std::vector<Tensor>{x});
  CHECK(bn.running_var.allclose(x.var({0}, true), 1e-5, 1e-6));  // one batch: all of the data's variance

  CHECK(bn.options.momentum() == 0.7);
  CHECK(net->is_training());
  CHECK(bn.is_training());
  CHECK_FALSE(net->ptr(1)->is_training());
  CHECK(default_generator().get_state() == random);  // nothing was dropped
}

TEST_CASE("calibrate takes a data loader, and records nothing") {
  manual_seed(0);
  const Tensor x = randn({12, 2}, kFloat32);
  auto loader = data::make_data_loader<data::samplers::SequentialSampler>(
      data::datasets::TensorDataset(x).map(data::transforms::Stack<data::TensorExample>()), 4);
  nn::Sequential net(nn::Linear(2, 5), nn::BatchNorm1d(5));
  net->eval();
  CHECK(nn::calibrate(net, *loader) == 3);
  CHECK_FALSE(net->is_training());
  CHECK_FALSE(net->ptr(1)->is_training());
  const auto& bn = net->at<nn::BatchNorm1d>(1);
  CHECK_FALSE(bn.running_mean.requires_grad());
  const NoGradGuard quiet;
  CHECK(bn.running_mean.allclose(net->at<nn::Linear>(0).forward(x).mean(0), 1e-5, 1e-6));
  CHECK(nn::calibrate(net.ptr(), batches_of(x, 6)) == 2);
}

TEST_CASE("calibrate leaves frozen norms alone") {
  nn::Sequential net(nn::BatchNorm1d(2), nn::BatchNorm1d(2));
  net->at<nn::BatchNorm1d>(0).running_mean.fill_(3);
  net->at<nn::BatchNorm1d>(0).freeze_stats();
  nn::calibrate(net, std::vector<Tensor>{ones({4, 2})});
  CHECK(list(net->at<nn::BatchNorm1d>(0).running_mean) == Values{3, 3});
  CHECK(net->at<nn::BatchNorm1d>(1).running_mean[0].item<double>() == doctest::Approx(-2).epsilon(1e-4));
}

TEST_CASE("calibrate averages the statistics of an InstanceNorm") {
  manual_seed(0);
  nn::Sequential net(nn::InstanceNorm1d(nn::InstanceNormOptions(2).track_running_stats(true)));
  net->eval();
  const Tensor x = randn({8, 2, 5}) + 3;
  CHECK(nn::calibrate(net, batches_of(x, 2)) == 4);
  const auto& norm = net->at<nn::InstanceNorm1d>(0);
  CHECK(norm.running_mean.allclose(x.mean({0, 2}), 1e-5, 1e-6));
  CHECK(norm.running_var.allclose(x.var({2}, true).mean(0), 1e-5, 1e-6));
  CHECK(norm.options.momentum() == 0.1);
}

TEST_CASE("calibrate that fails changes nothing") {
  nn::Sequential net(nn::BatchNorm1d(2), nn::LayerNorm(2));
  net->forward(randn({8, 2}));
  net->eval();
  auto& bn = net->at<nn::BatchNorm1d>(0);
  const Tensor mean = bn.running_mean.clone(), var = bn.running_var.clone();
  const auto unchanged = [&] {
    return bn.running_mean.equal(mean) && bn.running_var.equal(var) &&
           bn.num_batches_tracked.item<std::int64_t>() == 1 && bn.options.momentum() == 0.1 &&
           !bn.is_training();
  };
  CHECK(message([&] { nn::calibrate(net, std::vector<Tensor>()); }) == "calibrate: there were no batches");
  CHECK(unchanged());
  CHECK_THROWS_AS(nn::calibrate(net, std::vector<Tensor>{ones({4, 2}), ones({4, 3})}), Error);
  CHECK(unchanged());
  bn.freeze_stats();
  CHECK(has(message([&] {
              nn::calibrate(net, std::vector<Tensor>{ones({4, 2})});
            }),
            "has no norm with running statistics that are not frozen"));
}
