// Weight decay for matrices and filters only.
#include <doctest/doctest.h>

#include <limits>
#include <sstream>

#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;
using optim::param_groups_no_decay;
using Names = std::vector<std::string>;

namespace {

struct Mixed : nn::Module {
  Mixed() {
    linear = register_module("linear", nn::Linear(3, 4));
    norm = register_module("norm", nn::LayerNorm(nn::LayerNormOptions({2, 4})));
    rms = register_module("rms", nn::RMSNorm(4));
    batch = register_module("batch", nn::BatchNorm1d(4));
    table = register_parameter("table", ones({5, 4}));
    gain = register_parameter("gain", ones({}));
    in_proj_bias = register_parameter("in_proj_bias", zeros({2, 2}));
  }
  nn::Linear linear{nullptr};
  nn::LayerNorm norm{nullptr};
  nn::RMSNorm rms{nullptr};
  nn::BatchNorm1d batch{nullptr};
  Tensor table, gain, in_proj_bias;
};

}  // namespace

TEST_CASE("matrices decay; biases, gains and norms of any shape do not") {
  const Mixed m;
  const optim::DecayGroups groups = param_groups_no_decay(m, 0.25);
  CHECK(groups.weight_decay == 0.25);
  CHECK(groups.decayed == Names{"table", "linear.weight"});
  CHECK(groups.not_decayed == Names{"gain", "in_proj_bias", "linear.bias", "norm.weight", "norm.bias",
                                    "rms.weight", "batch.weight", "batch.bias"});
  REQUIRE(groups.groups.size() == 2);
  CHECK(groups.groups[0].params().size() == 2);
  CHECK(groups.groups[1].params().size() == 8);
  CHECK(groups.groups[0].params()[1].is_same(m.linear->weight));
  CHECK(groups.decayed.size() + groups.not_decayed.size() == m.parameters().size());
}

TEST_CASE("a step decays the first group alone, and takes the rest from the optimiser's defaults") {
  Mixed m;
  optim::AdamW opt(param_groups_no_decay(m, 0.25), optim::AdamWOptions(0.5));
  for (const Tensor& p : m.parameters()) p.mutable_grad() = zeros_like(p);
  opt.step();  // p *= 1 - 0.5 * 0.25, and Adam does not move along a gradient of zeros
  CHECK(m.table.detach().eq(1 - 0.5 * 0.25).all().item<bool>());
  CHECK(m.norm->weight.detach().eq(1).all().item<bool>());
  CHECK(m.gain.item<float>() == 1);

  CHECK(opt.param_groups()[1].options().get_lr() == 0.5);
  optim::SGD sgd(param_groups_no_decay(m, 0.25), optim::SGDOptions(0.1));
  CHECK(sgd.size() == m.parameters().size());
}

TEST_CASE("scales and shifts by class do not decay; matrices that make them of a vector do") {
  using Options = nn::ConditionalBatchNormOptions;
  const nn::Sequential net(nn::Embedding(2, 2), nn::ConditionalBatchNorm1d(Options(2).num_classes(3)),
                           nn::ConditionalBatchNorm2d(Options(2).condition_features(3)));
  const optim::DecayGroups groups = param_groups_no_decay(*net, 0.1);
  CHECK(groups.decayed == Names{"0.weight", "2.gamma.weight", "2.beta.weight"});
  CHECK(groups.not_decayed == Names{"1.gamma.weight", "1.beta.weight", "2.gamma.bias", "2.beta.bias"});
}

TEST_CASE("a shared parameter goes by its first name, once") {
  const nn::Linear layer(2, 2);
  nn::Sequential twice{layer, layer};
  const optim::DecayGroups groups = param_groups_no_decay(*twice, 0.1);
  CHECK(groups.decayed == Names{"0.weight"});
  CHECK(groups.not_decayed == Names{"0.bias"});
}

TEST_CASE("who got what, in print") {
  nn::Sequential net{nn::Linear(3, 4), nn::LayerNorm(4)};
  std::ostringstream out;
  out << param_groups_no_decay(*net, 0.05);
  CHECK(out.str() ==
        "weight decay 0.05: 1 parameters\n"
        "  0.weight [4, 3]\n"
        "weight decay 0: 3 parameters\n"
        "  0.bias [4]\n"
        "  1.weight [4]\n"
        "  1.bias [4]\n");
}

TEST_CASE("a module without parameters, and decays that are none") {
  nn::Sequential net{nn::ReLU()};
  CHECK(param_groups_no_decay(*net, 0).groups[0].params().empty());
  for (double bad : {-0.1, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    CHECK(has(message([&] { param_groups_no_decay(*net, bad); }), "param_groups_no_decay: weight_decay is"));
}
