// New tensors of one value, or of none yet.
#include "wengert/ops/creation.h"
#include "tensor/check.h"
#include "tensor/elementwise.h"
#include "tensor/fill.h"
#include "tensor/tensor.h"

namespace wengert {

Tensor empty(IntArrayRef sizes, const TensorOptions& options) {
  return finish(make_tensor(sizes, options.dtype()), options);
}

Tensor full(IntArrayRef sizes, const Scalar& value, const TensorOptions& options) {
  const ScalarType kind = value.is_floating_point() ? get_default_dtype() : value.kind();
  const Tensor x = make_tensor(sizes, options.dtype_opt().value_or(kind));
  check_fits("full", value, x.dtype());
  fill_elements(x, value);
  return finish(x, options);
}

Tensor zeros(IntArrayRef sizes, const TensorOptions& options) {
  return full(sizes, 0, options.dtype(options.dtype()));
}

Tensor ones(IntArrayRef sizes, const TensorOptions& options) {
  return full(sizes, 1, options.dtype(options.dtype()));
}

Tensor scalar_tensor(const Scalar& value, const TensorOptions& options) {
  return full({}, value, options.dtype(options.dtype()));
}

namespace {

/// The options with x's type where they say none.
TensorOptions like(const char* op, const Tensor& x, const TensorOptions& options) {
  check_defined(op, "the tensor", x);
  return options.dtype(options.dtype_opt().value_or(x.dtype()));
}

}  // namespace

Tensor empty_like(const Tensor& x, const TensorOptions& options) {
  const TensorOptions o = like("empty_like", x, options);
  return empty(x.sizes(), o);
}

Tensor zeros_like(const Tensor& x, const TensorOptions& options) {
  const TensorOptions o = like("zeros_like", x, options);
  return full(x.sizes(), 0, o);
}

Tensor ones_like(const Tensor& x, const TensorOptions& options) {
  const TensorOptions o = like("ones_like", x, options);
  return full(x.sizes(), 1, o);
}

Tensor full_like(const Tensor& x, const Scalar& value, const TensorOptions& options) {
  const TensorOptions o = like("full_like", x, options);
  return full(x.sizes(), value, o);
}

namespace {
/// options with x's dtype where they name none; new_zeros and its relatives take no requires_grad.
TensorOptions of_kind(const Tensor& x, const TensorOptions& options) {
  return options.dtype(options.dtype_opt().value_or(x.dtype())).requires_grad(false);
}
}  // namespace

Tensor Tensor::new_empty(IntArrayRef sizes, const TensorOptions& options) const {
  return empty(sizes, of_kind(*this, options));
}

Tensor Tensor::new_zeros(IntArrayRef sizes, const TensorOptions& options) const {
  return zeros(sizes, of_kind(*this, options));
}

Tensor Tensor::new_ones(IntArrayRef sizes, const TensorOptions& options) const {
  return ones(sizes, of_kind(*this, options));
}

Tensor Tensor::new_full(IntArrayRef sizes, const Scalar& value, const TensorOptions& options) const {
  return full(sizes, value, of_kind(*this, options));
}

}  // namespace wengert
