// Layers of convolutions.
#pragma once
#include "wengert/nn/conv_options.h"
#include "wengert/nn/holder.h"

namespace wengert::nn {

/// What the layers share: weight [out, in / groups, k...] (transposed: [in, out / groups, k...]) and bias
/// [out].
///
/// Weight and then bias start uniform in +-1/sqrt(fan_in), fan_in being the elements of weight[0]: He et al.
/// 2015, arXiv:1502.01852, with a leaky slope of sqrt(5). Errors: channels that are negative or that groups
/// do not divide; kernel, stride or dilation below 1; negative padding; a padding_mode other than kZeros.
template <std::size_t D, class Derived, class Options>
class ConvNdImpl : public Cloneable<Derived> {
 public:
  explicit ConvNdImpl(const Options& options);

  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& out) const override;

  Options options;
  Tensor weight, bias;
};

class Conv1dImpl;
class Conv2dImpl;
class ConvTranspose2dImpl;
extern template class ConvNdImpl<1, Conv1dImpl, Conv1dOptions>;
extern template class ConvNdImpl<2, Conv2dImpl, Conv2dOptions>;
extern template class ConvNdImpl<2, ConvTranspose2dImpl, ConvTranspose2dOptions>;

/// conv1d of [N, in, L] or [in, L].
class Conv1dImpl : public ConvNdImpl<1, Conv1dImpl, Conv1dOptions> {
 public:
  using ConvNdImpl::ConvNdImpl;
  Conv1dImpl(std::int64_t in_channels, std::int64_t out_channels, ExpandingArray<1> kernel_size)
      : Conv1dImpl(Conv1dOptions(in_channels, out_channels, kernel_size)) {}
  Tensor forward(const Tensor& x);
};
WENGERT_LIBRARY_MODULE(Conv1d);

/// conv2d of [N, in, H, W] or [in, H, W].
class Conv2dImpl : public ConvNdImpl<2, Conv2dImpl, Conv2dOptions> {
 public:
  using ConvNdImpl::ConvNdImpl;
  Conv2dImpl(std::int64_t in_channels, std::int64_t out_channels, ExpandingArray<2> kernel_size)
      : Conv2dImpl(Conv2dOptions(in_channels, out_channels, kernel_size)) {}
  Tensor forward(const Tensor& x);
};
WENGERT_LIBRARY_MODULE(Conv2d);

/// conv_transpose2d of [N, in, H, W] or [in, H, W].
class ConvTranspose2dImpl : public ConvNdImpl<2, ConvTranspose2dImpl, ConvTranspose2dOptions> {
 public:
  using ConvNdImpl::ConvNdImpl;
  ConvTranspose2dImpl(std::int64_t in_channels, std::int64_t out_channels, ExpandingArray<2> kernel_size)
      : ConvTranspose2dImpl(ConvTranspose2dOptions(in_channels, out_channels, kernel_size)) {}
  /// output_size, [H', W'] or with the leading sizes, chooses the output_padding. Error when no
  /// output_padding gives it.
  Tensor forward(const Tensor& x, const optional<IntArrayRef>& output_size = nullopt);
};
WENGERT_LIBRARY_MODULE(ConvTranspose2d);

}  // namespace wengert::nn
