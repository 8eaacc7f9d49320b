#include <doctest/doctest.h>

#include "wengert/wengert.h"

using namespace wengert;
using Names = std::vector<std::string>;

namespace {

struct TwoInImpl : nn::Module {
  Tensor forward(Tensor a, const Tensor& b) { return a + 10 * b; }
};
WENGERT_MODULE(TwoIn);
struct TwoOutImpl : nn::Module {
  std::tuple<Tensor, Tensor> forward(const Tensor& x) { return {x, x + 1}; }
};
WENGERT_MODULE(TwoOut);
struct TakePairImpl : nn::Module {
  Tensor forward(std::tuple<Tensor, Tensor> pair) { return std::get<0>(pair) - std::get<1>(pair); }
};
WENGERT_MODULE(TakePair);
struct ScaledImpl : nn::Module {
  Tensor forward(const Tensor& x, double factor, std::int64_t shift) const { return x * factor + shift; }
};
WENGERT_MODULE(Scaled);
struct OverloadedImpl : nn::Module {
  Tensor forward(const Tensor& x) { return x; }
  Tensor forward(const Tensor& x, const Tensor& y) { return x + y; }
};
WENGERT_MODULE(Overloaded);

}  // namespace

TEST_CASE("Sequential runs its modules in order") {
  manual_seed(0);
  nn::Sequential model;  // one by one: C++ leaves open in which order arguments are made
  model->push_back(nn::Linear(4, 3));
  model->push_back(nn::LayerNorm(3));
  model->push_back(nn::ReLU());
  model->push_back(nn::Linear(3, 1));
  CHECK(model->named_parameters().keys() ==
        Names{"0.weight", "0.bias", "1.weight", "1.bias", "3.weight", "3.bias"});
  auto y = model->forward(arange(8.0).view({2, 4}) / 4 - 1);
  CHECK(y[0].item<double>() == doctest::Approx(0.08906379).epsilon(1e-5));
  CHECK(y[1].item<double>() == doctest::Approx(-0.06221735).epsilon(1e-5));
  CHECK(model(ones({1, 4})).equal(model->forward(ones({1, 4}))));
}

TEST_CASE("Sequential with names") {
  nn::Sequential model({{"fc1", nn::Linear(2, 3)}, {"act", nn::Functional(relu)}, {"fc2", nn::Linear(3, 1)}});
  CHECK(model->named_parameters().keys() == Names{"fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias"});
  model->push_back("tail", nn::Identity());
  model->push_back(nn::Identity());
  CHECK(model->named_children().keys() == Names{"fc1", "act", "fc2", "tail", "4"});
  CHECK_THROWS_WITH_AS(model->push_back("act", nn::ReLU()),
                       "register_module: module 'act' is already defined", Error);
  CHECK(model->size() == 5);
}

TEST_CASE("what can be pushed") {
  nn::Sequential model;
  model->push_back(nn::ReLU());
  model->push_back(std::make_shared<nn::ReLUImpl>());
  model->push_back(nn::ReLUImpl());
  model->push_back(nn::AnyModule(nn::ReLU()));
  nn::ReLU shared;
  model->push_back(shared);
  auto inner = nn::Sequential(nn::Identity(), nn::Identity());
  model->push_back(inner);
  CHECK(model->size() == 6);
  CHECK(model->ptr(4) == shared.ptr());
  nn::Sequential other;
  other->extend(*inner);
  CHECK(other->size() == 2);
  CHECK(other->ptr(0) == inner->ptr(0));
  CHECK_THROWS_AS(model->push_back(nn::AnyModule()), Error);
  CHECK(model->size() == 6);
}

TEST_CASE("insert numbers the later modules anew") {
  nn::Sequential model(nn::Linear(1, 2), nn::Linear(3, 4));
  model->push_back("last", nn::Identity());
  model->insert(1, nn::Linear(2, 3));
  CHECK(model->named_children().keys() == Names{"0", "1", "2", "last"});
  CHECK(model->at<nn::Linear>(1).options.out_features() == 3);
  CHECK(model->named_parameters()["2.weight"].is_same(model->at<nn::Linear>(2).weight));
  CHECK_THROWS_AS(model->insert(9, nn::ReLU()), Error);
  CHECK_THROWS_AS(model->insert(0, model), Error);
  CHECK(model->size() == 4);
}

