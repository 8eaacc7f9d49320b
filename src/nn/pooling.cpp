// Pooling: from options to the arguments of the operations.
#include "wengert/nn/pooling.h"

#include "wengert/ops/avg_pool.h"
#include "wengert/ops/max_pool.h"

namespace wengert::nn::functional {

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

}  // namespace wengert::nn::functional
