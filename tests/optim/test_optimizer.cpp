// Groups, options, closures, state: what does not depend on the formula.
#include <doctest/doctest.h>

#include <limits>

#include "optim/problem.h"

using namespace wengert;
using namespace wengert::testing;
using optim::OptimizerParamGroup;
using optim::SGD;
using optim::SGDOptions;

TEST_CASE("defaults are libtorch's") {
  const optim::AdamOptions adam;
  CHECK(adam.lr() == 1e-3);
  CHECK(adam.betas() == std::make_tuple(0.9, 0.999));
  CHECK(adam.eps() == 1e-8);
  CHECK(adam.weight_decay() == 0);
  CHECK_FALSE(adam.amsgrad());
  CHECK(optim::AdamWOptions().weight_decay() == 1e-2);
  CHECK(optim::RMSpropOptions().lr() == 1e-2);
  CHECK(optim::RMSpropOptions().alpha() == 0.99);
  CHECK(optim::AdagradOptions().lr() == 1e-2);
  CHECK(optim::AdagradOptions().eps() == 1e-10);
  CHECK(SGDOptions(0.5).lr() == 0.5);
  CHECK(SGDOptions(0.5).momentum() == 0);
}

TEST_CASE("a group takes the defaults or its own options") {
  const Tensor p = start(), q = start(), r = start();
  std::vector<OptimizerParamGroup> groups;
  groups.emplace_back(std::vector<Tensor>{p}, std::make_unique<SGDOptions>(SGDOptions(1).weight_decay(0.5)));
  groups.emplace_back(std::vector<Tensor>{q, r});
  SGD opt(groups, SGDOptions(0.1).momentum(0.9));
  REQUIRE(opt.param_groups().size() == 2);
  CHECK(opt.size() == 3);
  CHECK(opt.parameters().size() == 1);
  const auto options = [&](std::size_t g) -> SGDOptions& {
    return static_cast<SGDOptions&>(opt.param_groups()[g].options());
  };
  CHECK(options(0).momentum() == 0);
  CHECK(options(0).weight_decay() == 0.5);
  CHECK(options(1).momentum() == 0.9);
  CHECK(opt.param_groups()[1].options().get_lr() == 0.1);

  for (const Tensor& x : {p, q}) set_gradient(x, {1, 1, 1, 1, 1});
  opt.step();
  CHECK(list(p)[0] == doctest::Approx(0.5 - (1 + 0.25)));
  CHECK(list(q)[0] == doctest::Approx(0.5 - 0.1));

  opt.param_groups()[1].options().set_lr(10);
  CHECK(options(1).lr() == 10);
  CHECK(static_cast<SGDOptions&>(opt.defaults()).lr() == 0.1);
}

TEST_CASE("a group may take the defaults but for its weight decay") {
  OptimizerParamGroup plain({start()}), own({start()}, std::make_unique<SGDOptions>(2));
  plain.set_weight_decay(0.25);
  own.set_weight_decay(0.5);
  SGD opt({plain, own}, SGDOptions(1).weight_decay(0.125).momentum(0.5));
  const auto& first = static_cast<SGDOptions&>(opt.param_groups()[0].options());
  CHECK(first.weight_decay() == 0.25);
  CHECK(first.momentum() == 0.5);
  CHECK(static_cast<SGDOptions&>(opt.param_groups()[1].options()).weight_decay() == 0.5);
}

TEST_CASE("parameters can be added later") {
  const Tensor p = start(), q = start(), r = start();
  optim::Adam opt({p});
  opt.add_param_group(OptimizerParamGroup({q}));
  opt.add_parameters({r});
  CHECK(opt.size() == 3);
  CHECK(opt.parameters().size() == 2);
  run_steps(opt, 0, 2);
  CHECK(list(p) == list(q));
  CHECK(list(p) == list(r));
}

