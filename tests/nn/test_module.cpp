#include <doctest/doctest.h>

#include <sstream>

#include "wengert/wengert.h"

using namespace wengert;
using Names = std::vector<std::string>;

namespace {

struct Net : nn::Module {
  Net() {
    body = register_module("body", nn::Sequential(nn::Linear(2, 2), nn::BatchNorm1d(2)));
    scale = register_parameter("scale", ones({2}));
    seen = register_buffer("seen", zeros({1}));
    head = register_module("head", nn::Linear(nn::LinearOptions(2, 1).bias(false)));
  }
  Tensor forward(const Tensor& x) { return head(body->forward(x) * scale); }
  nn::Sequential body{nullptr};
  Tensor scale, seen;
  nn::Linear head{nullptr};
};

template <class Dict>
Names names(const Dict& dict) {
  return dict.keys();
}

}  // namespace

TEST_CASE("names and their order are libtorch's") {
  auto net = std::make_shared<Net>();
  CHECK(names(net->named_parameters()) ==
        Names{"scale", "body.0.weight", "body.0.bias", "body.1.weight", "body.1.bias", "head.weight"});
  CHECK(names(net->named_parameters(false)) == Names{"scale"});
  CHECK(names(net->named_buffers()) ==
        Names{"seen", "body.1.running_mean", "body.1.running_var", "body.1.num_batches_tracked"});
  CHECK(names(net->named_buffers(false)) == Names{"seen"});
  CHECK(names(net->named_modules()) == Names{"", "body", "body.0", "body.1", "head"});
  CHECK(names(net->named_modules("net")) == Names{"net", "net.body", "net.body.0", "net.body.1", "net.head"});
  CHECK(names(net->named_modules("", false)) == Names{"body", "body.0", "body.1", "head"});
  CHECK(names(net->named_children()) == Names{"body", "head"});
  CHECK(net->parameters().size() == 6);
  CHECK(net->parameters(false)[0].is_same(net->scale));
  CHECK(net->buffers().size() == 4);
  CHECK(net->modules().size() == 5);
  CHECK(net->modules()[0] == net);
  CHECK(net->modules(false).size() == 4);
  CHECK(net->children()[1] == net->head.ptr());
}

TEST_CASE("a module that nobody owns can list all but itself") {
  Net net;
  CHECK(net.modules(false).size() == 4);
  CHECK(net.parameters().size() == 6);
  CHECK_THROWS_AS(net.modules(), Error);
}

TEST_CASE("registering refuses bad names and bad modules, and changes nothing") {
  Net net;
  auto free = std::make_shared<nn::LinearImpl>(2, 2);
  CHECK_THROWS_WITH_AS(net.register_module("", free), "register_module: the name is empty", Error);
  CHECK_THROWS_WITH_AS(
      net.register_module("a.b", free),
      "register_module: the name 'a.b' has a dot, which separates the names of nested modules", Error);
  CHECK_THROWS_WITH_AS(net.register_module("head", free), "register_module: module 'head' is already defined",
                       Error);
  CHECK_THROWS_WITH_AS(net.register_module("scale", free),
                       "register_module: parameter 'scale' is already defined", Error);
  CHECK_THROWS_WITH_AS(net.register_module("x", nn::Linear(nullptr)),
                       "register_module: the module for 'x' is empty", Error);
  CHECK_THROWS_AS(net.register_parameter("", ones({1})), Error);
  CHECK_THROWS_AS(net.register_parameter("a.b", ones({1})), Error);
  CHECK_THROWS_AS(net.register_parameter("seen", ones({1})), Error);
  CHECK_THROWS_AS(net.register_parameter("count", ones({1}, kLong)), Error);  // integers have no gradient
  CHECK_THROWS_AS(net.register_buffer("head", ones({1})), Error);
  CHECK_THROWS_AS(net.replace_module("tail", free), Error);
  CHECK_THROWS_AS(net.unregister_module("tail"), Error);
  CHECK(net.named_children().keys() == Names{"body", "head"});
  CHECK(net.parameters().size() == 6);
  CHECK(net.buffers().size() == 4);
}

TEST_CASE("a module can't be put into itself") {
  auto outer = std::make_shared<nn::SequentialImpl>();
  auto inner = std::make_shared<nn::SequentialImpl>();
  outer->push_back(inner);
  CHECK_THROWS_AS(outer->push_back(outer), Error);
  CHECK_THROWS_WITH_AS(inner->push_back("up", outer),
                       "register_module: the module for 'up' contains the one it is added to", Error);
  CHECK_THROWS_AS(outer->replace_module("0", outer), Error);
  CHECK(outer->size() == 1);
  CHECK(inner->is_empty());
  CHECK(outer->parameters().empty());
}

TEST_CASE("parameters can be switched off, undefined and replaced") {
  struct M : nn::Module {
  } m;
  Tensor& frozen = m.register_parameter("frozen", ones({2}), false);
  CHECK(!frozen.requires_grad());
  m.register_parameter("none", {});
  m.register_buffer("nothing", {});
  CHECK(names(m.named_parameters()) == Names{"frozen"});
  CHECK(m.buffers().empty());
  CHECK_THROWS_AS(m.register_parameter("none", ones({1})), Error);  // the name is taken all the same

  auto first = m.register_module("layer", nn::Linear(1, 1));
  nn::Linear second(1, 2);
  CHECK(m.replace_module("layer", second) == second.ptr());
  CHECK(m.children()[0] == second.ptr());
  m.unregister_module("layer");
  CHECK(m.children().empty());
}

