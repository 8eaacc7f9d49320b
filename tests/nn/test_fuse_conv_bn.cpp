#include <doctest/doctest.h>

#include <sstream>

#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

/// A norm with a state that is not the first one.
template <class Norm>
Norm trained(Norm norm) {
  const NoGradGuard quiet;
  const IntArrayRef c = norm->running_mean.sizes();
  norm->running_mean.copy_(randn(c));
  norm->running_var.copy_(rand(c) + 0.1);
  if (norm->weight.defined()) norm->weight.copy_(randn(c));
  if (norm->bias.defined()) norm->bias.copy_(randn(c));
  return norm;
}

nn::Sequential make_net() {
  manual_seed(0);
  nn::Sequential net(nn::Linear(5, 4), trained(nn::BatchNorm1d(4)), nn::ReLU(),
                     nn::Sequential(nn::Linear(nn::LinearOptions(4, 3).bias(false)),
                                    trained(nn::BatchNorm1d(nn::BatchNorm1dOptions(3).affine(false)))));
  net->eval();
  return net;
}

}  // namespace

TEST_CASE("fold_batchnorm: the same outputs without the norms, and the model as it was") {
  auto net = make_net();
  const Tensor x = randn({7, 5}), y = net->forward(x);
  const nn::Sequential folded = nn::fold_batchnorm(net, x);
  CHECK(folded->forward(x).allclose(y, 1e-5, 1e-6));
  CHECK(net->forward(x).equal(y));
  std::ostringstream out;
  out << folded;
  CHECK(out.str() ==
        "Sequential(\n"
        "  (0): Linear(in_features=5, out_features=4, bias=true)\n"
        "  (1): Identity()\n"
        "  (2): ReLU()\n"
        "  (3): Sequential(\n"
        "    (0): Linear(in_features=4, out_features=3, bias=true)\n"
        "    (1): Identity()\n"
        "  )\n"
        ")");
  CHECK_FALSE(folded->is_training());
  for (const auto& m : folded->modules()) CHECK_FALSE(m->is_training());
  CHECK(folded->named_parameters().keys() ==
        std::vector<std::string>{"0.weight", "0.bias", "3.0.weight", "3.0.bias"});
  CHECK(net->named_buffers().size() == 6);
}

TEST_CASE("fold_batchnorm: float64, and a norm far from 0 and 1") {
  auto net = make_net();
  net->to(kFloat64);
  auto& bn = net->at<nn::BatchNorm1d>(1);
  bn.running_mean.fill_(1e3);
  bn.running_var.fill_(1e-4);
  const Tensor x = randn({7, 5}, kFloat64);
  CHECK(nn::fold_batchnorm(net)->forward(x).allclose(net->forward(x), 1e-10, 1e-10));
}

TEST_CASE("fold_batchnorm inside a model of another class") {
  struct NetImpl : nn::Cloneable<NetImpl> {
    NetImpl() { reset(); }
    void reset() override {
      body = register_module("body", nn::Sequential(nn::Linear(3, 3), nn::BatchNorm1d(3)));
    }
    Tensor forward(const Tensor& x) { return x + body->forward(x); }
    nn::Sequential body{nullptr};
  };
  const nn::ModuleHolder<NetImpl> net;
  net->forward(randn({8, 3}));
  net->eval();
  const Tensor x = randn({2, 3});
  const auto folded = nn::fold_batchnorm(net, x);
  CHECK(folded->body->ptr(1)->as<nn::Identity>() != nullptr);
  CHECK(folded(x).allclose(net(x), 1e-5, 1e-6));
}

TEST_CASE("fold_batchnorm: convolutions, with groups, stride and dilation; a transposed one is left alone") {
  manual_seed(0);
  nn::Sequential net(nn::Conv2d(nn::Conv2dOptions(2, 4, {3, 2}).groups(2).stride(2).padding(1).bias(false)),
                     trained(nn::BatchNorm2d(4)), nn::ReLU(), nn::ConvTranspose2d(4, 4, 2),
                     trained(nn::BatchNorm2d(4)), nn::Conv2d(nn::Conv2dOptions(4, 3, 2).dilation(2)),
                     trained(nn::BatchNorm2d(nn::BatchNormOptions(3).affine(false))));
  net->eval();
  const Tensor x = randn({2, 2, 9, 8});
  const nn::Sequential folded = nn::fold_batchnorm(net, x);
  CHECK(folded->forward(x).allclose(net->forward(x), 1e-4, 1e-5));
  CHECK(folded->ptr(1)->as<nn::Identity>() != nullptr);
  CHECK(folded->ptr(4)->as<nn::BatchNorm2d>() != nullptr);
  CHECK(folded->ptr(6)->as<nn::Identity>() != nullptr);
  CHECK(folded->at<nn::Conv2d>(0).bias.defined());
  CHECK_FALSE(net->at<nn::Conv2d>(0).bias.defined());

  nn::Sequential sequence(nn::Conv1d(3, 5, 4), trained(nn::BatchNorm1d(5)));
  sequence->eval();
  const Tensor s = randn({2, 3, 10});
  CHECK(nn::fold_batchnorm(sequence, s)->forward(s).allclose(sequence->forward(s), 1e-4, 1e-5));
}

TEST_CASE("fold_batchnorm: frozen statistics are as good as eval()") {
  auto net = make_net();
  nn::freeze_stats(net);
  net->ptr(1)->train();
  CHECK(nn::fold_batchnorm(net)->size() == 4);
}

TEST_CASE("fold_batchnorm refuses, and says why") {
  auto net = make_net();
  net->train();
  CHECK(message([&] { nn::fold_batchnorm(net); }) ==
        "fold_batchnorm: wengert::nn::SequentialImpl is in training, where each batch has statistics of its "
        "own: call eval() first");
  net->eval();
  net->ptr(3)->train();
  CHECK(has(message([&] { nn::fold_batchnorm(net); }), "fold_batchnorm: 3.1 is in training"));
  net->eval();
  const auto folded = nn::fold_batchnorm(net);
  CHECK(has(message([&] { nn::fold_batchnorm(folded); }),
            "has no Sequential in which a BatchNorm stands straight behind a Linear"));

  nn::Sequential untracked(nn::Linear(2, 2),
                           nn::BatchNorm1d(nn::BatchNorm1dOptions(2).track_running_stats(false)));
  untracked->eval();
  CHECK(message([&] { nn::fold_batchnorm(untracked); }) ==
        "fold_batchnorm: 1 has no running statistics (track_running_stats=false), so it can't be folded");
  nn::Sequential wrong(nn::Linear(2, 2), nn::BatchNorm1d(3));
  wrong->eval();
  CHECK(message([&] { nn::fold_batchnorm(wrong); }) ==
        "fold_batchnorm: 1 has 3 channels, the layer before it has 2");
}

TEST_CASE("fold_batchnorm: a difference beyond the tolerance is named") {
  auto net = make_net();
  CHECK(has(message([&] { nn::fold_batchnorm(net, {}, -1); }), "fold_batchnorm: 1 differs by "));
  // The Linear's features are no channels here: [N, C, L] with as many channels as features.
  nn::Sequential misled(nn::Linear(4, 4), trained(nn::BatchNorm1d(4)));
  misled->eval();
  const std::string text = message([&] { nn::fold_batchnorm(misled, randn({2, 4, 4})); });
  CHECK(has(text, "fold_batchnorm: the model differs by "));
  CHECK(has(text, "the tolerance 0.0001"));
}
