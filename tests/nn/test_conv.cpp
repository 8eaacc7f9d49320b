#include <doctest/doctest.h>

#include <sstream>

#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using wengert::testing::message;

namespace {
std::string printed(const nn::Module& m) {
  std::ostringstream out;
  out << m;
  return out.str();
}
}  // namespace

TEST_CASE("convolutions start with libtorch's numbers") {  // libtorch 1.13, manual_seed(5)
  manual_seed(5);
  nn::Conv2d c(nn::Conv2dOptions(4, 6, {3, 2}).groups(2));
  nn::ConvTranspose2d t(nn::ConvTranspose2dOptions(4, 6, 3).groups(2));
  nn::Conv1d o(2, 3, 5);
  CHECK(c->weight.sizes() == IntArrayRef({6, 2, 3, 2}));
  CHECK(t->weight.sizes() == IntArrayRef({4, 3, 3, 3}));
  CHECK(o->weight.sizes() == IntArrayRef({3, 2, 5}));
  CHECK(c->weight.flatten()[0].item<double>() == doctest::Approx(0.19067099690437317));
  CHECK(c->bias[5].item<double>() == doctest::Approx(0.268313467502594));
  CHECK(t->weight.flatten()[-1].item<double>() == doctest::Approx(0.03278501331806183));
  CHECK(t->bias[0].item<double>() == doctest::Approx(0.03652237355709076));
  CHECK(o->weight.flatten()[-1].item<double>() == doctest::Approx(0.13540330529212952));
  CHECK(o->bias[2].item<double>() == doctest::Approx(0.028355220332741737));

  const Tensor x = arange(200.0).view({2, 4, 5, 5}).to(kFloat) / 100;
  CHECK(c(x).sum().item<double>() == doctest::Approx(71.28459167480469));
  CHECK(t(x).sum().item<double>() == doctest::Approx(-107.24966430664062));
  const Tensor y = o(arange(14.0).view({1, 2, 7}).to(kFloat));
  CHECK(y[0][0][0].item<double>() == doctest::Approx(-4.8558244705200195));
  CHECK(y[0][2][2].item<double>() == doctest::Approx(-1.4869016408920288));
}

TEST_CASE("convolutions print their options where they are not the defaults") {
  CHECK(printed(*nn::Conv2d(3, 8, 3)) == "Conv2d(3, 8, kernel_size=[3, 3], stride=[1, 1])");
  CHECK(printed(*nn::Conv2d(nn::Conv2dOptions(4, 8, {3, 5})
                                .stride(2)
                                .padding({1, 2})
                                .dilation({1, 2})
                                .groups(4)
                                .bias(false))) ==
        "Conv2d(4, 8, kernel_size=[3, 5], stride=[2, 2], padding=[1, 2], dilation=[1, 2], groups=4, "
        "bias=false)");
  CHECK(printed(*nn::Conv2d(nn::Conv2dOptions(1, 1, 3).padding(kSame))) ==
        "Conv2d(1, 1, kernel_size=[3, 3], stride=[1, 1], padding='same')");
  CHECK(printed(*nn::Conv1d(nn::Conv1dOptions(1, 1, 3).padding(kValid))) ==
        "Conv1d(1, 1, kernel_size=3, stride=1, padding='valid')");
  CHECK(printed(*nn::ConvTranspose2d(
            nn::ConvTranspose2dOptions(2, 3, 4).stride(2).padding(1).output_padding(1))) ==
        "ConvTranspose2d(2, 3, kernel_size=[4, 4], stride=[2, 2], padding=[1, 1], output_padding=[1, 1])");
}

