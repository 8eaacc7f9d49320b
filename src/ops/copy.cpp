// A tensor's elements written into another one.
#include "ops/copy.h"
#include "autograd/history.h"
#include "ops/in_place.h"
#include "tensor/elementwise.h"
#include "tensor/tensor.h"

namespace wengert {

using autograd::in_place;
using autograd::record;

Tensor copied(const char* op, const Tensor& x, const Shape& sizes, ScalarType dtype) {
  const Tensor y = make_tensor(sizes, dtype);
  copy_elements(y, x);
  return record(op, y, {x}, [](const Tensor& dy) { return dy; });
}

Tensor& copy_into(const char* op, const Tensor& self, const Tensor& source) {
  if (autograd::recording({self, source}) || self.impl()->storage == source.impl()->storage)
    return in_place(op, self, {source},
                    [&](const Tensor& x) { return copied(op, source, x.impl()->sizes, x.dtype()); });
  autograd::check_in_place(op, self);
  copy_elements(self, source);
  self.impl()->storage->advance(op);
  return const_cast<Tensor&>(self);
}

Tensor& Tensor::copy_(const Tensor& source) const {
  check_defined("copy_", "the tensor", *this);
  check_defined("copy_", "the source", source);
  if (!(broadcast_shapes("copy_", get().sizes, source.impl()->sizes) == get().sizes))
    fail("copy_: a source of shape {} does not broadcast to shape {}", source.sizes(), sizes());
  return copy_into("copy_", *this, source);
}

Tensor& Tensor::set_data(const Tensor& other) const {
  check_defined("set_data", "the tensor", *this);
  check_defined("set_data", "other", other);
  if (requires_grad() && !other.is_floating_point())
    fail("set_data: only floating-point tensors have gradients, other is {}", other.dtype());
  if (requires_grad() && !is_leaf())
    fail("set_data: this is the result of '{}'; only a leaf can be given other elements",
         autograd::node_of(*impl_)->op());
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
  if (t.node) {
    autograd::leaf_of(t).outputs()[0].sizes = o.sizes;
    autograd::leaf_of(t).outputs()[0].dtype = o.dtype;
  }
  return const_cast<Tensor&>(*this);
}

}  // namespace wengert
