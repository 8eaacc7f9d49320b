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
  WENGERT_FIELDS((std::int64_t, in_channels), (std::int64_t, out_channels), (ExpandingArray<D>, kernel_size),
                 (ExpandingArray<D>, stride, 1),
                 /// Numbers; kSame for an output of the input's size (stride 1); kValid for none.
                 (padding_t, padding, ExpandingArray<D>(0)), (ExpandingArray<D>, dilation, 1),
                 (std::int64_t, groups, 1), (bool, bias, true),
                 /// Only kZeros is supported.
                 (padding_mode_t, padding_mode, kZeros));

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
  WENGERT_FIELDS((std::int64_t, in_channels), (std::int64_t, out_channels), (ExpandingArray<D>, kernel_size),
                 (ExpandingArray<D>, stride, 1),
                 /// Taken away from each side of the output.
                 (ExpandingArray<D>, padding, 0),
                 /// Added to one side of the output; less than stride or dilation.
                 (ExpandingArray<D>, output_padding, 0), (std::int64_t, groups, 1), (bool, bias, true),
                 (ExpandingArray<D>, dilation, 1),
                 /// Only kZeros is supported.
                 (padding_mode_t, padding_mode, kZeros));
};
using ConvTranspose2dOptions = ConvTransposeOptions<2>;

namespace functional {

template <std::size_t D>
struct ConvFuncOptions {
  using padding_t = detail::conv_padding_t<D>;
  WENGERT_FIELDS((Tensor, bias, {}), (ExpandingArray<D>, stride, 1),
                 (padding_t, padding, ExpandingArray<D>(0)), (ExpandingArray<D>, dilation, 1),
                 (std::int64_t, groups, 1));

  ConvFuncOptions& padding(std::initializer_list<std::int64_t> values) {
    return padding(padding_t(ExpandingArray<D>(values)));
  }
};
using Conv1dFuncOptions = ConvFuncOptions<1>;
using Conv2dFuncOptions = ConvFuncOptions<2>;

template <std::size_t D>
struct ConvTransposeFuncOptions {
  WENGERT_FIELDS((Tensor, bias, {}), (ExpandingArray<D>, stride, 1), (ExpandingArray<D>, padding, 0),
                 (ExpandingArray<D>, output_padding, 0), (std::int64_t, groups, 1),
                 (ExpandingArray<D>, dilation, 1));
};
using ConvTranspose2dFuncOptions = ConvTransposeFuncOptions<2>;

}  // namespace functional
}  // namespace wengert::nn
