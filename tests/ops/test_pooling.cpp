// Pooling and resizing: values (from libtorch), ties, NaN, padding, layouts, threads, errors.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;
namespace F = wengert::nn::functional;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// [[0, 1, ..], ..] as one image.
Tensor ramp(std::int64_t rows, std::int64_t cols) {
  return arange(rows * cols, kFloat64).view({1, rows, cols});
}

Tensor image(std::initializer_list<double> values, std::int64_t rows) {
  return leaf(values).detach().view({1, rows, -1});
}

}  // namespace

TEST_CASE("max pooling: values and places") {
  const Tensor x = image({1, 5, 2, 0, 3, -1, 7, 4, 6, 6, 1, 8}, 3);
  CHECK(list(max_pool2d(x, 2)) == Values{5, 7});
  CHECK(list(max_pool2d(x, 2, 2, 0, 1, true)) == Values{5, 7, 6, 8});
  CHECK(list(max_pool2d(x, 2, 1)) == Values{5, 7, 7, 6, 7, 8});
  CHECK(list(max_pool2d(x, {3, 1}, {1, 2}, {1, 0})) == Values{3, 7, 6, 7, 6, 7});
  CHECK(list(max_pool2d(x, 2, 1, 0, 2)) == Values{6, 8});
  const auto [y, places] = max_pool2d_with_indices(x, 3, 2, 1);
  CHECK(list(y) == Values{5, 7, 6, 8});
  CHECK(list(places) == Values{1, 6, 8, 11});
  CHECK(places.dtype() == kLong);
  CHECK(max_pool2d(x.unsqueeze(0), 2).sizes() == IntArrayRef({1, 1, 1, 2}));
  CHECK(list(max_pool1d(x[0], 3, 2, 1)) == Values{5, 5, 3, 7, 6, 8});
  CHECK(list(std::get<1>(max_pool1d_with_indices(x[0], 2))) == Values{1, 2, 0, 2, 0, 3});
}

TEST_CASE("max pooling: of equal elements the first is taken, of NaNs the last; padding is never taken") {
  Tensor x = image({2, 2, 2, 2}, 2).set_requires_grad(true);
  max_pool2d(x, 2).sum().backward();
  CHECK(list(x.grad()) == Values{1, 0, 0, 0});
  const Tensor nan = image({NAN, 1, 9, NAN}, 2);
  const auto [y, places] = max_pool2d_with_indices(nan, 2);
  CHECK(std::isnan(y.item<double>()));
  CHECK(places.item<std::int64_t>() == 3);
  const Tensor low = image({-3, -2, -kInfinity, -kInfinity}, 2);
  CHECK(list(max_pool2d(low, {1, 2}, {1, 1}, {0, 1})) ==
        Values{-3, -2, -2, -kInfinity, -kInfinity, -kInfinity});
  CHECK(list(std::get<1>(max_pool2d_with_indices(low, {1, 2}, {1, 1}, {0, 1}))) == Values{0, 1, 1, 2, 2, 3});
}

TEST_CASE("max pooling: a window between the elements has none, and passes no gradient") {
  Tensor x = ramp(1, 4).set_requires_grad(true);
  const auto [y, places] = max_pool2d_with_indices(x, {1, 2}, 1, {0, 1}, {1, 5});
  CHECK(list(y) == Values{-kInfinity});  // it looks at -1 and 4
  CHECK(list(places) == Values{-1});
  const Tensor u = ones({1, 1, 1}, kFloat64).set_requires_grad(true);
  const Tensor dx = autograd::grad({y}, {x}, {u}, true, true)[0];
  CHECK(list(dx) == Values{0, 0, 0, 0});
  CHECK(list(autograd::grad({dx}, {u}, {ones_like(x)})[0]) == Values{0});
}

TEST_CASE("max pooling: rows longer than a tile, strides, both types") {
  manual_seed(1);
  for (ScalarType t : {kFloat, kDouble})
    for (std::int64_t stride : {1, 2, 3}) {
      const Tensor x = randn({2, 3, 600}, t);
      Tensor best = full({2, 3, (600 + 2 - 3) / stride + 1}, -1e30, t), padded = full({2, 3, 602}, -1e30, t);
      padded.slice(2, 1, 601).copy_(x);
      for (std::int64_t k = 0; k < 3; ++k) best = maximum(best, padded.slice(2, k, 600 + k, stride));
      CHECK(max_pool1d(x, 3, stride, 1).equal(best));
      const auto [y, places] = max_pool1d_with_indices(x, 3, stride, 1);
      CHECK(x.gather(2, places).equal(y));
    }
}