TEST_CASE("convolutions in a Sequential, cloned, saved by name, as functions") {
  manual_seed(1);
  nn::Sequential net(nn::Conv2d(nn::Conv2dOptions(1, 4, 3).padding(kSame)), nn::ReLU(),
                     nn::ConvTranspose2d(nn::ConvTranspose2dOptions(4, 2, 2).stride(2)));
  CHECK(net->named_parameters().keys() ==
        std::vector<std::string>{"0.weight", "0.bias", "2.weight", "2.bias"});
  const Tensor x = randn({2, 1, 5, 5});
  const Tensor y = net->forward(x);
  CHECK(y.sizes() == IntArrayRef({2, 2, 10, 10}));
  auto copy = std::dynamic_pointer_cast<nn::SequentialImpl>(net->clone());
  CHECK(copy->forward(x).equal(y));

  namespace F = nn::functional;
  const Tensor w = randn({2, 1, 3, 3}), b = randn({2}), v = randn({1, 2, 3, 3});
  CHECK(F::conv2d(x, w, F::Conv2dFuncOptions().bias(b).padding({1, 0}).stride(2))
            .equal(conv2d(x, w, b, 2, {1, 0})));
  CHECK(F::conv2d(x, w, F::Conv2dFuncOptions().padding(kSame)).equal(conv2d(x, w, {}, 1, 1)));
  CHECK(F::conv_transpose2d(x, v, F::ConvTranspose2dFuncOptions().stride(2).output_padding(1))
            .equal(conv_transpose2d(x, v, {}, 2, 0, 1)));
  const Tensor u = randn({2, 5, 3});
  CHECK(F::conv1d(x[0], u, F::Conv1dFuncOptions().padding(1)).equal(conv1d(x[0], u, {}, 1, 1)));
}

TEST_CASE("ConvTranspose2d: output_size chooses among the sizes that a stride leaves open") {
  nn::ConvTranspose2d t(nn::ConvTranspose2dOptions(4, 6, 3).stride(2).padding(1).dilation(2));
  const Tensor x = zeros({2, 4, 5, 5});
  CHECK(t(x).sizes() == IntArrayRef({2, 6, 11, 11}));
  CHECK(t(x, IntArrayRef({12, 11})).sizes() == IntArrayRef({2, 6, 12, 11}));
  CHECK(t(x, IntArrayRef({2, 6, 11, 12})).sizes() == IntArrayRef({2, 6, 11, 12}));
  CHECK(message([&] {
          t(x, IntArrayRef({13, 11}));
        }) == "ConvTranspose2d: output_size [13, 11] for input [2, 4, 5, 5]: size 13 can be 11 to 12");
  CHECK(message([&] { t(x, IntArrayRef({13})); }) ==
        "ConvTranspose2d: output_size [13] for input [2, 4, 5, 5], wants [height, width]");
}

TEST_CASE("convolutions: options that make no layer are errors") {
  const auto conv = [](const nn::Conv2dOptions& o) { return message([&] { nn::Conv2d layer(o); }); };
  using O = nn::Conv2dOptions;
  CHECK(conv(O(4, 6, 3).groups(4)) == "Conv2d: groups 4 must divide in_channels 4 and out_channels 6");
  CHECK(conv(O(4, 6, 3).groups(0)) == "Conv2d: groups is 0, wants at least 1");
  CHECK(conv(O(-1, 6, 3)) ==
        "Conv2d: in_channels -1 must not be negative, and out_channels 6 must be positive");
  CHECK(conv(O(4, 6, {3, 0})) == "Conv2d: kernel_size is [3, 0], wants at least 1");
  CHECK(conv(O(4, 6, 3).stride(0)) == "Conv2d: stride is [0, 0], wants at least 1");
  CHECK(conv(O(4, 6, 3).dilation({1, 0})) == "Conv2d: dilation is [1, 0], wants at least 1");
  CHECK(conv(O(4, 6, 3).padding(-1)) == "Conv2d: padding is [-1, -1], wants at least 0");
  CHECK(conv(O(4, 6, 3).padding(kSame).stride(2)) == "Conv2d: padding kSame wants a stride of 1, got [2, 2]");
  CHECK(conv(O(4, 6, 3).padding_mode(kReflect)) ==
        "Conv2d: padding_mode is reflect, but only zeros are supported");
  CHECK(message([] {
          nn::Conv2dOptions(4, 6, {1, 2, 3});
        }) == "options: 3 values for 2 spatial dimensions, wants one for each, or a single number");
  nn::Conv2d none(0, 2, 3);  // no weight, and no scale for the bias
  CHECK(none->bias.eq(0).all().item<bool>());
}
