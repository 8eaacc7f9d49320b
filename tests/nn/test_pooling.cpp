// The pooling and resizing modules: options, printing, and which operation they call.
#include <doctest/doctest.h>

#include <sstream>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;
namespace F = wengert::nn::functional;

TEST_CASE("pooling modules: options and printing") {
  std::ostringstream out;
  out << nn::MaxPool2d(nn::MaxPool2dOptions({3, 2}).stride({2, 1}).padding(1)) << "\n"
      << nn::MaxPool1d(2) << "\n"
      << nn::AvgPool2d(nn::AvgPool2dOptions(3).stride(2)) << "\n"
      << nn::AdaptiveAvgPool1d(4) << "\n"
      << nn::AdaptiveAvgPool2d(nn::AdaptiveAvgPool2dOptions({nullopt, 5})) << "\n"
      << nn::AdaptiveAvgPool2d(nn::AdaptiveAvgPool2dOptions({3, 2})) << "\n"
      << nn::Upsample(nn::UpsampleOptions().scale_factor(std::vector<double>({2.5, 3})).mode(kBilinear));
  CHECK(out.str() ==
        "MaxPool2d(kernel_size=[3, 2], stride=[2, 1], padding=[1, 1], dilation=[1, 1], ceil_mode=false)\n"
        "MaxPool1d(kernel_size=2, stride=2, padding=0, dilation=1, ceil_mode=false)\n"
        "AvgPool2d(kernel_size=[3, 3], stride=[2, 2], padding=[0, 0])\n"
        "AdaptiveAvgPool1d(output_size=4)\n"
        "AdaptiveAvgPool2d(output_size=[None, 5])\n"
        "AdaptiveAvgPool2d(output_size=[3, 2])\n"
        "Upsample(scale_factor=[2.5, 3], mode=kBilinear)");
}

TEST_CASE("pooling modules call the operations with their options") {
  manual_seed(1);
  const Tensor x = randn({2, 3, 7, 8}), s = x[0];
  CHECK(nn::MaxPool2d(2)(x).equal(max_pool2d(x, 2)));
  nn::MaxPool2d max(nn::MaxPool2dOptions(3).stride(2).padding(1).dilation(2).ceil_mode(true));
  CHECK(max(x).equal(max_pool2d(x, 3, 2, 1, 2, true)));
  CHECK(std::get<1>(max->forward_with_indices(x))
            .equal(std::get<1>(max_pool2d_with_indices(x, 3, 2, 1, 2, true))));
  CHECK(nn::MaxPool1d(nn::MaxPool1dOptions(3).stride(2))(s).equal(max_pool1d(s, 3, 2)));
  CHECK(nn::AvgPool2d(nn::AvgPool2dOptions({3, 2}).padding(1).ceil_mode(true).count_include_pad(false))(x)
            .equal(avg_pool2d(x, {3, 2}, {3, 2}, 1, true, false)));
  CHECK(F::avg_pool2d(x, F::AvgPool2dFuncOptions(2).divisor_override(3))
            .equal(avg_pool2d(x, 2, 2, 0, false, true, 3)));
  CHECK(nn::AvgPool1d(2)(s).equal(avg_pool1d(s, 2)));
  CHECK(nn::AdaptiveAvgPool2d(1)(x).equal(adaptive_avg_pool2d(x, {1, 1})));
  CHECK(nn::AdaptiveAvgPool1d(3)(s).equal(adaptive_avg_pool1d(s, 3)));
  nn::Sequential model(nn::MaxPool2d(2), nn::AdaptiveAvgPool2d(1), nn::Flatten());
  CHECK(model->forward(x).sizes() == IntArrayRef({2, 3}));
  CHECK(std::dynamic_pointer_cast<nn::MaxPool2dImpl>(max->clone())->options.ceil_mode());
}

TEST_CASE("interpolate chooses by mode and size") {
  manual_seed(1);
  const Tensor x = randn({2, 3, 4, 6}), s = x[0];
  using Options = F::InterpolateFuncOptions;
  const auto size = [](std::vector<std::int64_t> n) { return Options().size(n); };
  CHECK(F::interpolate(x, size({8, 3})).equal(upsample_nearest2d(x, {8, 3})));
  CHECK(F::interpolate(x, size({8, 3}).mode(kBilinear).align_corners(true))
            .equal(upsample_bilinear2d(x, {8, 3}, true)));
  CHECK(F::interpolate(x, size({2, 3}).mode(kArea)).equal(adaptive_avg_pool2d(x, {2, 3})));
  CHECK(F::interpolate(s, size({9}).mode(kLinear)).equal(upsample_linear1d(s, 9, false)));
  CHECK(F::interpolate(x, size({2, 3}).mode(kNearestExact)).equal(x.slice(2, 1, 4, 2).slice(3, 1, 6, 2)));
  const std::vector<double> by{1.3, 2};
  CHECK(F::interpolate(x, Options().scale_factor(by).mode(kBilinear))
            .equal(upsample_bilinear2d(x, {5, 12}, false, 1.3, 2)));
  CHECK(F::interpolate(x, Options().scale_factor(by).mode(kBilinear).recompute_scale_factor(true))
            .equal(upsample_bilinear2d(x, {5, 12}, false)));
  CHECK(
      nn::Upsample(nn::UpsampleOptions().scale_factor(by))(x).equal(upsample_nearest2d(x, {5, 12}, 1.3, 2)));
  CHECK(message([&] { F::interpolate(x); }) == "interpolate: wants either size or scale_factor, got neither");
  CHECK(message([&] { F::interpolate(x, size({3})); }) ==
        "interpolate: size has 1 values, but the input has shape [2, 3, 4, 6], 2 of them spatial dimensions");
  CHECK(message([&] { F::interpolate(s, size({3}).mode(kBilinear)); }) ==
        "interpolate: mode kBilinear does not fit an input of shape [3, 4, 6], wants [N, C, H, W]");
  CHECK(message([&] {
          F::interpolate(x, size({3, 3}).align_corners(true));
        }) == "interpolate: align_corners is only for the modes kLinear and kBilinear");
  CHECK(message([&] { F::interpolate(s, Options().scale_factor(std::vector<double>{0.1})); }) ==
        "interpolate: scale_factor 0.1 makes no size of 6 elements");
  CHECK_THROWS_AS(F::interpolate(s[0]), Error);
}
