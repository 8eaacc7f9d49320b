#include "ops/make_view.h"
#include "autograd/history.h"
#include "autograd/record.h"
#include "base/fail.h"
#include "ops/in_place.h"
#include "tensor/tensor.h"

namespace wengert {

using autograd::record;

Tensor make_view(const Tensor& x, const Shape& sizes, const Shape& strides, std::int64_t offset) {
  Tensor y = make_alias(x, sizes, strides, offset);
  if (is_floating(x.dtype())) {
    autograd::sync(*x.impl());
    TensorImpl &view = *y.impl(), &from = *x.impl();
    view.base = from.base ? from.base : detail::Ref<TensorImpl>(&from);
    view.seen = view.base->history;
    view.refresh_view = from.base ? from.refresh_view : autograd::refresh_view;
  }
  return y;
}

Tensor viewed(const Tensor& x, const Shape& sizes, const Shape& strides) {
  const Shape before = x.impl()->sizes;
  return record("view", make_view(x, sizes, strides, x.storage_offset()), {x},
                [before](const Tensor& dy) { return dy.reshape(before); });
}

Tensor& take_shape(const char* op, const Tensor& self, const Tensor& y) {
  if (GradMode::is_enabled() && self.requires_grad() && self.is_leaf())
    fail("{}: a leaf that requires a gradient can't change its shape while operations are recorded", op);
  TensorImpl& t = *self.impl();
  const TensorImpl& v = *y.impl();
  t.sizes = v.sizes;
  t.strides = v.strides;
  t.contiguous = v.contiguous;
  if (v.requires_grad) {
    t.node = v.node;
    t.output = v.output;
  } else if (t.node && autograd::is_leaf(t)) {  // not recorded: its gradient will have the new shape
    autograd::leaf_of(t).outputs()[0].sizes = v.sizes;
  }
  t.storage->advance(op);  // what saved this tensor saved its old shape
  return const_cast<Tensor&>(self);
}

}  // namespace wengert
