// New tensors, copies, and conversion between types.
#include "autograd/in_place.h"
#include "ops/elementwise.h"
#include "wengert/ops.h"

namespace wengert {

using autograd::in_place;
using autograd::record;

namespace {

Tensor finish(Tensor x, const TensorOptions& options) {
  if (options.requires_grad()) x.set_requires_grad(true);
  return x;
}

void fill_elements(const Tensor& x, const Scalar& value) {
  const TensorImpl& t = *x.impl();
  const Element element(value, t.dtype);
  const auto loop = t.contiguous ? kernels::Loop::flat(t.numel, {1}) : kernels::Loop(t.sizes, {t.strides});
  kernels::fill(t.dtype, loop, t.data(), element.data());
}

}  // namespace

Tensor empty(IntArrayRef sizes, const TensorOptions& options) {
  return finish(make_tensor(sizes, options.dtype()), options);
}

Tensor full(IntArrayRef sizes, const Scalar& value, const TensorOptions& options) {
  const ScalarType kind = value.is_floating_point() ? get_default_dtype() : value.kind();
  const Tensor x = make_tensor(sizes, options.dtype_opt().value_or(kind));
  fill_elements(x, value);
  return finish(x, options);
}
Tensor zeros(IntArrayRef sizes, const TensorOptions& options) {
  return full(sizes, 0, options.dtype(options.dtype()));
}
Tensor ones(IntArrayRef sizes, const TensorOptions& options) {
  return full(sizes, 1, options.dtype(options.dtype()));
}

// ---- Copies
// -------------------------------------------------------------------------------------------------

namespace {

/// A new contiguous tensor with x's elements (broadcast to sizes), recorded as `op`.
Tensor copied(const char* op, const Tensor& x, const Shape& sizes, ScalarType dtype) {
  const Tensor y = make_tensor(sizes, dtype);
  copy_elements(y, x);
  return record(op, y, {x}, [](const Tensor& dy) { return dy; });
}

}  // namespace

Tensor Tensor::clone() const { return copied("clone", *this, get().sizes, dtype()); }

Tensor Tensor::contiguous() const {
  return is_contiguous() ? *this : copied("contiguous", *this, get().sizes, dtype());
}

Tensor Tensor::to(ScalarType wanted) const {
  return dtype() == wanted ? *this : copied("to", *this, get().sizes, wanted);
}

Tensor& Tensor::copy_(const Tensor& source) const {
  check_defined("copy_", "the tensor", *this);
  check_defined("copy_", "the source", source);
  if (!(broadcast_shapes("copy_", get().sizes, source.impl()->sizes) == get().sizes))
    fail("copy_: a source of shape {} does not broadcast to shape {}", source.sizes(), sizes());
  return in_place("copy_", *this, {source}, [&](const Tensor& self) {
    return copied("copy_", source, self.impl()->sizes, self.dtype());
  });
}

Tensor& Tensor::fill_(const Scalar& value) const {
  check_defined("fill_", "the tensor", *this);
  return in_place("fill_", *this,
                  [&](const Tensor& self) { return full(self.sizes(), value, self.dtype()); });
}

Tensor& Tensor::zero_() const {
  check_defined("zero_", "the tensor", *this);
  return in_place("zero_", *this, [&](const Tensor& self) { return zeros(self.sizes(), self.dtype()); });
}

}  // namespace wengert
