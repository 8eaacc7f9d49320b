// Pooling as functions with options, and as layers. Shapes, formulas and errors are in
// ops/max_pool.h and ops/avg_pool.h.
#pragma once
#include "wengert/base/expanding_array.h"
#include "wengert/nn/stateless.h"

namespace wengert::nn {

/// One size for each of D dimensions, or one for all; nullopt keeps the input's.
template <std::size_t D>
class ExpandingArrayWithOptionalElem : public ExpandingArray<D, optional<std::int64_t>> {
  using Base = ExpandingArray<D, optional<std::int64_t>>;

 public:
  using Base::Base;
  ExpandingArrayWithOptionalElem(std::int64_t one) : Base(optional<std::int64_t>(one)) {}
  ExpandingArrayWithOptionalElem(std::initializer_list<std::int64_t> list)
      : Base(std::vector<optional<std::int64_t>>(list.begin(), list.end())) {}
  ExpandingArrayWithOptionalElem(const std::vector<std::int64_t>& list)
      : Base(std::vector<optional<std::int64_t>>(list.begin(), list.end())) {}
};

template <std::size_t D>
struct MaxPoolOptions {
  MaxPoolOptions(ExpandingArray<D> size) : kernel_size_(size), stride_(size) {}
  WENGERT_FIELDS((ExpandingArray<D>, kernel_size),
                 /// Default: the kernel size.
                 (ExpandingArray<D>, stride), (ExpandingArray<D>, padding, 0),
                 (ExpandingArray<D>, dilation, 1),
                 /// Rounds the number of windows up instead of down.
                 (bool, ceil_mode, false));
};
using MaxPool1dOptions = MaxPoolOptions<1>;
using MaxPool2dOptions = MaxPoolOptions<2>;

template <std::size_t D>
struct AvgPoolOptions {
  AvgPoolOptions(ExpandingArray<D> size) : kernel_size_(size), stride_(size) {}
  static constexpr int printed = 3;  // of the fields, as in libtorch
  WENGERT_FIELDS((ExpandingArray<D>, kernel_size),
                 /// Default: the kernel size.
                 (ExpandingArray<D>, stride), (ExpandingArray<D>, padding, 0), (bool, ceil_mode, false),
                 (bool, count_include_pad, true),
                 /// What to divide a window's sum by instead of its size; two dimensions only.
                 (optional<std::int64_t>, divisor_override, nullopt));
};
using AvgPool1dOptions = AvgPoolOptions<1>;
using AvgPool2dOptions = AvgPoolOptions<2>;

template <class Size>
struct AdaptiveAvgPoolOptions {
  AdaptiveAvgPoolOptions(Size size) : output_size_(size) {}
  WENGERT_FIELDS((Size, output_size));
};
using AdaptiveAvgPool1dOptions = AdaptiveAvgPoolOptions<ExpandingArray<1>>;
using AdaptiveAvgPool2dOptions = AdaptiveAvgPoolOptions<ExpandingArrayWithOptionalElem<2>>;

namespace functional {

using MaxPool1dFuncOptions = MaxPool1dOptions;
using MaxPool2dFuncOptions = MaxPool2dOptions;
using AvgPool1dFuncOptions = AvgPool1dOptions;
using AvgPool2dFuncOptions = AvgPool2dOptions;
using AdaptiveAvgPool1dFuncOptions = AdaptiveAvgPool1dOptions;
using AdaptiveAvgPool2dFuncOptions = AdaptiveAvgPool2dOptions;

Tensor max_pool1d(const Tensor& x, const MaxPool1dFuncOptions& options);
Tensor max_pool2d(const Tensor& x, const MaxPool2dFuncOptions& options);
std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& x, const MaxPool1dFuncOptions& options);
std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& x, const MaxPool2dFuncOptions& options);
Tensor avg_pool1d(const Tensor& x, const AvgPool1dFuncOptions& options);
Tensor avg_pool2d(const Tensor& x, const AvgPool2dFuncOptions& options);
Tensor adaptive_avg_pool1d(const Tensor& x, const AdaptiveAvgPool1dFuncOptions& options);
Tensor adaptive_avg_pool2d(const Tensor& x, const AdaptiveAvgPool2dFuncOptions& options);

}  // namespace functional

struct MaxPool1dImpl : Stateless<MaxPool1dImpl, MaxPool1dOptions> {
  using Stateless::Stateless;
  Tensor forward(const Tensor& x) { return functional::max_pool1d(x, options); }
  std::tuple<Tensor, Tensor> forward_with_indices(const Tensor& x) {
    return functional::max_pool1d_with_indices(x, options);
  }
};
WENGERT_LIBRARY_STATELESS(MaxPool1d, MaxPool1dOptions);

struct MaxPool2dImpl : Stateless<MaxPool2dImpl, MaxPool2dOptions> {
  using Stateless::Stateless;
  Tensor forward(const Tensor& x) { return functional::max_pool2d(x, options); }
  std::tuple<Tensor, Tensor> forward_with_indices(const Tensor& x) {
    return functional::max_pool2d_with_indices(x, options);
  }
};
WENGERT_LIBRARY_STATELESS(MaxPool2d, MaxPool2dOptions);

WENGERT_LAYER(AvgPool1d, functional::avg_pool1d, AvgPool1dOptions);
WENGERT_LAYER(AvgPool2d, functional::avg_pool2d, AvgPool2dOptions);
WENGERT_LAYER(AdaptiveAvgPool1d, functional::adaptive_avg_pool1d, AdaptiveAvgPool1dOptions);
WENGERT_LAYER(AdaptiveAvgPool2d, functional::adaptive_avg_pool2d, AdaptiveAvgPool2dOptions);

}  // namespace wengert::nn
