#include <doctest/doctest.h>

#include <limits>

#include "support/helpers.h"
#include "support/make.h"
#include "wengert/wengert.h"

using namespace wengert;
using wengert::testing::has;
using wengert::testing::kNaN;
using wengert::testing::message;

namespace {

/// The definition, one product at a time.
Tensor naive(const Tensor& x, const Tensor& w, const Tensor& b, std::int64_t stride, std::int64_t padding,
             std::int64_t dilation, std::int64_t groups) {
  const std::int64_t n = x.size(0), in = w.size(1), out = w.size(0), kh = w.size(2), kw = w.size(3);
  const std::int64_t h = (x.size(2) + 2 * padding - dilation * (kh - 1) - 1) / stride + 1,
                     width = (x.size(3) + 2 * padding - dilation * (kw - 1) - 1) / stride + 1;
  Tensor y = zeros({n, out, h, width}, kFloat64);
  const auto xa = x.accessor<double, 4>(), wa = w.accessor<double, 4>();
  double* to = y.data_ptr<double>();
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t o = 0; o < out; ++o)
      for (std::int64_t r = 0; r < h; ++r)
        for (std::int64_t c = 0; c < width; ++c, ++to) {
          *to = b.defined() ? b[o].item<double>() : 0;
          for (std::int64_t k = 0; k < in; ++k)
            for (std::int64_t p = 0; p < kh; ++p)
              for (std::int64_t q = 0; q < kw; ++q) {
                const std::int64_t at = r * stride + p * dilation - padding,
                                   left = c * stride + q * dilation - padding;
                if (at >= 0 && at < x.size(2) && left >= 0 && left < x.size(3))
                  *to += wa[o][k][p][q] * xa[i][o / (out / groups) * in + k][at][left];
              }
        }
  return y;
}

double largest_difference(const Tensor& a, const Tensor& b) {
  CHECK(a.sizes() == b.sizes());
  return a.numel() == 0 ? 0 : (a.to(kFloat64) - b.to(kFloat64)).abs().max().item<double>();
}

}  // namespace

TEST_CASE("conv2d is its definition") {
  manual_seed(1);
  for (std::int64_t stride : {1, 2, 3})
    for (std::int64_t padding : {0, 2})
      for (std::int64_t dilation : {1, 2})
        for (std::int64_t groups : {1, 2})
          for (std::int64_t kernel : {1, 3}) {
            CAPTURE(stride);
            CAPTURE(padding);
            CAPTURE(dilation);
            CAPTURE(groups);
            CAPTURE(kernel);
            const Tensor x = randn({2, 4, 6, 9}, kFloat64),
                         w = randn({6, 4 / groups, kernel, kernel}, kFloat64), b = randn({6}, kFloat64);
            const Tensor y = conv2d(x, w, b, stride, padding, dilation, groups);
            const Tensor wanted = naive(x, w, b, stride, padding, dilation, groups);
            CHECK(largest_difference(y, wanted) < 1e-12);
            CHECK(largest_difference(
                      conv2d(x.to(kFloat), w.to(kFloat), b.to(kFloat), stride, padding, dilation, groups),
                      wanted) < 1e-4);
          }
}

TEST_CASE("conv2d: kernels and images of all shapes") {
  manual_seed(2);
  const std::int64_t shapes[][6] = {// in, out, height, width, kernel height, kernel width
                                    {1, 1, 1, 1, 1, 1},    {3, 17, 5, 1, 2, 1},    {2, 8, 1, 600, 1, 5},
                                    {2, 3, 600, 1, 5, 1},  {1, 2, 40, 40, 40, 1},  {1, 2, 40, 40, 1, 40},
                                    {7, 15, 33, 31, 3, 3}, {1, 4, 3, 1200, 3, 700}};
  for (const auto& s : shapes) {
    CAPTURE(s[3]);
    const Tensor x = randn({1, s[0], s[2], s[3]}, kFloat64), w = randn({s[1], s[0], s[4], s[5]}, kFloat64);
    CHECK(largest_difference(conv2d(x, w), naive(x, w, {}, 1, 0, 1, 1)) < 1e-11);
  }
}

