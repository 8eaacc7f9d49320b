// One value written to all elements.
#include "tensor/fill.h"
#include "ops/copy.h"
#include "ops/in_place.h"
#include "tensor/elementwise.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/fill.h"

namespace wengert {

using autograd::in_place;

Tensor& Tensor::fill_(const Tensor& value) const {
  check_defined("fill_", "the tensor", *this);
  check_defined("fill_", "the value", value);
  if (value.dim() != 0) fail("fill_: the value must be 0-d, got shape {}; use copy_", value.sizes());
  return copy_into("fill_", *this, value);
}
Tensor& Tensor::fill_(const Scalar& value) const {
  check_defined("fill_", "the tensor", *this);
  check_fits("fill_", value, dtype());
  if (autograd::recording({*this}))
    return in_place("fill_", *this, [&](const Tensor& x) { return full(x.sizes(), value, x.dtype()); });
  autograd::check_in_place("fill_", *this);
  fill_elements(*this, value);
  impl_->storage->advance("fill_");
  return const_cast<Tensor&>(*this);
}

Tensor& Tensor::zero_() const { return fill_(0); }

}  // namespace wengert