TEST_CASE("Sequential finds its modules again") {
  nn::Sequential model(nn::Linear(2, 3), nn::ReLU());
  CHECK(model->at<nn::Linear>(0).options.in_features() == 2);
  CHECK(model->at<nn::LinearImpl>(0).options.in_features() == 2);
  CHECK(model->ptr<nn::ReLUImpl>(1) == model->ptr(1));
  CHECK(model->ptr<nn::ReLU>(1) == (*model)[1]);
  CHECK_THROWS_WITH_AS(model->at<nn::ReLU>(0),
                       "AnyModule: the module is a wengert::nn::LinearImpl, not a wengert::nn::ReLUImpl",
                       Error);
  CHECK_THROWS_AS(model->ptr(2), IndexError);
  CHECK_THROWS_AS(model->at<nn::ReLU>(2), IndexError);
  int n = 0;
  for (auto& m : *model) n += m.ptr() == model->ptr(std::size_t(n));
  CHECK(n == 2);
}

TEST_CASE("Sequential passes on any types") {
  auto x = ones({2}), y = ones({2}) * 2;
  CHECK(nn::Sequential(TwoIn(), nn::Identity())->forward(x, y)[0].item<double>() == 21);
  CHECK(nn::Sequential(nn::Identity(), TwoOut(), TakePair(), nn::Identity())->forward(x)[0].item<double>() ==
        -1);
  auto [a, b] = nn::Sequential(TwoOut())->forward<std::tuple<Tensor, Tensor>>(x);
  CHECK(b[0].item<double>() == 2);
  CHECK(nn::Sequential(Scaled())->forward(x, 2.5, std::int64_t(1))[0].item<double>() == 3.5);
  CHECK(nn::Sequential(Overloaded())->forward(x).equal(x));
}

TEST_CASE("Sequential and AnyModule say what does not fit") {
  auto x = ones({2});
  CHECK_THROWS_WITH_AS(nn::Sequential()->forward(x),
                       "Sequential: forward was called, but there is no module in it", Error);
  CHECK_THROWS_WITH_AS(nn::Sequential(nn::ReLU())->forward(x, x),
                       "wengert::nn::ReLUImpl: forward got 2 arguments, but wants 1", Error);
  CHECK_THROWS_WITH_AS(
      nn::Sequential(nn::ReLU())->forward(3),
      "wengert::nn::ReLUImpl: argument 0 of forward is of type int, but wants wengert::Tensor", Error);
  CHECK_THROWS_WITH_AS(nn::Sequential(TwoOut(), nn::ReLU())->forward(x),
                       "wengert::nn::ReLUImpl: argument 0 of forward is of type "
                       "std::tuple<wengert::Tensor, wengert::Tensor>, but wants wengert::Tensor",
                       Error);
  CHECK_THROWS_AS(nn::Sequential(TwoOut())->forward(x), Error);
  CHECK_THROWS_AS(nn::Sequential(Overloaded())->forward(x, x), Error);
}

TEST_CASE("AnyModule") {
  nn::AnyModule any(nn::Linear(2, 3));
  CHECK(any.forward(ones({1, 2})).size(1) == 3);
  CHECK(any.get<nn::LinearImpl>().options.out_features() == 3);
  CHECK(any.ptr<nn::LinearImpl>() == any.ptr());
  CHECK(any.type_info() == typeid(nn::LinearImpl));
  auto copy = any.clone();
  CHECK(copy.ptr() != any.ptr());
  CHECK(copy.forward(ones({1, 2})).equal(any.forward(ones({1, 2}))));
  CHECK(nn::AnyModule(Scaled()).forward(ones({1}), 2.0, std::int64_t(1)).item<double>() == 3);
  auto pair = nn::AnyModule(TwoOut()).any_forward(ones({1})).get<std::tuple<Tensor, Tensor>>();
  CHECK(std::get<1>(pair).item<double>() == 2);
  CHECK_THROWS_AS(any.get<nn::ReLUImpl>(), Error);

  nn::AnyModule empty;
  CHECK(empty.is_empty());
  CHECK_THROWS_WITH_AS(empty.forward(ones({1})), "AnyModule: it is empty, there is no module to use", Error);
  CHECK_THROWS_AS(empty.ptr(), Error);
  CHECK_THROWS_AS(empty.type_info(), Error);
  CHECK(empty.clone().is_empty());
}