TEST_CASE("parameters that can't be optimised are refused") {
  const Tensor p = start();
  SGD opt({p}, 0.1);
  const auto adding = [&](const Tensor& x) {
    return message([&] { opt.add_param_group(OptimizerParamGroup({x})); });
  };
  CHECK(has(adding(Tensor()), "undefined"));
  CHECK(has(adding(zeros({2}, kInt64)), "int64[2]"));
  CHECK(has(adding(p * 2), "made by an operation"));
  CHECK(has(adding(zeros({1}).expand({3})), "share memory"));
  CHECK(has(adding(p), "in a group already"));
  CHECK(has(message([&] { opt.add_parameters({p}); }), "in a group already"));
  CHECK(has(message([&] {
              opt.add_param_group({{start()}, std::make_unique<optim::AdamOptions>()});
            }),
            "another optimiser"));
  CHECK(opt.param_groups().size() == 1);
  CHECK(opt.size() == 1);
  CHECK_THROWS_AS(SGD({p, Tensor()}, 0.1), Error);
  SGD none(std::vector<OptimizerParamGroup>(), 0.1);
  CHECK(has(message([&] { none.parameters(); }), "no group"));
  CHECK(has(message([&] { none.add_parameters({start()}); }), "no group"));
  none.step();
}

TEST_CASE("options out of range are errors that name them") {
  const Tensor p = start();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto sgd = [&](SGDOptions o) { return message([&] { SGD({p}, o); }); };
  CHECK(has(sgd(-1), "SGD: lr is -1"));
  CHECK(has(sgd(nan), "SGD: lr is nan"));
  CHECK(has(sgd(SGDOptions(1).momentum(-0.5)), "momentum is -0.5"));
  CHECK(has(sgd(SGDOptions(1).weight_decay(-0.5)), "weight_decay is -0.5"));
  CHECK(has(sgd(SGDOptions(1).nesterov(true)), "nesterov"));
  CHECK(has(sgd(SGDOptions(1).nesterov(true).momentum(0.5).dampening(0.5)), "nesterov"));
  const auto adam = [&](optim::AdamOptions o) { return message([&] { optim::Adam({p}, o); }); };
  CHECK(has(adam(optim::AdamOptions().betas({1, 0.9})), "betas[0] is 1"));
  CHECK(has(adam(optim::AdamOptions().betas({0.9, -0.1})), "betas[1] is -0.1"));
  CHECK(has(adam(optim::AdamOptions().eps(-1)), "eps is -1"));
  CHECK(has(message([&] { optim::AdamW({p}, optim::AdamWOptions(-2)); }), "AdamW: lr is -2"));
  CHECK(has(message([&] { optim::RMSprop({p}, optim::RMSpropOptions().alpha(1.5)); }), "alpha is 1.5"));
  CHECK(has(message([&] { optim::Adagrad({p}, optim::AdagradOptions().lr_decay(-1)); }), "lr_decay is -1"));

  // Also when they were changed later.
  SGD opt({p}, 0.1);
  run_steps(opt, 0, 1);
  const Values before = list(p);
  opt.param_groups()[0].options().set_lr(nan);
  CHECK(has(message([&] { opt.step(); }), "lr is nan"));
  CHECK(list(p) == before);
}

TEST_CASE("a gradient that does not fit stops the step before anything moves") {
  for (const Tensor& wrong : {zeros({4}, kFloat64), zeros({5}, kFloat32), zeros({1, 5}, kFloat64)}) {
    const Tensor p = start(), q = start();
    optim::Adam opt({p, q});
    set_gradient(p, 0);
    q.mutable_grad() = wrong;
    CHECK(has(message([&] { opt.step(); }), "a gradient is " + std::string(name_of(wrong.dtype()))));
    CHECK(list(p) == list(start()));
    CHECK(opt.state().empty());
  }
}

