// Pooling: from options to the arguments of the operations, and how the modules print.
#include "wengert/nn/pooling.h"

#include <ostream>

#include "tensor/check.h"
#include "wengert/ops/avg_pool.h"
#include "wengert/ops/max_pool.h"

namespace wengert::nn {

namespace functional {

Tensor max_pool1d(const Tensor& x, const MaxPool1dFuncOptions& o) {
  return wengert::max_pool1d(x, o.kernel_size(), o.stride(), o.padding(), o.dilation(), o.ceil_mode());
}
Tensor max_pool2d(const Tensor& x, const MaxPool2dFuncOptions& o) {
  return wengert::max_pool2d(x, o.kernel_size(), o.stride(), o.padding(), o.dilation(), o.ceil_mode());
}
std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& x, const MaxPool1dFuncOptions& o) {
  return wengert::max_pool1d_with_indices(x, o.kernel_size(), o.stride(), o.padding(), o.dilation(),
                                          o.ceil_mode());
}
std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& x, const MaxPool2dFuncOptions& o) {
  return wengert::max_pool2d_with_indices(x, o.kernel_size(), o.stride(), o.padding(), o.dilation(),
                                          o.ceil_mode());
}
Tensor avg_pool1d(const Tensor& x, const AvgPool1dFuncOptions& o) {
  return wengert::avg_pool1d(x, o.kernel_size(), o.stride(), o.padding(), o.ceil_mode(),
                             o.count_include_pad());
}
Tensor avg_pool2d(const Tensor& x, const AvgPool2dFuncOptions& o) {
  return wengert::avg_pool2d(x, o.kernel_size(), o.stride(), o.padding(), o.ceil_mode(),
                             o.count_include_pad(), o.divisor_override());
}
Tensor adaptive_avg_pool1d(const Tensor& x, const AdaptiveAvgPool1dFuncOptions& o) {
  return wengert::adaptive_avg_pool1d(x, o.output_size());
}
Tensor adaptive_avg_pool2d(const Tensor& x, const AdaptiveAvgPool2dFuncOptions& o) {
  Shape size;
  for (std::int64_t d = 0; d < 2; ++d) {
    const std::int64_t own = x.defined() && x.dim() >= 2 ? x.size(d - 2) : 0;  // else an error below
    size.push_back((*o.output_size())[std::size_t(d)].value_or(own));
  }
  return wengert::adaptive_avg_pool2d(x, size);
}

}  // namespace functional

namespace F = functional;

Tensor MaxPool1dImpl::forward(const Tensor& x) { return F::max_pool1d(x, options); }
Tensor MaxPool2dImpl::forward(const Tensor& x) { return F::max_pool2d(x, options); }
std::tuple<Tensor, Tensor> MaxPool1dImpl::forward_with_indices(const Tensor& x) {
  return F::max_pool1d_with_indices(x, options);
}
std::tuple<Tensor, Tensor> MaxPool2dImpl::forward_with_indices(const Tensor& x) {
  return F::max_pool2d_with_indices(x, options);
}
Tensor AvgPool1dImpl::forward(const Tensor& x) { return F::avg_pool1d(x, options); }
Tensor AvgPool2dImpl::forward(const Tensor& x) { return F::avg_pool2d(x, options); }
Tensor AdaptiveAvgPool1dImpl::forward(const Tensor& x) { return F::adaptive_avg_pool1d(x, options); }
Tensor AdaptiveAvgPool2dImpl::forward(const Tensor& x) { return F::adaptive_avg_pool2d(x, options); }

namespace {

template <std::size_t D>
void print(std::ostream& out, const MaxPoolOptions<D>& o) {
  out << "MaxPool" << D << "d(kernel_size=" << o.kernel_size() << ", stride=" << o.stride()
      << ", padding=" << o.padding() << ", dilation=" << o.dilation()
      << ", ceil_mode=" << (o.ceil_mode() ? "true" : "false") << ")";
}
template <std::size_t D>
void print(std::ostream& out, const AvgPoolOptions<D>& o) {
  out << "AvgPool" << D << "d(kernel_size=" << o.kernel_size() << ", stride=" << o.stride()
      << ", padding=" << o.padding() << ")";
}

}  // namespace

void MaxPool1dImpl::pretty_print(std::ostream& out) const { print(out, options); }
void MaxPool2dImpl::pretty_print(std::ostream& out) const { print(out, options); }
void AvgPool1dImpl::pretty_print(std::ostream& out) const { print(out, options); }
void AvgPool2dImpl::pretty_print(std::ostream& out) const { print(out, options); }
void AdaptiveAvgPool1dImpl::pretty_print(std::ostream& out) const {
  out << "AdaptiveAvgPool1d(output_size=" << options.output_size() << ")";
}
void AdaptiveAvgPool2dImpl::pretty_print(std::ostream& out) const {
  const auto text = [](const optional<std::int64_t>& n) { return n ? std::to_string(*n) : "None"; };
  const auto& [rows, cols] = *options.output_size();
  out << "AdaptiveAvgPool2d(output_size=[" << text(rows) << ", " << text(cols) << "])";
}

}  // namespace wengert::nn
