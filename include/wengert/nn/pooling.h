// Pooling as functions with options, and as modules without parameters. Shapes, formulas and errors are in
// ops/pooling.h.
#pragma once
#include "wengert/base/arg.h"
#include "wengert/base/expanding_array.h"
#include "wengert/nn/holder.h"

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

/// What a pooling layer is: its options, and nothing to learn.
template <class Derived, class Options, class Size>
class Pooling : public Cloneable<Derived> {
 public:
  Pooling(Size size) : options(size) {}
  explicit Pooling(const Options& o) : options(o) {}
  void reset() override {}

  Options options;
};

struct MaxPool1dImpl : Pooling<MaxPool1dImpl, MaxPool1dOptions, ExpandingArray<1>> {
  using Pooling::Pooling;
  Tensor forward(const Tensor& x);
  std::tuple<Tensor, Tensor> forward_with_indices(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(MaxPool1d);

struct MaxPool2dImpl : Pooling<MaxPool2dImpl, MaxPool2dOptions, ExpandingArray<2>> {
  using Pooling::Pooling;
  Tensor forward(const Tensor& x);
  std::tuple<Tensor, Tensor> forward_with_indices(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(MaxPool2d);

struct AvgPool1dImpl : Pooling<AvgPool1dImpl, AvgPool1dOptions, ExpandingArray<1>> {
  using Pooling::Pooling;
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(AvgPool1d);

struct AvgPool2dImpl : Pooling<AvgPool2dImpl, AvgPool2dOptions, ExpandingArray<2>> {
  using Pooling::Pooling;
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(AvgPool2d);

struct AdaptiveAvgPool1dImpl : Pooling<AdaptiveAvgPool1dImpl, AdaptiveAvgPool1dOptions, ExpandingArray<1>> {
  using Pooling::Pooling;
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(AdaptiveAvgPool1d);

struct AdaptiveAvgPool2dImpl
    : Pooling<AdaptiveAvgPool2dImpl, AdaptiveAvgPool2dOptions, ExpandingArrayWithOptionalElem<2>> {
  using Pooling::Pooling;
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(AdaptiveAvgPool2d);

}  // namespace wengert::nn
