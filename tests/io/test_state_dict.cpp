#include <doctest/doctest.h>

#include "io/files.h"
#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;
using Names = std::vector<std::string>;

namespace {

nn::Sequential make_net() { return nn::Sequential(nn::Linear(2, 3), nn::BatchNorm1d(3), nn::Linear(3, 1)); }

TensorMap copy_of(const TensorMap& dict) {
  TensorMap copy;
  for (const auto& [name, x] : dict) copy[name] = x.clone();
  return copy;
}

bool same(const TensorMap& a, const TensorMap& b) {
  bool equal = a.size() == b.size();
  for (const auto& [name, x] : a) equal = equal && b.contains(name) && b.at(name).equal(x);
  return equal;
}

}  // namespace

TEST_CASE("state_dict: PyTorch's names, the module's own elements") {
  auto net = make_net();
  const TensorMap dict = state_dict(*net);
  Names names;
  for (const auto& item : dict) names.push_back(item.first);
  CHECK(names == Names{"0.bias", "0.weight", "1.bias", "1.num_batches_tracked", "1.running_mean",
                       "1.running_var", "1.weight", "2.bias", "2.weight"});
  CHECK_FALSE(dict.at("0.weight").requires_grad());
  CHECK(dict.at("0.weight").data_ptr() == net->named_parameters()["0.weight"].data_ptr());
}

TEST_CASE("load_state_dict copies into the same tensors, which stay leaves") {
  auto a = make_net(), b = make_net();
  const auto parameters = b->parameters();
  CHECK_FALSE(same(state_dict(*a), state_dict(*b)));
  CHECK(load_state_dict(*b, state_dict(*a)).complete());
  CHECK(same(state_dict(*a), state_dict(*b)));
  CHECK(parameters[0].is_same(b->parameters()[0]));
  CHECK(parameters[0].requires_grad());
  CHECK(parameters[0].is_leaf());
}

TEST_CASE("load_state_dict: strict refuses, with the report, and changes nothing") {
  auto net = make_net();
  const TensorMap before = copy_of(state_dict(*net));
  TensorMap dict;
  for (const auto& [name, x] : before) dict[name] = ones_like(x);
  dict.erase("0.bias");
  dict["extra"] = ones({1});
  dict["2.weight"] = ones({4, 4});
  dict["1.num_batches_tracked"] = ones({});
  const std::string why = message([&] { load_state_dict(*net, dict); });
  CHECK(has(why, "1 missing (0.bias)"));
  CHECK(has(why, "1 unexpected (extra)"));
  CHECK(has(why, "2.weight: float32[4, 4] there, float32[1, 3] here"));
  CHECK(has(why, "1.num_batches_tracked: float32[] there, int64[] here"));
  CHECK(same(state_dict(*net), before));

  const LoadReport report = load_state_dict(*net, dict, false);
  CHECK(report.missing == Names{"0.bias"});
  CHECK(report.unexpected == Names{"extra"});
  CHECK(report.mismatched.size() == 2);
  CHECK_FALSE(report.complete());
  CHECK(state_dict(*net).at("0.weight").equal(ones({3, 2})));
  CHECK(state_dict(*net).at("0.bias").equal(before.at("0.bias")));
  CHECK(state_dict(*net).at("2.weight").equal(before.at("2.weight")));
}

TEST_CASE("load_state_dict: floating types convert, an undefined tensor does not fit") {
  nn::Linear fc(2, 1);
  TensorMap dict{{"weight", tensor({{1.5, 2.5}}, kFloat64)}, {"bias", tensor({3.5}, kFloat64)}};
  CHECK(load_state_dict(*fc, dict).complete());
  CHECK(list(fc->weight) == Values{1.5, 2.5});
  CHECK(fc->weight.dtype() == kFloat32);
  dict["bias"] = Tensor();
  CHECK(has(message([&] { load_state_dict(*fc, dict); }), "an undefined tensor there"));
  CHECK(LoadReport().str() == "everything fits");
}