TEST_CASE("conv1d is conv2d of one row") {
  manual_seed(3);
  const Tensor x = randn({3, 4, 11}), w = randn({6, 2, 3}), b = randn({6});
  CHECK(conv1d(x, w, b, 2, 1, 2, 2)
            .equal(conv2d(x.unsqueeze(2), w.unsqueeze(2), b, {1, 2}, {0, 1}, {1, 2}, 2).squeeze(2)));
}

TEST_CASE("conv_transpose2d is what conv2d's gradient does") {
  manual_seed(4);
  for (std::int64_t output_padding : {0, 1}) {
    const Tensor dy = randn({2, 4, 3, 5}, kFloat64), w = randn({4, 3, 3, 2}, kFloat64);
    const Tensor dx = conv_transpose2d(dy, w, {}, 2, 1, output_padding, 2, {1, 2});
    CHECK(dx.sizes() == IntArrayRef({2, 6, 5 + output_padding, 9 + output_padding}));
    const Tensor x = zeros(dx.sizes(), kFloat64).set_requires_grad(true);
    conv2d(x, w, {}, 2, 1, {1, 2}, 2).backward(dy);
    CHECK(largest_difference(dx, x.grad()) < 1e-14);
  }
  const Tensor b = randn({3});  // a stride beyond the kernel: between the values there is the bias
  const Tensor y = conv_transpose2d(ones({1, 1, 2, 2}), ones({1, 3, 1, 1}), b, 3);
  CHECK(y.sizes() == IntArrayRef({1, 3, 4, 4}));
  for (std::int64_t r = 0; r < 4; ++r) CHECK(y[0][1][r][1].item<float>() == b[1].item<float>());
  CHECK(y[0][2][3][0].item<float>() == 1 + b[2].item<float>());
}

TEST_CASE("padding by name") {
  manual_seed(5);
  const Tensor x = randn({1, 2, 5, 6}), w = randn({3, 2, 3, 3});
  CHECK(conv2d(x, w, {}, 1, "same").equal(conv2d(x, w, {}, 1, 1)));
  CHECK(conv2d(x, w, {}, 1, "same", 2).equal(conv2d(x, w, {}, 1, 2, 2)));
  CHECK(conv2d(x, w, {}, 2, "valid").equal(conv2d(x, w, {}, 2, 0)));
  // An even kernel pads one more behind than in front.
  const Tensor y =
      conv1d(tensor({1.f, 2.f, 3.f}).view({1, 1, 3}), tensor({10.f, 1.f}).view({1, 1, 2}), {}, 1, "same");
  CHECK(y.view({3}).equal(tensor({12.f, 23.f, 30.f})));
}

TEST_CASE("images without a batch, empty batches, no channels") {
  manual_seed(6);
  const Tensor x = randn({4, 5, 5}), w = randn({6, 4, 3, 3}), b = randn({6});
  CHECK(conv2d(x, w, b).equal(conv2d(x.unsqueeze(0), w, b)[0]));
  const Tensor t = randn({4, 6, 3, 3});
  CHECK(conv_transpose2d(x, t, b).equal(conv_transpose2d(x.unsqueeze(0), t, b)[0]));

  const Tensor none = zeros({0, 4, 5, 5}).set_requires_grad(true);
  const Tensor weight = w.clone().set_requires_grad(true), bias = b.clone().set_requires_grad(true);
  const Tensor y = conv2d(none, weight, bias);
  CHECK(y.sizes() == IntArrayRef({0, 6, 3, 3}));
  y.sum().backward();
  CHECK(none.grad().sizes() == none.sizes());
  CHECK(weight.grad().eq(0).all().item<bool>());
  CHECK(bias.grad().eq(0).all().item<bool>());

  CHECK(conv2d(zeros({2, 0, 5, 5}), zeros({6, 0, 3, 3}), b).equal(b.view({1, 6, 1, 1}).expand({2, 6, 3, 3})));
}

