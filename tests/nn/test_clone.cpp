#include <doctest/doctest.h>

#include "wengert/wengert.h"

using namespace wengert;

namespace {

struct BlockImpl : nn::Cloneable<BlockImpl> {
  explicit BlockImpl(std::int64_t w) : width(w) { reset(); }
  void reset() override {
    fc = register_module("fc", nn::Linear(width, width));
    norm = register_module("norm", nn::BatchNorm1d(width));
    shift = register_parameter("shift", zeros({width}));
    steps = register_buffer("steps", zeros({}, kLong));
  }
  Tensor forward(const Tensor& x) { return norm(fc(x)) + shift; }
  std::int64_t width;
  nn::Linear fc{nullptr};
  nn::BatchNorm1d norm{nullptr};
  Tensor shift, steps;
};
WENGERT_MODULE(Block);

}  // namespace

TEST_CASE("a clone computes the same and shares nothing") {
  manual_seed(0);
  Block a(3);
  a(randn({4, 3}));  // moves the running statistics
  a->fc->weight.set_requires_grad(false);
  a->steps.fill_(7);
  a->eval();
  Block b = std::dynamic_pointer_cast<BlockImpl>(a->clone());
  CHECK(!b->is_training());
  CHECK(!b->norm->is_training());
  CHECK(b->steps.item<std::int64_t>() == 7);
  CHECK(!b->fc->weight.requires_grad());
  CHECK(b->shift.requires_grad());
  auto x = randn({2, 3});
  CHECK(a(x).equal(b(x)));

  const auto pa = a->named_parameters(), pb = b->named_parameters();
  CHECK(pa.keys() == pb.keys());
  for (std::size_t i = 0; i < pa.size(); ++i) CHECK(!pa[i]->is_same(*pb[i]));
  CHECK(b->children()[0] == b->fc.ptr());         // the member is the registered child
  CHECK(pb["fc.weight"].is_same(b->fc->weight));  // and its tensor the registered parameter

  const auto before = a(x);
  {
    NoGradGuard no_grad;
    b->fc->weight.fill_(9);
    b->norm->running_mean.fill_(9);
  }
  CHECK(a(x).equal(before));
  CHECK(!b(x).equal(before));
}

TEST_CASE("containers clone with their names and modes") {
  nn::Sequential a({{"fc", nn::Linear(2, 2)}, {"block", Block(2)}});
  a->eval();
  auto b = std::dynamic_pointer_cast<nn::SequentialImpl>(a->clone());
  CHECK(b->named_parameters().keys() == a->named_parameters().keys());
  CHECK(!b->is_training());
  auto x = ones({3, 2});
  CHECK(a->forward(x).equal(b->forward(x)));
  CHECK(b->ptr(0) != a->ptr(0));
  CHECK(b->children()[1] == b->ptr(1));

  nn::ModuleList list(nn::Linear(1, 2), nn::ReLU());
  auto copy = std::dynamic_pointer_cast<nn::ModuleListImpl>(list->clone());
  CHECK(copy->size() == 2);
  CHECK(copy->at<nn::Linear>(0).weight.equal(list->at<nn::Linear>(0).weight));
  CHECK(copy->ptr(0) != list->ptr(0));

  struct WithList : nn::Cloneable<WithList> {
    WithList() { reset(); }
    void reset() override { list = register_module("list", nn::ModuleList(nn::Linear(1, 1), nn::ReLU())); }
    nn::ModuleList list{nullptr};
  };
  auto parent = std::make_shared<WithList>();
  auto child = std::dynamic_pointer_cast<WithList>(parent->clone());
  CHECK(child->list->at<nn::Linear>(0).weight.equal(parent->list->at<nn::Linear>(0).weight));
  CHECK(child->list.ptr() != parent->list.ptr());
  CHECK(child->parameters()[0].is_same(child->list->at<nn::Linear>(0).weight));
}

TEST_CASE("what can't be cloned says so") {
  struct Plain : nn::Module {
    Plain() : nn::Module("Plain") {}
  };
  CHECK_THROWS_WITH_AS(
      Plain().clone(),
      "clone: Plain can't be copied; derive it from nn::Cloneable<Plain> instead of nn::Module", Error);
  struct Forgetful : nn::Cloneable<Forgetful> {
    Forgetful() : nn::Cloneable<Forgetful>("Forgetful") { register_parameter("w", ones({1})); }
    void reset() override {}
  };
  CHECK_THROWS_WITH_AS(Forgetful().clone(),
                       "clone: reset() of Forgetful registers 0 parameters, the original has 1; reset() must "
                       "register everything that the constructor does",
                       Error);
}

TEST_CASE("a module that hangs in two places is one module in the clone") {
  nn::Linear layer(2, 2);
  const auto check = [](const std::shared_ptr<nn::Module>& copy) {
    const auto all = copy->named_parameters();
    CHECK(all["0.weight"].is_same(all["2.weight"]));
    CHECK(copy->parameters().size() == 2);
  };
  nn::Sequential sequential(layer, nn::ReLU(), layer);
  check(sequential->clone());
  const auto inner = std::dynamic_pointer_cast<nn::SequentialImpl>(nn::Sequential(sequential)->clone());
  CHECK(!inner->ptr(0)->named_parameters()["weight"].is_same(layer->weight));
  check(inner);
  check(nn::ModuleList(layer, nn::ReLU(), layer)->clone());

  // within a larger tree as well: one copy in two containers
  nn::Sequential a(layer), b(layer);
  const auto both = nn::ModuleList(a, b)->clone()->named_parameters();
  CHECK(both["0.0.weight"].is_same(both["1.0.weight"]));
  CHECK(both["0.0.weight"].equal(layer->weight));
  CHECK(!both["0.0.weight"].is_same(layer->weight));
}

namespace {

struct TiedImpl : nn::Cloneable<TiedImpl> {
  TiedImpl() { reset(); }
  void reset() override {
    embedding = register_module("embedding", nn::Embedding(5, 3));
    weight = register_parameter("weight", embedding->weight);
    other = register_module("other", nn::Linear(3, 3));
  }
  Tensor forward(const Tensor& x) { return linear(embedding(x), weight); }
  nn::Embedding embedding{nullptr};
  nn::Linear other{nullptr};
  Tensor weight;
};

}  // namespace

TEST_CASE("weights that reset() ties stay tied in the clone") {
  TiedImpl net;
  {
    NoGradGuard off;
    net.weight.fill_(2);
    net.other->weight.fill_(3);
  }
  net.eval();
  const auto copy = std::dynamic_pointer_cast<TiedImpl>(net.clone());
  CHECK(copy->weight.is_same(copy->embedding->weight));
  CHECK(copy->weight.is_same(copy->embedding->named_parameters()["weight"]));
  CHECK(copy->parameters().size() == 3);
  CHECK(!copy->weight.is_same(net.weight));
  CHECK(copy->weight.equal(net.weight));
  CHECK(copy->other->weight.equal(net.other->weight));
  CHECK(!copy->embedding->is_training());
  NoGradGuard off;
  copy->weight.fill_(7);
  CHECK(net.weight[0][0].item<double>() == 2);
  CHECK(copy->embedding(zeros({1}, kLong))[0][0].item<double>() == 7);
}
