// Views with fewer or more dimensions of size 1; the gradient is the view that leads back.
#include "wengert/ops/squeeze.h"
#include "autograd/record.h"
#include "ops/make_view.h"
#include "tensor/check.h"

namespace wengert {

namespace {

/// Without the dimensions of size 1 that `drop` names.
Tensor squeezed(const Tensor& x, unsigned drop) {
  Shape sizes, strides;
  for (std::int64_t d = 0; d < x.dim(); ++d) {
    if (x.sizes()[std::size_t(d)] == 1 && (drop & (1u << d))) continue;
    sizes.push_back(x.sizes()[std::size_t(d)]);
    strides.push_back(x.strides()[std::size_t(d)]);
  }
  return viewed(x, sizes, strides);
}

}  // namespace

Tensor squeeze(const Tensor& x) {
  check_defined("squeeze", "the tensor", x);
  return squeezed(x, ~0u);
}
Tensor squeeze(const Tensor& x, std::int64_t d) {
  check_defined("squeeze", "the tensor", x);
  return squeezed(x, 1u << wrap_dim("squeeze", d, x.dim()));
}

Tensor unsqueeze(const Tensor& x, std::int64_t d) {
  check_defined("unsqueeze", "the tensor", x);
  const std::int64_t at = wrap_dim("unsqueeze", d, x.dim() + 1);
  Shape sizes = x.sizes(), strides = x.strides();
  strides.insert(at, at < x.dim() ? sizes[at] * strides[at] : 1);
  sizes.insert(at, 1);
  return viewed(x, sizes, strides);
}

Tensor& Tensor::squeeze_() const { return take_shape("squeeze_", *this, squeeze()); }
Tensor& Tensor::squeeze_(std::int64_t d) const { return take_shape("squeeze_", *this, squeeze(d)); }
Tensor& Tensor::unsqueeze_(std::int64_t d) const { return take_shape("unsqueeze_", *this, unsqueeze(d)); }
Tensor Tensor::squeeze() const { return wengert::squeeze(*this); }
Tensor Tensor::squeeze(std::int64_t d) const { return wengert::squeeze(*this, d); }
Tensor Tensor::unsqueeze(std::int64_t d) const { return wengert::unsqueeze(*this, d); }

}  // namespace wengert
