#include <doctest/doctest.h>

#include "wengert/wengert.h"

using namespace wengert;

TEST_CASE("forward hooks see input and output, in Sequential, AnyModule and direct calls") {
  nn::Linear fc(2, 3);
  int calls = 0;
  Tensor in, out;
  const unsigned number = fc->register_forward_hook([&](nn::Module& m, const Tensor& x, const Tensor& y) {
    CHECK(&m == fc.get());
    ++calls;
    in = x;
    out = y;
  });
  auto x = ones({4, 2});
  auto y = fc(x);
  CHECK(calls == 1);
  CHECK(in.is_same(x));
  CHECK(out.is_same(y));
  nn::Sequential(fc, nn::ReLU())->forward(x);
  CHECK(calls == 2);
  nn::AnyModule(fc).forward(x);
  CHECK(calls == 3);
  fc->forward(x);  // goes past the hooks
  CHECK(calls == 3);
  fc->remove_hook(number);
  CHECK(!fc->has_hooks());
  fc(x);
  CHECK(calls == 3);
  CHECK_THROWS_AS(fc->remove_hook(number), Error);
}

TEST_CASE("hooks run in order and may replace input and output") {
  nn::Functional twice([](const Tensor& x) { return x * 2; });
  twice->register_forward_pre_hook([](nn::Module&, const Tensor& x) { return x + 1; });
  twice->register_forward_pre_hook([](nn::Module&, const Tensor& x) { return x * 10; });
  twice->register_forward_hook([](nn::Module&, const Tensor& x, const Tensor& y) { return y + x; });
  twice->register_forward_hook([](nn::Module&, const Tensor&, const Tensor& y) { return -y; });
  CHECK(twice(ones({})).item<double>() == -60);  // (1 + 1) * 10 = 20; 40 + 20; negated
}

TEST_CASE("a hook may remove itself") {
  nn::Identity id;
  int calls = 0;
  unsigned number = 0;
  number = id->register_forward_hook([&](nn::Module& m, const Tensor&, const Tensor&) {
    ++calls;
    m.remove_hook(number);
  });
  id(ones({1}));
  id(ones({1}));
  CHECK(calls == 1);
}

namespace {
struct PairImpl : nn::Module {
  std::tuple<Tensor, Tensor> forward(double factor, const Tensor& x) { return {x * factor, x}; }
};
WENGERT_MODULE(Pair);
struct CountImpl : nn::Module {
  std::int64_t forward(const std::string& text) { return std::int64_t(text.size()); }
};
WENGERT_MODULE(Count);
}  // namespace

TEST_CASE("hooks see the first tensor among arguments and results, or an undefined one") {
  Pair pair;
  pair->register_forward_hook([](nn::Module&, const Tensor& x, const Tensor& y) {
    CHECK(x.item<double>() == 3);
    return y + 1;
  });
  auto [first, second] = pair(2.0, ones({}) * 3);
  CHECK(first.item<double>() == 7);
  CHECK(second.item<double>() == 3);
  Count count;
  int calls = 0;
  count->register_forward_hook([&](nn::Module&, const Tensor& x, const Tensor& y) {
    ++calls;
    CHECK(!x.defined());
    CHECK(!y.defined());
  });
  CHECK(count(std::string("four")) == 4);
  CHECK(calls == 1);
}

TEST_CASE("what a hook throws reaches the caller") {
  auto model = nn::Sequential(nn::Identity());
  model->ptr(0)->register_forward_hook(
      [](nn::Module&, const Tensor&, const Tensor&) { throw std::runtime_error("stop"); });
  CHECK_THROWS_WITH(model->forward(ones({1})), "stop");
}