TEST_CASE("any layout of input and weight") {
  manual_seed(7);
  const Tensor x = randn({2, 7, 6, 3}).permute({0, 3, 2, 1}), w = randn({3, 3, 3, 4}).permute({3, 2, 1, 0});
  CHECK(conv2d(x, w).equal(conv2d(x.contiguous(), w.contiguous())));
  const Tensor one = randn({1, 3, 1, 5}).expand({2, 3, 6, 5});
  CHECK(conv2d(one, w).equal(conv2d(one.contiguous(), w)));
}

TEST_CASE("NaN reaches the outputs whose windows see it, and no others") {
  Tensor x = zeros({1, 1, 5, 5});
  x[0][0][0][4].fill_(kNaN);
  const Tensor y = conv2d(x, ones({1, 1, 3, 3}));
  CHECK(y.isnan()
            .eq(tensor({false, false, true, false, false, false, false, false, false}).view({1, 1, 3, 3}))
            .all()
            .item<bool>());
}

TEST_CASE("the same bits on one thread and on two") {
  manual_seed(8);
  for (std::int64_t groups : {1, 4})
    for (std::int64_t n : {1, 9}) {
      CAPTURE(groups);
      CAPTURE(n);
      const Tensor x = randn({n, 16, 23, 21}).set_requires_grad(true);
      const Tensor w = randn({40, 16 / groups, 3, 3}).set_requires_grad(true), b = randn({40});
      const Tensor dy = randn({n, 40, 12, 11});
      std::vector<TensorList> results;
      for (int threads : {1, 2}) {
        set_num_threads(threads);
        const Tensor y = conv2d(x, w, b, 2, 1, 1, groups);
        results.push_back(autograd::grad({y}, {x, w}, {dy}));
        results.back().push_back(y);
      }
      set_num_threads(1);
      for (std::size_t i = 0; i < 3; ++i) CHECK(results[0][i].equal(results[1][i]));
      // An image gives the same bits alone, when its channels are cut, as in a batch.
      CHECK(conv2d(x[0], w, b, 2, 1, 1, groups).equal(results[0][2][0]));
    }
}

