#include "tensor/fill.h"
#include "tensor/elementwise.h"

namespace wengert {

Tensor finish(const Tensor& x, const TensorOptions& options) {
  if (options.requires_grad()) x.set_requires_grad(true);
  return x;
}

void check_fits(const char* op, const Scalar& value, ScalarType dtype) {
  if ((dtype == kLong && !value.fits<std::int64_t>()) || (dtype == kFloat && !value.fits<float>()))
      [[unlikely]]
    fail("{}: {} does not fit {}", op, value.to_double(), dtype);
}

void fill_elements(const Tensor& x, const Scalar& value) {
  const TensorImpl& t = *x.impl();
  const Element element(value, t.dtype);
  const auto loop = t.contiguous ? kernels::Loop::flat(t.numel, {1}) : kernels::Loop(t.sizes, {t.strides});
  kernels::fill(t.dtype, loop, t.data(), element.data());
}

}  // namespace wengert
