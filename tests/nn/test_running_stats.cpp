#include <doctest/doctest.h>

#include <iostream>
#include <limits>
#include <sstream>

#include "base/warn.h"
#include "io/files.h"
#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

/// What f writes to std::cerr.
template <class F>
std::string warnings(const F& f) {
  std::ostringstream out;
  std::streambuf* before = std::cerr.rdbuf(out.rdbuf());
  f();
  std::cerr.rdbuf(before);
  return out.str();
}

nn::Sequential make_net() { return nn::Sequential(nn::Linear(2, 3), nn::BatchNorm1d(3)); }
nn::BatchNorm1dImpl& norm_of(const nn::Sequential& net) { return net->at<nn::BatchNorm1d>(1); }

}  // namespace

TEST_CASE("frozen statistics are used and not moved in training; weight and bias are still trained") {
  nn::BatchNorm1d bn(nn::BatchNorm1dOptions(1).eps(0));
  bn->running_mean.fill_(2);
  bn->running_var.fill_(4);
  bn->freeze_stats();
  const Tensor x = tensor({0.f, 6.f, 8.f}).view({3, 1}).set_requires_grad(true);
  for (bool training : {false, true}) {
    bn->train(training);
    CHECK(bn->stats_frozen());
    CHECK(list(bn(x)) == Values{-1, 2, 3});
  }
  CHECK(bn->running_mean.item<float>() == 2);
  CHECK(bn->running_var.item<float>() == 4);
  CHECK(bn->num_batches_tracked.item<std::int64_t>() == 0);
  CHECK(list(bn(zeros({1, 1}))) == Values{-1});  // a batch of one is enough
  bn(x).sum().backward();
  CHECK(list(x.grad()) == Values{0.5, 0.5, 0.5});  // the statistics are constants
  CHECK(bn->weight.grad().item<float>() == 4);

  bn->unfreeze_stats();
  CHECK_FALSE(bn->stats_frozen());
  bn(x);
  CHECK(bn->num_batches_tracked.item<std::int64_t>() == 1);
}

TEST_CASE("frozen statistics are printed and cloned") {
  auto net = make_net();
  CHECK(nn::freeze_stats(net) == 1);
  std::ostringstream out;
  out << norm_of(net);
  CHECK(out.str() ==
        "BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=true, track_running_stats=true, stats_frozen=true)");
  nn::Sequential copy = std::dynamic_pointer_cast<nn::SequentialImpl>(net->clone());
  CHECK(norm_of(copy).stats_frozen());
  norm_of(net).unfreeze_stats();
  CHECK(norm_of(copy).stats_frozen());
}

TEST_CASE("freeze_stats of a model counts the norms that have statistics") {
  nn::Sequential net(make_net(), nn::LayerNorm(3),
                     nn::BatchNorm1d(nn::BatchNorm1dOptions(3).track_running_stats(false)),
                     nn::BatchNorm1d(3));
  CHECK(nn::freeze_stats(net) == 2);
  CHECK(net->at<nn::BatchNorm1d>(3).stats_frozen());
  CHECK_FALSE(net->at<nn::BatchNorm1d>(2).stats_frozen());
  CHECK(nn::freeze_stats(net, false) == 2);
  CHECK_FALSE(net->at<nn::BatchNorm1d>(3).stats_frozen());
  CHECK(nn::freeze_stats(nn::Linear(1, 1)) == 0);
  CHECK(message([&] { net->at<nn::BatchNorm1d>(2).freeze_stats(); }) ==
        "freeze_stats: the norm has no running statistics to use (track_running_stats=false)");
}

TEST_CASE("a saved state says which statistics are frozen, and has PyTorch's names alone when none are") {
  const Folder folder;
  const std::string path = folder / "net.safetensors";
  auto net = make_net(), other = make_net();
  const TensorMap plain = state_dict(*net);
  CHECK(plain.size() == 7);
  nn::freeze_stats(net);
  CHECK(state_dict(*net).size() == 8);
  CHECK(state_dict(*net).at("1.stats_frozen").item<bool>());
  CHECK(net->named_buffers().size() == 3);

  save(net, path);
  CHECK(load(other, path).complete());
  CHECK(norm_of(other).stats_frozen());
  CHECK(load_state_dict(*other, plain).complete());  // says nothing about it
  CHECK(norm_of(other).stats_frozen());

  io::Checkpoint().add("net", net).save(path);
  auto third = make_net();
  io::Checkpoint().add("net", third).load(path);
  CHECK(norm_of(third).stats_frozen());

  TensorMap dict = state_dict(*net);
  dict["1.stats_frozen"] = tensor(false);
  load_state_dict(*other, dict);
  CHECK_FALSE(norm_of(other).stats_frozen());
}

