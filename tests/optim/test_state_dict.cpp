#include <doctest/doctest.h>

#include "optim/problem.h"

using namespace wengert;
using namespace wengert::testing;
using optim::Adam;
using optim::AdamOptions;
using optim::StateDict;

namespace {

std::vector<optim::OptimizerParamGroup> two_groups() {
  std::vector<optim::OptimizerParamGroup> groups;
  groups.emplace_back(std::vector<Tensor>{start(), start()});
  groups.emplace_back(std::vector<Tensor>{start()},
                      std::make_unique<AdamOptions>(AdamOptions(0.5).betas({0.1, 0.2}).amsgrad(true)));
  return groups;
}

/// What load_state_dict says when the dictionary was changed, after checking that nothing else happened.
template <class F>
std::string loading(F change) {
  Adam opt(two_groups(), AdamOptions(0.25));
  run_steps(opt, 0, 3);
  StateDict dict = opt.state_dict();
  change(dict);
  Adam other(two_groups(), AdamOptions(0.125));
  run_steps(other, 0, 1);
  const StateDict before = other.state_dict();
  const std::string text = message([&] { other.load_state_dict(dict); });
  const StateDict after = other.state_dict();
  CHECK(before.size() == after.size());
  for (const auto& [name, value] : before) CHECK(list(value) == list(after.at(name)));
  return text;
}

}  // namespace

TEST_CASE("the names are Python's, numbers are tensors without dimensions") {
  Adam opt(two_groups(), AdamOptions(0.25));
  run_steps(opt, 0, 3);
  const StateDict dict = opt.state_dict();
  CHECK(list(dict.at("param_groups.0.params")) == Values{0, 1});
  CHECK(list(dict.at("param_groups.1.params")) == Values{2});
  CHECK(dict.at("param_groups.0.lr").item<double>() == 0.25);
  CHECK(dict.at("param_groups.0.lr").dtype() == kFloat64);
  CHECK(dict.at("param_groups.1.betas.1").item<double>() == 0.2);
  CHECK(dict.at("param_groups.1.amsgrad").dtype() == kInt64);
  CHECK(dict.at("state.2.step").item<std::int64_t>() == 3);
  CHECK(dict.at("state.2.step").dim() == 0);
  CHECK(dict.at("state.2.exp_avg").sizes() == start().sizes());
  CHECK(dict.count("state.2.max_exp_avg_sq") == 1);
  CHECK(dict.count("state.1.max_exp_avg_sq") == 0);
}

TEST_CASE("a dictionary shares nothing with its optimiser") {
  const Tensor p = start();
  Adam opt({p});
  run_steps(opt, 0, 1);
  const StateDict dict = opt.state_dict();
  const Values saved = list(dict.at("state.0.exp_avg"));
  run_steps(opt, 1, 3);
  CHECK(list(dict.at("state.0.exp_avg")) == saved);
  opt.load_state_dict(dict);
  run_steps(opt, 1, 3);
  CHECK(list(dict.at("state.0.exp_avg")) == saved);
}

TEST_CASE("loading takes over options, drops states that were not saved, and keeps references valid") {
  Adam fresh(two_groups(), AdamOptions(0.25));
  Adam opt(two_groups(), AdamOptions(0.125));
  auto& options = static_cast<AdamOptions&>(opt.param_groups()[0].options());
  run_steps(opt, 0, 2);
  opt.param_groups()[0].set_initial_lr(3);
  opt.load_state_dict(fresh.state_dict());
  CHECK(options.lr() == 0.25);
  CHECK(opt.state().empty());
  CHECK_FALSE(opt.param_groups()[0].initial_lr().has_value());
}

TEST_CASE("the initial learning rate is saved where a schedule has set it") {
  Adam a({start()}), b({start()});
  a.param_groups()[0].set_initial_lr(0.75);
  b.load_state_dict(a.state_dict());
  CHECK(b.param_groups()[0].initial_lr() == 0.75);
}

TEST_CASE("dictionaries that do not fit are errors that name the place") {
  const Tensor number = full({}, 1.0, kFloat64);
  CHECK(has(loading([](StateDict& d) { d.erase("param_groups.0.lr"); }), "\"param_groups.0.lr\" is missing"));
  CHECK(has(loading([](StateDict& d) { d.erase("state.1.exp_avg"); }), "\"state.1.exp_avg\" is missing"));
  CHECK(has(loading([](StateDict& d) { d.erase("param_groups.1.params"); }), "more groups"));
  CHECK(has(loading([&](StateDict& d) { d["state.3.step"] = number; }), "\"state.3.step\""));
  CHECK(has(loading([&](StateDict& d) { d["param_groups.2.lr"] = number; }), "\"param_groups.2.lr\""));
  CHECK(has(loading([&](StateDict& d) { d["state.0.momentum_buffer"] = number; }), "momentum_buffer"));
  CHECK(has(loading([](StateDict& d) { d["state.0.exp_avg"] = zeros({4}, kFloat64); }),
            "float64[4], but its parameter is float64[5]"));
  CHECK(has(loading([](StateDict& d) { d["state.0.exp_avg"] = zeros({5}, kFloat32); }), "float32[5]"));
  CHECK(has(loading([](StateDict& d) { d["state.0.exp_avg"] = Tensor(); }), "undefined"));
  CHECK(has(loading([&](StateDict& d) { d["state.0.step"] = number; }), "wants int64[]"));
  CHECK(has(loading([](StateDict& d) { d["param_groups.0.lr"] = ones({1}, kFloat64); }), "wants float64[]"));
  CHECK(has(loading([](StateDict& d) { d["param_groups.0.lr"] = full({}, -1.0, kFloat64); }), "lr is -1"));
  CHECK(has(loading([](StateDict& d) { d["param_groups.0.amsgrad"] = full({}, 2, kInt64); }), "0 or 1"));
  CHECK(has(loading([](StateDict& d) { d["param_groups.0.params"] = zeros({3}, kInt64); }),
            "group 0 has 2 parameters, but 3 were saved"));
  CHECK(has(loading([](StateDict& d) { d["param_groups.0.params"] = zeros({2}, kInt64); }), "otherwise"));
}