TEST_CASE("training mode reaches all modules") {
  auto net = std::make_shared<Net>();
  CHECK(net->is_training());
  net->eval();
  for (const auto& m : net->modules()) CHECK(!m->is_training());
  net->body->train();
  CHECK(net->body->ptr(1)->is_training());
  CHECK(!net->is_training());
  net->train();
  for (const auto& m : net->modules()) CHECK(m->is_training());
}

TEST_CASE("apply visits parents first") {
  auto net = std::make_shared<Net>();
  Names seen;
  net->apply([&](const std::string& name, nn::Module&) { seen.push_back(name); }, "n");
  CHECK(seen == Names{"n", "n.body", "n.body.0", "n.body.1", "n.head"});
  int linears = 0;
  net->apply([&](nn::Module& m) { linears += m.as<nn::Linear>() != nullptr; });
  CHECK(linears == 2);
  const Net& fixed = *net;
  int all = 0;
  fixed.apply([&](const nn::Module&) { ++all; });
  fixed.apply([&](const std::shared_ptr<nn::Module>&) { ++all; });
  fixed.apply([&](const std::string&, const std::shared_ptr<nn::Module>&) { ++all; });
  fixed.apply([&](const std::string&, const nn::Module&) { ++all; });
  CHECK(all == 20);
}

TEST_CASE("as finds the class or gives null") {
  nn::Linear fc(2, 3);
  nn::Module& m = *fc;
  CHECK(m.as<nn::Linear>() == fc.get());
  CHECK(m.as<nn::LinearImpl>() == fc.get());
  CHECK(m.as<nn::ReLU>() == nullptr);
  const nn::Module& c = m;
  CHECK(c.as<nn::Linear>()->options.in_features() == 2);
}

TEST_CASE("to converts in place: the tensors stay the same objects") {
  auto net = std::make_shared<Net>();
  const auto before = net->parameters();
  net->forward(ones({3, 2})).sum().backward();
  net->to(kDouble);
  const auto after = net->parameters();
  for (std::size_t i = 0; i < after.size(); ++i) {
    CHECK(after[i].is_same(before[i]));
    CHECK(before[i].dtype() == kDouble);
    CHECK(before[i].requires_grad());
    CHECK(before[i].is_leaf());
    CHECK(before[i].grad().dtype() == kDouble);
  }
  CHECK(net->scale.dtype() == kDouble);
  CHECK(net->head->weight.dtype() == kDouble);
  auto bn = net->body->at<nn::BatchNorm1d>(1).named_buffers();
  CHECK(bn["running_mean"].dtype() == kDouble);
  CHECK(bn["num_batches_tracked"].dtype() == kLong);
  CHECK(net->forward(ones({3, 2}, kDouble)).dtype() == kDouble);
  net->forward(ones({3, 2}, kDouble)).sum().backward();  // adds to the converted gradients
  CHECK_THROWS_AS(net->to(kLong), Error);
  CHECK(net->scale.dtype() == kDouble);
  net->to(Device("cpu"));
  net->to(kCPU, kFloat);
  CHECK(net->scale.dtype() == kFloat);
  CHECK_THROWS_AS(net->to(Device(kCUDA)), Error);
}

TEST_CASE("zero_grad drops gradients, or fills them") {
  auto net = std::make_shared<Net>();
  net->forward(ones({3, 2})).sum().backward();
  CHECK(net->scale.grad().defined());
  net->zero_grad();
  for (const auto& p : net->parameters()) CHECK(!p.grad().defined());
  net->forward(ones({3, 2})).sum().backward();
  net->head->weight.mutable_grad() = ones({1, 2});
  net->zero_grad(false);
  for (const auto& p : net->parameters()) CHECK(p.grad().eq(0).all().item<bool>());
}

TEST_CASE("the name is the class's unless given") {
  struct Named : nn::Module {
    Named() : nn::Module("my net") {}
  };
  CHECK(Named().name() == "my net");
  CHECK(nn::LinearImpl(1, 1).name() == "wengert::nn::LinearImpl");
  CHECK(Net().name().find("Net") != std::string::npos);
}

TEST_CASE("printing shows the tree") {
  struct Small : nn::Module {
    Small() : nn::Module("Small") {
      register_module("body", nn::Sequential({{"fc", nn::Linear(2, 3)}, {"act", nn::ReLU()}}));
      register_module("norm", nn::LayerNorm(3));
      register_module("list", nn::ModuleList(nn::Identity()));
    }
  };
  std::ostringstream out;
  out << Small();
  CHECK(out.str() ==
        "Small(\n"
        "  (body): Sequential(\n"
        "    (fc): Linear(in_features=2, out_features=3, bias=true)\n"
        "    (act): ReLU()\n"
        "  )\n"
        "  (norm): LayerNorm([3], eps=1e-05, elementwise_affine=true)\n"
        "  (list): ModuleList(\n"
        "    (0): Identity()\n"
        "  )\n"
        ")");
  std::ostringstream one;
  one << nn::Linear(1, 2) << ' ' << nn::Sequential();
  CHECK(one.str() == "Linear(in_features=1, out_features=2, bias=true) Sequential");
}

TEST_CASE("parameters() lists a shared tensor once, named_parameters() under each name") {
  nn::Linear layer(2, 2);
  nn::Sequential twice(layer, nn::Tanh(), layer);
  CHECK(twice->named_parameters().size() == 4);
  CHECK(twice->parameters().size() == 2);
  nn::BatchNorm1d norm(2);
  CHECK(nn::Sequential(norm, norm)->buffers().size() == 3);
}
