// y = condition ? a : b, and masked_fill, which is where(mask, value, x).
#include "wengert/ops/where.h"
#include "ops/in_place.h"
#include "tensor/elementwise.h"
#include "tensor/fill.h"

namespace wengert {

using autograd::in_place;
using autograd::record;
using autograd::saving;

namespace {

void check_mask(const char* op, const char* name, const Tensor& mask) {
  check_defined(op, name, mask);
  if (mask.dtype() != ScalarType::Bool) fail("{}: {} is {}, wants bool", op, name, mask.dtype());
}

/// dy where the condition holds, else 0; and the other way round.
Tensor kept(const Tensor& dy, const Tensor& condition) { return where(condition, dy, 0); }

Tensor dropped(const Tensor& dy, const Tensor& condition) { return where(condition, 0, dy); }

}  // namespace

Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b) {
  check_mask("where", "the condition", condition);
  check_defined("where", "the first tensor", a);
  check_defined("where", "the second tensor", b);
  return record("where", map_where("where", condition, a, b, result_type(a, b)), {a, b},
                saving(condition, kept), saving(condition, dropped));
}
Tensor where(const Tensor& condition, const Tensor& a, const Scalar& b) {
  check_mask("where", "the condition", condition);
  check_defined("where", "the tensor", a);
  return record("where", map_where("where", condition, a, b, result_type(a, b)), {a},
                saving(condition, kept));
}
Tensor where(const Tensor& condition, const Scalar& a, const Tensor& b) {
  check_mask("where", "the condition", condition);
  check_defined("where", "the tensor", b);
  return record("where", map_where("where", condition, a, b, result_type(b, a)), {b},
                saving(condition, dropped));
}
Tensor where(const Tensor& condition, const Scalar& a, const Scalar& b) {
  check_mask("where", "the condition", condition);
  const ScalarType kind = promote_types(a.kind(), b.kind());
  return map_where("where", condition, a, b, kind == ScalarType::Double ? get_default_dtype() : kind);
}

Tensor masked_fill(const Tensor& x, const Tensor& mask, const Scalar& value) {
  check_defined("masked_fill", "the tensor", x);
  check_mask("masked_fill", "the mask", mask);
  check_fits("masked_fill", value, x.dtype());
  return record("masked_fill", map_where("masked_fill", mask, value, x, x.dtype()), {x},
                saving(mask, dropped));
}
Tensor masked_fill(const Tensor& x, const Tensor& mask, const Tensor& value) {
  check_defined("masked_fill", "the tensor", x);
  check_mask("masked_fill", "the mask", mask);
  check_defined("masked_fill", "the value", value);
  if (value.dim() != 0)
    fail("masked_fill: the value has shape {}, wants a number or a 0-d tensor", value.sizes());
  return record("masked_fill", map_where("masked_fill", mask, value, x, x.dtype()), {x, value},
                saving(mask, dropped), saving(mask, kept));
}

Tensor& Tensor::masked_fill_(const Tensor& mask, const Scalar& value) const {
  return in_place("masked_fill_", *this,
                  [&](const Tensor& x) { return wengert::masked_fill(x, mask, value); });
}
Tensor& Tensor::masked_fill_(const Tensor& mask, const Tensor& value) const {
  return in_place("masked_fill_", *this, {value},
                  [&](const Tensor& x) { return wengert::masked_fill(x, mask, value); });
}
Tensor Tensor::where(const Tensor& condition, const Tensor& other) const {
  return wengert::where(condition, *this, other);
}
Tensor Tensor::masked_fill(const Tensor& mask, const Scalar& value) const {
  return wengert::masked_fill(*this, mask, value);
}
Tensor Tensor::masked_fill(const Tensor& mask, const Tensor& value) const {
  return wengert::masked_fill(*this, mask, value);
}

}  // namespace wengert
