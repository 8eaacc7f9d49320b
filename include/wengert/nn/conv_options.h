// The options of convolutions, for layers and functions of D spatial dimensions.
#pragma once
#include <variant>

#include "wengert/base/arg.h"
#include "wengert/base/enum.h"
#include "wengert/base/expanding_array.h"
#include "wengert/tensor.h"

namespace wengert::nn {

namespace detail {
using conv_padding_mode_t =
    std::variant<enumtype::kZeros, enumtype::kReflect, enumtype::kReplicate, enumtype::kCircular>;
template <std::size_t D>
using conv_padding_t = std::variant<ExpandingArray<D>, enumtype::kValid, enumtype::kSame>;
}  // namespace detail

template <std::size_t D>
struct ConvOptions {
  using padding_mode_t = detail::conv_padding_mode_t;
  using padding_t = detail::conv_padding_t<D>;
  ConvOptions(std::int64_t in_channels, std::int64_t out_channels, ExpandingArray<D> kernel_size)
      : in_channels_(in_channels), out_channels_(out_channels), kernel_size_(kernel_size) {}
  WENGERT_ARG(std::int64_t, in_channels);
  WENGERT_ARG(std::int64_t, out_channels);
  WENGERT_ARG(ExpandingArray<D>, kernel_size);
  WENGERT_ARG(ExpandingArray<D>, stride) = 1;
  /// Numbers; kSame for an output of the input's size (stride 1); kValid for none.
  WENGERT_ARG(padding_t, padding) = ExpandingArray<D>(0);
  WENGERT_ARG(ExpandingArray<D>, dilation) = 1;
  WENGERT_ARG(std::int64_t, groups) = 1;
  WENGERT_ARG(bool, bias) = true;
  /// Only kZeros is supported.
  WENGERT_ARG(padding_mode_t, padding_mode) = kZeros;

 public:
  ConvOptions& padding(std::initializer_list<std::int64_t> values) {
    return padding(padding_t(ExpandingArray<D>(values)));
  }
};
using Conv1dOptions = ConvOptions<1>;
using Conv2dOptions = ConvOptions<2>;

template <std::size_t D>
struct ConvTransposeOptions {
  using padding_mode_t = detail::conv_padding_mode_t;
  ConvTransposeOptions(std::int64_t in_channels, std::int64_t out_channels, ExpandingArray<D> kernel_size)
      : in_channels_(in_channels), out_channels_(out_channels), kernel_size_(kernel_size) {}
  WENGERT_ARG(std::int64_t, in_channels);
  WENGERT_ARG(std::int64_t, out_channels);
  WENGERT_ARG(ExpandingArray<D>, kernel_size);
  WENGERT_ARG(ExpandingArray<D>, stride) = 1;
  /// Taken away from each side of the output.
  WENGERT_ARG(ExpandingArray<D>, padding) = 0;
  /// Added to one side of the output; less than stride or dilation.
  WENGERT_ARG(ExpandingArray<D>, output_padding) = 0;
  WENGERT_ARG(std::int64_t, groups) = 1;
  WENGERT_ARG(bool, bias) = true;
  WENGERT_ARG(ExpandingArray<D>, dilation) = 1;
  /// Only kZeros is supported.
  WENGERT_ARG(padding_mode_t, padding_mode) = kZeros;
};
using ConvTranspose2dOptions = ConvTransposeOptions<2>;

namespace functional {

template <std::size_t D>
struct ConvFuncOptions {
  using padding_t = detail::conv_padding_t<D>;
  WENGERT_ARG(Tensor, bias) = {};
  WENGERT_ARG(ExpandingArray<D>, stride) = 1;
  WENGERT_ARG(padding_t, padding) = ExpandingArray<D>(0);
  WENGERT_ARG(ExpandingArray<D>, dilation) = 1;
  WENGERT_ARG(std::int64_t, groups) = 1;

 public:
  ConvFuncOptions& padding(std::initializer_list<std::int64_t> values) {
    return padding(padding_t(ExpandingArray<D>(values)));
  }
};
using Conv1dFuncOptions = ConvFuncOptions<1>;
using Conv2dFuncOptions = ConvFuncOptions<2>;

template <std::size_t D>
struct ConvTransposeFuncOptions {
  WENGERT_ARG(Tensor, bias) = {};
  WENGERT_ARG(ExpandingArray<D>, stride) = 1;
  WENGERT_ARG(ExpandingArray<D>, padding) = 0;
  WENGERT_ARG(ExpandingArray<D>, output_padding) = 0;
  WENGERT_ARG(std::int64_t, groups) = 1;
  WENGERT_ARG(ExpandingArray<D>, dilation) = 1;
};
using ConvTranspose2dFuncOptions = ConvTransposeFuncOptions<2>;

}  // namespace functional
}  // namespace wengert::nn