TEST_CASE("conv2d: what does not fit is an error that says so") {
  const Tensor x = zeros({2, 4, 5, 5}), w = zeros({6, 4, 3, 3});
  const auto says = [&](const std::string& text, const std::function<void()>& f) {
    CAPTURE(text);
    const std::string got = message(f);
    CAPTURE(got);
    CHECK(has(got, text));
  };
  says("conv2d: input [2, 4, 5, 5] has 4 channels, but weight [6, 3, 3, 3] with 1 groups takes 3", [&] {
    conv2d(x, zeros({6, 3, 3, 3}));
  });
  says("conv2d: input [2, 4, 5, 5] has 4 channels, but weight [6, 4, 3, 3] with 2 groups takes 8",
       [&] { conv2d(x, w, {}, 1, 0, 1, 2); });
  says("conv2d: the weight has shape [5, 2, 3, 3], wants a first size that 2 groups divide", [&] {
    conv2d(x, zeros({5, 2, 3, 3}), {}, 1, 0, 1, 2);
  });
  says("conv2d: the weight has shape [0, 4, 3, 3]", [&] { conv2d(x, zeros({0, 4, 3, 3})); });
  says("conv2d: a kernel of 7 with dilation 1 reaches over 7, but input [2, 4, 5, 5] with its padding has 5",
       [&] {
         conv2d(x, zeros({6, 4, 7, 7}));
       });
  says("conv2d: a kernel of 3 with dilation 4 reaches over 9, but input [2, 4, 5, 5] with its padding has 7",
       [&] { conv2d(x, w, {}, 1, 1, 4); });
  says("conv2d: bias has shape [5], wants [6]", [&] { conv2d(x, w, zeros({5})); });
  says("conv2d: bias has shape [6, 1], wants [6]", [&] { conv2d(x, w, zeros({6, 1})); });
  says("conv2d: input float32, weight float64 and bias float64 must be of one type",
       [&] { conv2d(x, w.to(kDouble)); });
  says("conv2d: the input is int64, wants float32 or float64", [&] { conv2d(x.to(kLong), w.to(kLong)); });
  says(
      "conv2d: the input has shape [5, 5], wants [batch, channels, height, width] or [channels, height, "
      "width]",
      [&] { conv2d(x[0][0], w); });
  says("conv2d: the weight has shape [4, 3, 3], wants 4 dimensions", [&] { conv2d(x, w[0]); });
  says("conv2d: the input has shape [2, 4, 0, 5], wants [height, width] of at least 1", [&] {
    conv2d(zeros({2, 4, 0, 5}), w, {}, 1, 2);
  });
  says("conv2d: the weight has shape [6, 4, 0, 3], wants a kernel of at least 1", [&] {
    conv2d(x, zeros({6, 4, 0, 3}));
  });
  says("conv2d: stride is [0], wants at least 1", [&] { conv2d(x, w, {}, 0); });
  says("conv2d: stride [1, 2, 3] has 3 values, wants 1 or 2", [&] { conv2d(x, w, {}, {1, 2, 3}); });
  says("conv2d: padding is [0, -1], wants at least 0", [&] { conv2d(x, w, {}, 1, {0, -1}); });
  says("conv2d: dilation is [0], wants at least 1", [&] { conv2d(x, w, {}, 1, 0, 0); });
  says("conv2d: groups is 0, wants at least 1", [&] { conv2d(x, w, {}, 1, 0, 1, 0); });
  says("conv2d: padding is \"full\", wants \"same\", \"valid\" or numbers",
       [&] { conv2d(x, w, {}, 1, "full"); });
  says("conv2d: padding \"same\" wants a stride of 1, got 2", [&] { conv2d(x, w, {}, 2, "same"); });
  says("conv2d: the input is an undefined tensor", [&] { conv2d({}, w); });
  says("conv2d: the weight is an undefined tensor", [&] { conv2d(x, {}); });
  says("conv1d: stride [1, 1] has 2 values, wants 1", [&] {
    conv1d(zeros({1, 1, 5}), zeros({1, 1, 2}), {}, {1, 1});
  });
  const std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  says("conv2d: sizes", [&] { conv2d(x, w, {}, 1, huge); });
  says("conv2d: sizes", [&] { conv2d(x, w, {}, 1, 0, huge); });
  says("conv2d: an input of [2, 4, 5, 5] would be too large with its padding",
       [&] { conv2d(x, w, {}, huge, huge / 4, huge / 8); });
  const Tensor leaf = x.clone().set_requires_grad(true), weight = ones({6, 4, 3, 3}).set_requires_grad(true);
  conv2d(leaf, weight, {}, huge, {1, 0}).sum().backward();  // the one window that a huge stride leaves
  CHECK(leaf.grad().sum({0, 1, 3}).equal(tensor({144.f, 144.f, 0.f, 0.f, 0.f})));
}

TEST_CASE("conv_transpose2d: what does not fit is an error that says so") {
  const Tensor x = zeros({2, 4, 5, 5}), w = zeros({4, 6, 3, 3});
  CHECK(message([&] {
          conv_transpose2d(x, zeros({6, 4, 3, 3}));
        }) == "conv_transpose2d: input [2, 4, 5, 5] has 4 channels, but weight [6, 4, 3, 3] takes 6");
  CHECK(message([&] { conv_transpose2d(x, w, {}, 1, 4); }) ==
        "conv_transpose2d: input [2, 4, 5, 5] and weight [4, 6, 3, 3] give an output of -1, wants at least 1 "
        "(padding 4 takes away 8)");
  CHECK(message([&] {
          conv_transpose2d(x, w, {}, {2, 1}, 0, 1);
        }) == "conv_transpose2d: output_padding is [1], wants less than stride [2, 1] or dilation [1]");
  CHECK(message([&] { conv_transpose2d(x, w, zeros({4})); }) ==
        "conv_transpose2d: bias has shape [4], wants [6], one for each channel of the output");
  const std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  CHECK(has(message([&] { conv_transpose2d(x, w, {}, huge); }), "conv_transpose2d: sizes"));
  CHECK(has(message([&] { conv_transpose2d(x, w, {}, 1, huge); }), "conv_transpose2d: sizes"));
  CHECK(has(message([&] { conv_transpose2d(x, w, {}, 1, 0, 0, 1, huge); }), "conv_transpose2d: sizes"));
}
