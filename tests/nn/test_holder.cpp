#include <doctest/doctest.h>

#include "wengert/torch.h"

using namespace wengert;

// <wengert/torch.h> made all modules of this program print as libtorch's do; the other tests want plain names.
[[maybe_unused]] static const bool plain_names = (nn::detail::libtorch_names = false);

TEST_CASE("a holder is a handle") {
  nn::Linear a(2, 3);
  nn::Linear b = a;
  CHECK(a.ptr() == b.ptr());
  CHECK(a->options.out_features() == 3);
  CHECK((*a).options.in_features() == 2);
  CHECK(a.get() == b.get());
  CHECK(bool(a));
  nn::Linear c(a.ptr());
  CHECK(c.ptr() == a.ptr());
  CHECK(nn::ReLU()->options.inplace() == false);
  CHECK(nn::ReLU(nn::ReLUOptions(true))->options.inplace() == true);
  CHECK(a(ones({1, 2})).sizes() == IntArrayRef({1, 3}));
  CHECK(!std::is_default_constructible_v<nn::LinearImpl>);
}

TEST_CASE("using an empty holder is an Error") {
  nn::Linear empty{nullptr};
  CHECK(!empty);
  CHECK(empty.is_empty());
  const char* text = "this module holder is empty: it was made with nullptr and never given a module";
  CHECK_THROWS_WITH_AS(empty(ones({1, 2})), text, Error);
  CHECK_THROWS_WITH_AS(empty->reset(), text, Error);
  CHECK_THROWS_WITH_AS(empty.ptr(), text, Error);
  CHECK_THROWS_AS(*empty, Error);
  CHECK_THROWS_AS(nn::Sequential(nn::Linear(nullptr)), Error);
  empty = nn::Linear(1, 1);
  CHECK(bool(empty));
}

namespace {
struct ScaleImpl : torch::nn::Module {
  explicit ScaleImpl(double factor = 2) : by(factor) {}
  torch::Tensor forward(torch::Tensor x, double extra = 1) { return x * by * extra; }
  double by;
};
TORCH_MODULE(Scale);
struct MyOptions {
  TORCH_ARG(double, rate) = 0.5;
  TORCH_ARG(std::vector<int64_t>, sizes);
};
}  // namespace

TEST_CASE("TORCH_MODULE, TORCH_ARG and the names of libtorch") {
  Scale scale;
  CHECK(scale(torch::ones({1})).item<double>() == 2);
  CHECK(scale(torch::ones({1}), 3.0).item<double>() == 6);
  CHECK(Scale(5.0)(torch::ones({1})).item<float>() == 5);
  auto options = MyOptions().rate(0.25).sizes({1, 2});
  CHECK(options.rate() == 0.25);
  CHECK(options.sizes().size() == 2);
  options.rate() = 3;
  CHECK(options.rate() == 3);
  at::Tensor t = torch::ones({2});
  CHECK_THROWS_AS(t.size(5), c10::Error);
}
