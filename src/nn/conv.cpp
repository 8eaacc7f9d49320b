// Conv1d, Conv2d, ConvTranspose2d.
#include "wengert/nn/conv.h"

#include <cmath>

#include "nn/print.h"
#include "tensor/check.h"
#include "wengert/nn/functional.h"
#include "wengert/nn/init.h"
#include "wengert/ops/creation.h"

namespace wengert::nn {
namespace {

template <class Options>
constexpr bool kTransposed = false;
template <std::size_t D>
constexpr bool kTransposed<ConvTransposeOptions<D>> = true;

template <std::size_t D, class Options>
std::string name_of() {
  return fmt::format("Conv{}{}d", kTransposed<Options> ? "Transpose" : "", D);
}

template <std::size_t D>
bool all_are(const ExpandingArray<D>& values, std::int64_t value) {
  return *values == *ExpandingArray<D>(value);
}

template <std::size_t D>
void check_at_least(const std::string& layer, const char* option, const ExpandingArray<D>& values,
                    std::int64_t least) {
  for (std::int64_t v : *values)
    if (v < least) fail("{}: {} is {}, wants at least {}", layer, option, IntArrayRef(values), least);
}

const char* name_of_mode(const detail::conv_padding_mode_t& mode) {
  constexpr const char* names[] = {"zeros", "reflect", "replicate", "circular"};
  return names[mode.index()];
}

template <std::size_t D, class Options>
void check_options(const Options& o) {
  const std::string layer = name_of<D, Options>();
  if (o.groups() < 1) fail("{}: groups is {}, wants at least 1", layer, o.groups());
  if (o.in_channels() < 0 || o.out_channels() < 1)
    fail("{}: in_channels {} must not be negative, and out_channels {} must be positive", layer,
         o.in_channels(), o.out_channels());
  if (o.in_channels() % o.groups() != 0 || o.out_channels() % o.groups() != 0)
    fail("{}: groups {} must divide in_channels {} and out_channels {}", layer, o.groups(), o.in_channels(),
         o.out_channels());
  check_at_least(layer, "kernel_size", o.kernel_size(), 1);
  check_at_least(layer, "stride", o.stride(), 1);
  check_at_least(layer, "dilation", o.dilation(), 1);
  if constexpr (kTransposed<Options>) {
    check_at_least(layer, "padding", o.padding(), 0);
    check_at_least(layer, "output_padding", o.output_padding(), 0);
  } else {
    if (const auto* numbers = std::get_if<ExpandingArray<D>>(&o.padding()))
      check_at_least(layer, "padding", *numbers, 0);
    if (std::holds_alternative<enumtype::kSame>(o.padding()) && !all_are(o.stride(), 1))
      fail("{}: padding kSame wants a stride of 1, got {}", layer, IntArrayRef(o.stride()));
  }
  if (!std::holds_alternative<enumtype::kZeros>(o.padding_mode()))
    fail("{}: padding_mode is {}, but only zeros are supported", layer, name_of_mode(o.padding_mode()));
}

template <std::size_t D>
void print_padding(std::ostream& out, const ExpandingArray<D>& padding) {
  if (!all_are(padding, 0)) out << ", padding=" << padding;
}
template <std::size_t D>
void print_padding(std::ostream& out, const detail::conv_padding_t<D>& padding) {
  if (const auto* numbers = std::get_if<ExpandingArray<D>>(&padding))
    print_padding(out, *numbers);
  else
    out << ", padding='" << (std::holds_alternative<enumtype::kSame>(padding) ? "same" : "valid") << "'";
}

}  // namespace

template <std::size_t D, class Derived, class Options>
ConvNdImpl<D, Derived, Options>::ConvNdImpl(const Options& o) : options(o) {
  check_options<D>(o);
  ConvNdImpl::reset();
}

template <std::size_t D, class Derived, class Options>
void ConvNdImpl<D, Derived, Options>::reset() {
  const std::int64_t in = options.in_channels(), out = options.out_channels(), groups = options.groups();
  Shape sizes = kTransposed<Options> ? Shape{in, out / groups} : Shape{out, in / groups};
  for (std::int64_t k : *options.kernel_size()) sizes.push_back(k);
  weight = this->register_parameter("weight", wengert::empty(sizes));
  bias = options.bias() ? this->register_parameter("bias", wengert::empty({out}))
                        : this->register_parameter("bias", {}, false);
  reset_parameters();
}

template <std::size_t D, class Derived, class Options>
void ConvNdImpl<D, Derived, Options>::reset_parameters() {
  if (weight.numel() == 0) {  // no weight, and no scale for the bias
    if (bias.defined()) init::zeros_(bias);
    return;
  }
  init::kaiming_uniform_(weight, std::sqrt(5.0));
  const double bound = 1 / std::sqrt(double(weight.numel() / weight.size(0)));
  if (bias.defined()) init::uniform_(bias, -bound, bound);
}

template <std::size_t D, class Derived, class Options>
void ConvNdImpl<D, Derived, Options>::pretty_print(std::ostream& out) const {
  out << library_prefix() << name_of<D, Options>() << '(' << options.in_channels() << ", "
      << options.out_channels() << ", kernel_size=" << options.kernel_size()
      << ", stride=" << options.stride();
  print_padding<D>(out, options.padding());
  if (!all_are(options.dilation(), 1)) out << ", dilation=" << options.dilation();
  if constexpr (kTransposed<Options>)
    if (!all_are(options.output_padding(), 0)) out << ", output_padding=" << options.output_padding();
  if (options.groups() != 1) out << ", groups=" << options.groups();
  if (!options.bias()) out << ", bias=false";
  out << ')';
}

template class ConvNdImpl<1, Conv1dImpl, Conv1dOptions>;
template class ConvNdImpl<2, Conv2dImpl, Conv2dOptions>;
template class ConvNdImpl<2, ConvTranspose2dImpl, ConvTranspose2dOptions>;

namespace {
template <class FuncOptions, class Options>
FuncOptions function_options(const Options& o, const Tensor& bias) {
  return FuncOptions()
      .bias(bias)
      .stride(o.stride())
      .padding(o.padding())
      .dilation(o.dilation())
      .groups(o.groups());
}
}  // namespace

Tensor Conv1dImpl::forward(const Tensor& x) {
  return functional::conv1d(x, weight, function_options<functional::Conv1dFuncOptions>(options, bias));
}
Tensor Conv2dImpl::forward(const Tensor& x) {
  return functional::conv2d(x, weight, function_options<functional::Conv2dFuncOptions>(options, bias));
}

Tensor ConvTranspose2dImpl::forward(const Tensor& x, const optional<IntArrayRef>& output_size) {
  auto o = function_options<functional::ConvTranspose2dFuncOptions>(options, bias)
               .output_padding(options.output_padding());
  if (output_size) {
    check_defined("ConvTranspose2d", "the input", x);
    const std::size_t n = output_size->size();
    if (x.dim() < 2 || (n != 2 && n != std::size_t(x.dim())))
      fail("ConvTranspose2d: output_size {} for input {}, wants [height, width]", *output_size, x.sizes());
    for (std::size_t i = 0; i < 2; ++i) {
      const std::int64_t wanted = (*output_size)[n - 2 + i], stride = (*options.stride())[i],
                         in = x.size(std::int64_t(i) - 2),
                         least = (in - 1) * stride - 2 * (*options.padding())[i] +
                                 (*options.dilation())[i] * ((*options.kernel_size())[i] - 1) + 1;
      if (wanted < least || wanted >= least + stride)
        fail("ConvTranspose2d: output_size {} for input {}: size {} can be {} to {}", *output_size, x.sizes(),
             wanted, least, least + stride - 1);
      (*o.output_padding())[i] = wanted - least;
    }
  }
  return functional::conv_transpose2d(x, weight, o);
}

}  // namespace wengert::nn