TEST_CASE("average pooling: what counts") {
  const Tensor x = ramp(3, 3);
  CHECK(list(avg_pool2d(x, 2)) == Values{2});
  CHECK(list(avg_pool2d(x, 2, 1)) == Values{2, 3, 5, 6});
  CHECK(list(avg_pool2d(x, 2, 2, 1)) == Values{0, 0.75, 2.25, 6});
  CHECK(list(avg_pool2d(x, 2, 2, 1, false, false)) == Values{0, 1.5, 4.5, 6});
  CHECK(list(avg_pool2d(x, 2, 2, 0, true)) == Values{2, 3.5, 6.5, 8});
  CHECK(list(avg_pool2d(x, 2, 2, 0, true, true, 2)) == Values{4, 3.5, 6.5, 4});
  CHECK(list(avg_pool1d(x[0], 2, 1)) == Values{0.5, 1.5, 3.5, 4.5, 6.5, 7.5});
  const Tensor wide = ones({1, 2, 40}, kFloat64);  // rows that are summed by vectors
  CHECK(list(avg_pool2d(wide, {2, 39}, 1)) == Values{1, 1});
  CHECK(list(avg_pool2d(wide, {2, 40})) == Values{1});
}

TEST_CASE("adaptive average pooling cuts into nearly equal parts") {
  const Tensor x = ramp(2, 5);
  CHECK(list(adaptive_avg_pool2d(x, {1, 2})) == Values{3.5, 5.5});  // columns 0-2 and 2-4
  CHECK(list(adaptive_avg_pool2d(x, 1)) == Values{4.5});
  CHECK(list(adaptive_avg_pool2d(x, {4, 5})).size() == 20);
  CHECK(adaptive_avg_pool2d(x, {2, 5}).equal(x));
  CHECK(adaptive_avg_pool2d(x, {0, 3}).sizes() == IntArrayRef({1, 0, 3}));
  CHECK(list(adaptive_avg_pool1d(x[0], 3)) == Values{0.5, 2, 3.5, 5.5, 7, 8.5});
  CHECK(F::adaptive_avg_pool2d(x, F::AdaptiveAvgPool2dFuncOptions({nullopt, 1})).sizes() ==
        IntArrayRef({1, 2, 1}));
}

TEST_CASE("resizing: values") {
  const Tensor x = image({0, 3, 6}, 1).unsqueeze(0);
  CHECK(list(upsample_nearest2d(x, {1, 5})) == Values{0, 0, 3, 3, 6});
  CHECK(list(upsample_nearest2d(x, {2, 2})) == Values{0, 3, 0, 3});
  CHECK(list(upsample_bilinear2d(x, {1, 6}, false)) == Values{0, 0.75, 2.25, 3.75, 5.25, 6});
  CHECK(list(upsample_bilinear2d(x, {1, 5}, true)) == Values{0, 1.5, 3, 4.5, 6});
  CHECK(list(upsample_bilinear2d(x, {1, 1}, true)) == Values{0});
  CHECK(list(upsample_linear1d(x[0], 2, false)) == Values{0.75, 5.25});
  CHECK(list(upsample_nearest1d(x[0], 4, 1.25)) == Values{0, 0, 3, 6});
  const Tensor one = image({1, kInfinity}, 1);
  CHECK(list(upsample_linear1d(one, 2, true)) == Values{1, kInfinity});  // no 0 * infinity
}