TEST_CASE("a state that does not fit stops the step before anything moves") {
  const Tensor p = start(), q = start();
  optim::Adam opt({p, q});
  run_steps(opt, 0, 1);
  const Values before = list(p);
  static_cast<optim::AdamParamState&>(*opt.state().at(q.impl())).exp_avg(zeros({4}, kFloat64));
  CHECK(has(message([&] { opt.step(); }), "exp_avg is float64[4]"));
  opt.state().at(q.impl()) = std::make_unique<optim::SGDParamState>();
  CHECK(has(message([&] { opt.step(); }), "another optimiser"));
  CHECK(list(p) == before);
}

TEST_CASE("step runs a closure with recording on and returns its loss") {
  const Tensor p = start();
  SGD opt({p}, 0.1);
  NoGradGuard off;
  const Tensor loss = opt.step([&] {
    opt.zero_grad();
    const Tensor l = (p * p).sum();
    l.backward();
    return l;
  });
  CHECK(loss.item<double>() == doctest::Approx(0.25 + 1 + 4 + 0.0625 + 2.25));
  CHECK(list(p)[0] == doctest::Approx(0.5 - 0.1 * 2 * 0.5));
  CHECK_FALSE(opt.step().defined());
}

TEST_CASE("zero_grad drops gradients or fills them with zeros") {
  const Tensor p = start();
  SGD opt({p}, SGDOptions(0.1).momentum(0.9));
  set_gradient(p, 0);
  const Tensor kept = p.grad();
  opt.zero_grad(false);
  CHECK(list(kept) == Values(5, 0));
  CHECK(p.grad().defined());
  opt.zero_grad();
  CHECK_FALSE(p.grad().defined());
}

TEST_CASE("Adam counts its steps") {
  const Tensor p = start();
  optim::Adam opt({p}, optim::AdamOptions().amsgrad(true));
  run_steps(opt, 0, 3);
  auto& state = static_cast<optim::AdamParamState&>(*opt.state().at(p.impl()));
  CHECK(state.step() == 3);
  CHECK(state.exp_avg().sizes() == p.sizes());
  CHECK(state.max_exp_avg_sq().defined());
}

TEST_CASE("an optimiser of one's own") {
  struct Options : optim::OptimizerCloneableOptions<Options> {
    explicit Options(double lr) : lr_(lr) {}
    WENGERT_ARG(double, lr);
  };
  struct SignDescent : optim::Optimizer {
    explicit SignDescent(std::vector<Tensor> p, double lr)
        : Optimizer(std::move(p), std::make_unique<Options>(lr)) {}
    Tensor step(LossClosure = nullptr) override {
      NoGradGuard off;
      for (auto& group : param_groups())
        for (const Tensor& p : group.params()) p.sub_(p.grad(), group.options().get_lr());
      return {};
    }
  };
  const Tensor p = start();
  SignDescent opt({p}, 0.5);
  set_gradient(p, {1, 1, 1, 1, 1});
  opt.step();
  CHECK(list(p)[0] == 0);
  opt.param_groups()[0].options().set_lr(2);
  CHECK(opt.param_groups()[0].options().get_lr() == 2);
}

TEST_CASE("a parameter that is given twice is an Error, and a shared layer is moved once") {
  const Tensor a = start();
  CHECK(has(message([&] { optim::SGD({a, a}, 0.1); }), "in a group already"));
  nn::Linear layer(1, 1);
  nn::Sequential twice(layer, layer);
  optim::SGD opt(twice->parameters(), 1);
  {
    NoGradGuard off;
    layer->weight.fill_(3);
  }
  layer->weight.mutable_grad() = ones({1, 1});
  opt.step();
  CHECK(layer->weight.item<double>() == 2);
}

TEST_CASE("options compare by their fields") {
  using optim::AdamOptions;
  CHECK(AdamOptions(1e-3) == AdamOptions());
  CHECK(AdamOptions(1e-3) != AdamOptions(2e-3));
  CHECK(AdamOptions().betas({0.8, 0.999}) != AdamOptions());
  CHECK(AdamOptions().amsgrad(true) != AdamOptions());
  CHECK(optim::SGDOptions(1).nesterov(true) == optim::SGDOptions(1).nesterov(true));
}
