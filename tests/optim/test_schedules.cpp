#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "optim/problem.h"

using namespace wengert;
using namespace wengert::testing;
using namespace wengert::optim;

namespace {

const std::map<std::string, Values> expected = {
#include "optim/schedules_expected.inc"
};

/// Two groups with rates 1 and 0.25.
SGD two_groups() {
  std::vector<OptimizerParamGroup> groups;
  groups.emplace_back(std::vector<Tensor>{start()});
  groups.emplace_back(std::vector<Tensor>{start()}, std::make_unique<SGDOptions>(0.25));
  return SGD(groups, SGDOptions(1));
}

double rate(const Optimizer& opt, std::size_t group) { return opt.param_groups()[group].options().get_lr(); }

template <class Step>
void compare(const std::string& name, Optimizer& opt, Step step) {
  for (int t = 0; t <= 30; ++t) {
    for (std::size_t g : {0, 1}) {
      INFO(name << ", group " << g << ", after " << t << " steps");
      CHECK(rate(opt, g) ==
            doctest::Approx(expected.at(name + (g ? " 1" : " 0"))[std::size_t(t)]).epsilon(1e-13));
    }
    if (t < 30) step(t);
  }
}

template <class Schedule, class... Args>
void compare_schedule(const std::string& name, Args... args) {
  SGD opt = two_groups();
  Schedule schedule(opt, args...);
  compare(name, opt, [&](int) { schedule.step(); });
}

std::shared_ptr<SequentialLR> three_in_a_row(Optimizer& opt) {
  std::vector<std::shared_ptr<LRScheduler>> parts{
      std::make_shared<LinearLR>(opt, 0.1, 1, 5), std::make_shared<CosineAnnealingLR>(opt, 12, 0.05),
      std::make_shared<LambdaLR>(opt, [](std::int64_t t) { return std::pow(0.5, double(t)); })};
  return std::make_shared<SequentialLR>(opt, parts, std::vector<std::int64_t>{5, 20});
}

const double nan = std::numeric_limits<double>::quiet_NaN();
const std::vector<double> metric = {3, 2, 2.5, 2, 1.9999, 1.99, 2,   2,   2,   2,   2,   1,   1,   1,  1, 1,
                                    1, 1, nan, 1, 1,      0.5,  0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6};

}  // namespace

TEST_CASE("schedules give the rates of Python's") {
  using Lambda = LambdaLR::Lambda;
  compare_schedule<LambdaLR>("lambda", Lambda([](std::int64_t t) { return std::pow(0.9, double(t)); }));
  compare_schedule<LambdaLR>("lambdas", std::vector<Lambda>{[](std::int64_t t) { return 1 / double(1 + t); },
                                                            [](std::int64_t t) { return double(1 + t); }});
  compare_schedule<LinearLR>("linear");
  compare_schedule<LinearLR>("linear down", 0.9, 0.1, 12);
  compare_schedule<CosineAnnealingLR>("cosine min", 7, 0.1);
  compare_schedule<CosineAnnealingLR>("cosine 1", 1, 0.1);
}

TEST_CASE("a cosine ends at eta_min") {
  SGD opt = two_groups();
  CosineAnnealingLR schedule(opt, 30);
  for (int t = 0; t < 30; ++t) {
    CHECK(rate(opt, 1) == doctest::Approx(expected.at("cosine 1")[std::size_t(t)]));
    schedule.step();
  }
  CHECK(std::abs(rate(opt, 0)) < 1e-15);
}

TEST_CASE("chained schedules multiply") {
  SGD opt = two_groups();
  LinearLR warm_up(opt, 0.1, 1, 6);
  CosineAnnealingLR cosine(opt, 20, 0.01);
  compare("linear and cosine", opt, [&](int) {
    warm_up.step();
    cosine.step();
  });
}

TEST_CASE("schedules one after the other") {
  SGD opt = two_groups();
  const auto schedule = three_in_a_row(opt);
  compare("sequential", opt, [&](int) { schedule->step(); });

  SGD other = two_groups();
  std::vector<std::shared_ptr<LRScheduler>> parts{std::make_shared<StepLR>(other, 3, 0.5),
                                                  std::make_shared<LinearLR>(other, 0.5, 0.25, 4),
                                                  std::make_shared<StepLR>(other, 2, 0.5)};
  SequentialLR steps(other, parts, {7, 12});
  compare("sequential step", other, [&](int) { steps.step(); });
}

TEST_CASE("ReduceLROnPlateau reduces as Python's") {
  using Options = ReduceLROnPlateauOptions;
  SGD opt = two_groups();
  ReduceLROnPlateau plateau(opt, Options().factor(0.5).patience(2));
  compare("plateau", opt, [&](int t) { plateau.step(metric[std::size_t(t)]); });

  SGD other = two_groups();
  ReduceLROnPlateau high(other, Options()
                                    .mode(Options::Mode::max)
                                    .factor(0.3)
                                    .patience(1)
                                    .threshold(0.3)
                                    .threshold_mode(Options::Threshold::abs)
                                    .cooldown(2)
                                    .min_lr({0.05, 0.1})
                                    .eps(0.01));
  compare("plateau max", other, [&](int t) { high.step(-metric[std::size_t(t)]); });
}

