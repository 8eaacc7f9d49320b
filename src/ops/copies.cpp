// Copies, conversion between types, and writing one tensor or value into another.
#include "autograd/history.h"
#include "ops/in_place.h"
#include "tensor/elementwise.h"
#include "tensor/fill.h"
#include "wengert/ops/creation.h"

namespace wengert {

using autograd::in_place;
using autograd::record;

namespace {

/// A new contiguous tensor with x's elements (broadcast to sizes), recorded as `op`.
Tensor copied(const char* op, const Tensor& x, const Shape& sizes, ScalarType dtype) {
  const Tensor y = make_tensor(sizes, dtype);
  copy_elements(y, x);
  return record(op, y, {x}, [](const Tensor& dy) { return dy; });
}

/// self = source. Nothing recorded and nothing shared: straight into self's memory.
Tensor& write(const char* op, const Tensor& self, const Tensor& source) {
  if (autograd::recording({self, source}) || self.impl()->storage == source.impl()->storage)
    return in_place(op, self, {source},
                    [&](const Tensor& x) { return copied(op, source, x.impl()->sizes, x.dtype()); });
  autograd::check_in_place(op, self);
  copy_elements(self, source);
  self.impl()->storage->advance(op);
  return const_cast<Tensor&>(self);
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
  return write("copy_", *this, source);
}

Tensor& Tensor::fill_(const Tensor& value) const {
  check_defined("fill_", "the tensor", *this);
  check_defined("fill_", "the value", value);
  if (value.dim() != 0) fail("fill_: the value must be 0-d, got shape {}; use copy_", value.sizes());
  return write("fill_", *this, value);
}

Tensor& Tensor::fill_(const Scalar& value) const {
  check_defined("fill_", "the tensor", *this);
  if (autograd::recording({*this}))
    return in_place("fill_", *this, [&](const Tensor& x) { return full(x.sizes(), value, x.dtype()); });
  autograd::check_in_place("fill_", *this);
  fill_elements(*this, value);
  impl_->storage->advance("fill_");
  return const_cast<Tensor&>(*this);
}

Tensor& Tensor::zero_() const { return fill_(0); }

Tensor& Tensor::set_data(const Tensor& other) const {
  check_defined("set_data", "the tensor", *this);
  check_defined("set_data", "other", other);
  if (requires_grad() && !other.is_floating_point())
    fail("set_data: only floating-point tensors have gradients, other is {}", other.dtype());
  if (requires_grad() && !is_leaf())
    fail("set_data: this is the result of '{}'; only a leaf can be given other elements", impl_->node->op());
  TensorImpl& t = *impl_;
  const TensorImpl& o = *other.impl();
  t.storage = o.storage;
  t.offset = o.offset;
  t.numel = o.numel;
  t.sizes = o.sizes;
  t.strides = o.strides;
  t.dtype = o.dtype;
  t.contiguous = o.contiguous;
  t.base = nullptr;
  if (t.node) {  // the place of a leaf's gradient
    t.node->outputs()[0].sizes = o.sizes;
    t.node->outputs()[0].dtype = o.dtype;
  }
  return const_cast<Tensor&>(*this);
}

Tensor Tensor::to(const TensorOptions& options) const {
  return to(options.dtype_opt().value_or(dtype()));
}
Tensor Tensor::to(Device device) const { return to(TensorOptions(device)); }
Tensor Tensor::to(DeviceType device) const { return to(TensorOptions(device)); }
Tensor Tensor::to(Device device, ScalarType type) const {
  return to(TensorOptions(device).dtype(type));
}
Tensor Tensor::to(const Tensor& other) const { return to(other.dtype()); }
Tensor Tensor::to(ScalarType type, bool, bool copy) const {
  return copy && type == dtype() ? clone() : to(type);
}
Tensor Tensor::to(Device device, ScalarType type, bool, bool copy) const {
  return to(TensorOptions(device).dtype(type), false, copy);
}
Tensor Tensor::to(const TensorOptions& options, bool, bool copy) const {
  return to(options.dtype_opt().value_or(dtype()), false, copy);
}
Tensor Tensor::to(const Tensor& other, bool, bool copy) const {
  return to(other.dtype(), false, copy);
}
Tensor Tensor::type_as(const Tensor& other) const { return to(other.dtype()); }
Tensor Tensor::cpu() const { return to(dtype()); }
}  // namespace wengert