TEST_CASE("a checkpoint brings back what was not frozen, too") {
  const Folder folder;
  auto net = make_net();
  io::Checkpoint run;
  run.add("net", net);
  run.save(folder / "run.safetensors");
  nn::freeze_stats(net);
  run.load(folder / "run.safetensors");
  CHECK_FALSE(norm_of(net).stats_frozen());

  io::Checkpoint two;
  two.add("net", net).add("generator");
  TensorMap dict = two.state_dict();
  dict["net.1.stats_frozen"] = tensor(true);
  dict.erase("generator.state");  // the second part refuses: the first gets back what it had
  CHECK_THROWS_AS(two.load_state_dict(dict), Error);
  CHECK_FALSE(norm_of(net).stats_frozen());
}

TEST_CASE("stats_frozen of a wrong type or place is refused, and nothing changes") {
  auto net = make_net();
  TensorMap dict = state_dict(*net);
  dict["1.stats_frozen"] = ones({2});
  CHECK(has(message([&] { load_state_dict(*net, dict); }), "1.stats_frozen: float32[2] there, bool[] here"));
  dict["1.stats_frozen"] = tensor(true);
  dict["0.stats_frozen"] = tensor(true);
  CHECK(has(message([&] { load_state_dict(*net, dict); }), "1 unexpected (0.stats_frozen)"));
  CHECK_FALSE(norm_of(net).stats_frozen());
}

TEST_CASE("momentum_from_decay: the weight of the old value makes that of the new one") {
  CHECK(nn::momentum_from_decay(0.9) == doctest::Approx(0.1));
  CHECK(nn::momentum_from_decay(0.99) == doctest::Approx(0.01));
  CHECK(nn::momentum_from_decay(0) == 1);
  CHECK(nn::momentum_from_decay(1) == 0);
  // from 0 to 10: 0.9 * 0 + 0.1 * 10
  nn::BatchNorm1d bn(nn::BatchNorm1dOptions(1).momentum(nn::momentum_from_decay(0.9)));
  bn(tensor({8.f, 9.f, 11.f, 12.f}).view({4, 1}));
  CHECK(bn->running_mean.item<double>() == doctest::Approx(1));
  for (double wrong : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()})
    CHECK(has(message([&] { nn::momentum_from_decay(wrong); }), "momentum_from_decay: decay = "));
}

TEST_CASE("BatchNorm warns, once, of evaluation with statistics that were never updated") {
  const auto evaluate = [](nn::BatchNorm1d bn) {
    bn->eval();
    bn(ones({8, 2}));
  };
  nn::BatchNorm1d trained(2), copied(2);
  trained(randn({8, 2}));
  copied->running_mean.fill_(1);
  forget_warnings();
  CHECK(warnings([&] { evaluate(trained); }) == "");
  CHECK(warnings([&] { evaluate(copied); }) == "");
  CHECK(warnings([&] { evaluate(nn::BatchNorm1d(nn::BatchNorm1dOptions(2).track_running_stats(false))); }) ==
        "");
  CHECK(warnings([&] { evaluate(nn::BatchNorm1d(2)); }) ==
        "warning: BatchNorm: evaluation with running statistics that were never updated, mean 0 and variance "
        "1; train first, load a state, or calibrate()\n");
  CHECK(warnings([&] { evaluate(nn::BatchNorm1d(2)); }) == "");
  forget_warnings();
  nn::BatchNorm1d frozen(2);
  frozen->freeze_stats();
  CHECK(has(warnings([&] { frozen(ones({8, 2})); }), "never updated"));
}

TEST_CASE("BatchNorm warns, once, of training on fewer than 4 values per channel") {
  forget_warnings();
  nn::BatchNorm1d bn(2);
  CHECK(warnings([&] { bn(randn({4, 2})); }) == "");
  CHECK(warnings([&] { bn(randn({1, 2, 4})); }) == "");
  CHECK(warnings([&] { bn(zeros({0, 2})); }) == "");
  CHECK(warnings([&] {
          bn(randn({3, 2}));
        }) ==
        "warning: BatchNorm: training on fewer than 4 values per channel, whose mean and variance are mostly "
        "noise; larger batches, GroupNorm or freeze_stats() help\n");
  CHECK(warnings([&] { bn(randn({2, 2})); }) == "");
  forget_warnings();
  bn->eval();
  CHECK(warnings([&] { bn(randn({3, 2})); }) == "");
}