TEST_CASE("StepLR counts as libtorch's") {
  SGD opt({start()}, 1.0);
  StepLR schedule(opt, 3, 0.5);
  Values rates;
  for (int t = 0; t < 8; ++t) {
    rates.push_back(rate(opt, 0));
    schedule.step();
  }
  CHECK(rates == Values{1, 1, 1, 1, 0.5, 0.5, 0.5, 0.25});
}

TEST_CASE("a schedule of one's own") {
  struct Halving : LRScheduler {
    using LRScheduler::LRScheduler;
    std::vector<double> get_lrs() override {
      auto lrs = get_current_lrs();
      for (double& lr : lrs) lr /= 2;
      return lrs;
    }
  };
  SGD opt = two_groups();
  Halving schedule(opt);
  schedule.step();
  CHECK(schedule.get_last_lr() == Values{0.5, 0.125});
}

TEST_CASE("a run goes on from a checkpoint with the same rates") {
  SGD a = two_groups(), b = two_groups();
  const auto first = three_in_a_row(a);
  for (int t = 0; t < 9; ++t) first->step();
  const auto second = three_in_a_row(b);
  b.load_state_dict(a.state_dict());
  second->load_state_dict(first->state_dict());
  for (int t = 9; t < 25; ++t) {
    CHECK(rate(a, 0) == rate(b, 0));
    CHECK(rate(a, 1) == rate(b, 1));
    first->step();
    second->step();
  }

  ReduceLROnPlateau c(a, ReduceLROnPlateauOptions().patience(2)),
      d(b, ReduceLROnPlateauOptions().patience(2));
  for (int t = 0; t < 4; ++t) c.step(1);
  b.load_state_dict(a.state_dict());
  d.load_state_dict(c.state_dict());
  for (int t = 0; t < 5; ++t) {
    c.step(1);
    d.step(1);
    CHECK(rate(a, 0) == rate(b, 0));
    CHECK(c.num_bad_epochs() == d.num_bad_epochs());
  }
}

TEST_CASE("a checkpoint that does not fit changes nothing") {
  SGD opt = two_groups();
  const auto schedule = three_in_a_row(opt);
  for (int t = 0; t < 3; ++t) schedule->step();
  StateDict dict = schedule->state_dict();
  CHECK(dict.count("schedulers.2.step_count") == 1);
  dict["schedulers.0.step_count"] = full({}, 1, kInt64);
  dict["more"] = full({}, 1, kInt64);
  CHECK(has(message([&] { schedule->load_state_dict(dict); }), "\"more\""));
  CHECK(schedule->state_dict().at("schedulers.0.step_count").item<std::int64_t>() == 4);
  LinearLR linear(opt);
  CHECK(has(message([&] { linear.load_state_dict({}); }), "\"step_count\" is missing"));
  CHECK(has(message([&] { linear.load_state_dict({{"step_count", full({}, -1, kInt64)}}); }), "-1"));
  ReduceLROnPlateau plateau(opt);
  CHECK(has(message([&] { plateau.load_state_dict({}); }), "missing"));
}

TEST_CASE("arguments out of range") {
  SGD opt = two_groups(), other = two_groups();
  CHECK(has(message([&] { StepLR(opt, 0); }), "step_size is 0"));
  CHECK(has(message([&] { LinearLR(opt, 0); }), "start_factor is 0"));
  CHECK(has(message([&] { LinearLR(opt, 0.5, 1.5); }), "end_factor is 1.5"));
  CHECK(has(message([&] { LinearLR(opt, 0.5, 1, 0); }), "total_iters is 0"));
  CHECK(has(message([&] { CosineAnnealingLR(opt, 0); }), "T_max is 0"));
  CHECK(has(message([&] { CosineAnnealingLR(opt, 1, -1); }), "eta_min is -1"));
  CHECK(has(message([&] { LambdaLR(opt, LambdaLR::Lambda()); }), "empty"));
  CHECK(has(message([&] { LambdaLR(opt, std::vector<LambdaLR::Lambda>(3)); }), "3 lambdas"));
  const auto step = std::make_shared<StepLR>(opt, 1);
  using List = std::vector<std::shared_ptr<LRScheduler>>;
  CHECK(has(message([&] { SequentialLR(opt, List{}, {}); }), "no schedulers"));
  CHECK(has(message([&] { SequentialLR(opt, List{step, nullptr}, {1}); }), "null"));
  CHECK(has(message([&] { SequentialLR(opt, List{step, step}, {}); }), "want 1 milestones, got 0"));
  CHECK(has(message([&] { SequentialLR(opt, List{step, step, step}, {4, 4}); }), "milestone 1 is 4"));
  CHECK(has(message([&] { SequentialLR(opt, List{step, step}, {0}); }), "milestone 0 is 0"));
  CHECK(has(message([&] { SequentialLR(other, List{step}, {}); }), "another optimiser"));
  using Plateau = ReduceLROnPlateauOptions;
  CHECK(has(message([&] { ReduceLROnPlateau(opt, Plateau().factor(1)); }), "factor is 1"));
  CHECK(has(message([&] { ReduceLROnPlateau(opt, Plateau().patience(-1)); }), "patience -1"));
  CHECK(has(message([&] { ReduceLROnPlateau(opt, Plateau().min_lr({1, 2, 3})); }), "3 min_lr"));
  CHECK(rate(opt, 0) == 1);
  CHECK_FALSE(opt.param_groups()[0].initial_lr().has_value());
}