TEST_CASE("pooling takes any layout, an empty batch, and gives the same bits on any number of threads") {
  manual_seed(2);
  const Tensor x = randn({8, 16, 30, 30}).set_requires_grad(true);
  const auto both = [&](const Tensor& in) {
    TensorList all{max_pool2d(in, 3, 2, 1), avg_pool2d(in, 3, 2, 1), adaptive_avg_pool2d(in, 7),
                   upsample_bilinear2d(in, {40, 40}, false)};
    const std::size_t n = all.size();
    for (std::size_t i = 0; i < n; ++i) {
      manual_seed(3);
      all.push_back(autograd::grad({all[i]}, {x}, {randn(all[i].sizes())})[0]);
    }
    return all;
  };
  const TensorList one = both(x);
  const TensorList turned = both(x.transpose(2, 3).contiguous().transpose(2, 3));
  set_num_threads(2);
  const TensorList two = both(x);
  set_num_threads(1);
  for (std::size_t i = 0; i < one.size(); ++i) {
    CHECK(one[i].equal(turned[i]));
    CHECK(one[i].equal(two[i]));
  }
  const Tensor none = zeros({0, 3, 8, 8});
  CHECK(max_pool2d(none, 2).sizes() == IntArrayRef({0, 3, 4, 4}));
  CHECK(avg_pool2d(none, 2).sizes() == IntArrayRef({0, 3, 4, 4}));
  CHECK(adaptive_avg_pool2d(none, 1).sizes() == IntArrayRef({0, 3, 1, 1}));
  CHECK(upsample_nearest2d(none, {9, 9}).sizes() == IntArrayRef({0, 3, 9, 9}));
}

TEST_CASE("pooling: huge windows and strides are neither slow nor out of bounds") {
  const std::int64_t big = 2147483647;
  const Tensor x = ramp(2, 4);
  CHECK(list(max_pool2d(x, big, 1, big / 2))[0] == 7);
  CHECK(list(max_pool2d(x, 2, big)) == Values{5});
  CHECK(list(max_pool2d(x, {2, 3}, {1, 1 << 30}, {0, 1}, 1, true)) == Values{5});
  CHECK(list(max_pool2d(x, {2, big}, {1, 1 << 30}, {0, big / 2}, 1, true)) == Values{7, 7});
  CHECK(list(avg_pool2d(x, {2, big}, 1, {0, big / 2}, false, false))[0] == 3.5);
}

TEST_CASE("pooling: bad input") {
  const Tensor x = ramp(3, 3);
  CHECK(message([&] { max_pool2d(x[0][0], 2); }) ==
        "max_pool2d: the input has shape [3], wants [C, H, W] or [N, C, H, W], of which only N may be 0");
  CHECK(message([&] {
          max_pool1d(zeros({2, 0}), 2);
        }) == "max_pool1d: the input has shape [2, 0], wants [C, L] or [N, C, L], of which only N may be 0");
  CHECK(message([&] {
          avg_pool2d(zeros({1, 2, 2}, kLong), 2);
        }) == "avg_pool2d: the input is int64, wants float32 or float64");
  CHECK(message([&] { max_pool2d(x, 0); }) ==
        "max_pool2d: kernel_size is 0, wants at least 1 and below 2^31");
  CHECK(message([&] { max_pool2d(x, 2, 0); }) == "max_pool2d: stride is 0, wants at least 1 and below 2^31");
  CHECK(message([&] { max_pool2d(x, 2, 1, 0, std::int64_t(1) << 40); }) ==
        "max_pool2d: dilation is 1099511627776, wants at least 1 and below 2^31");
  CHECK(message([&] { max_pool2d(x, 2, 1, 2); }) ==
        "max_pool2d: padding is 2, wants at least 0 and at most half of the kernel size 2");
  CHECK(message([&] {
          avg_pool2d(x, {2, 4});
        }) == "avg_pool2d: a window of 4 does not fit into 3 elements with padding 0");
  CHECK(message([&] {
          avg_pool2d(x, {1, 2, 3});
        }) == "avg_pool2d: kernel_size [1, 2, 3] has 3 values, wants 1 or 2");
  CHECK(message([&] { avg_pool1d(x, {1, 2}); }) == "avg_pool1d: kernel_size [1, 2] has 2 values, wants 1");
  CHECK(message([&] { avg_pool2d(x, 2, {}, 0, false, true, 0); }) == "avg_pool2d: divisor_override is 0");
  CHECK(message([&] {
          adaptive_avg_pool2d(x, {2, -1});
        }) == "adaptive_avg_pool2d: output_size -1 is negative");
  CHECK(message([&] { upsample_nearest2d(x, {0, 1}); }) == "upsample_nearest2d: output_size 0 is below 1");
  CHECK(message([&] { upsample_bilinear2d(x, 3, false); }) ==
        "upsample_bilinear2d: output_size has 1 values, wants 2");
  CHECK_THROWS_AS(max_pool2d(Tensor(), 2), Error);
}
