#include "ops/in_place.h"

#include "autograd/history.h"
#include "ops/region.h"
#include "tensor/check.h"
#include "tensor/elementwise.h"
#include "tensor/tensor.h"

namespace wengert::autograd {
namespace {

/// Where a view lies in its base. Bases are results of operations, and those are contiguous.
Region region_in_base(const TensorImpl& view) {
  if (!view.base->contiguous)
    fail(
        "backward: a view was written to in place whose base has gaps (strides {}); make the base contiguous "
        "first",
        view.base->strides);
  return {view.sizes, view.strides, view.offset - view.base->offset};
}

Tensor handle(TensorImpl& t) { return Tensor(wengert::detail::Ref<TensorImpl>(&t)); }

/// A fresh tensor with t's value, to record an operation on whose node t then takes.
Tensor blank(TensorImpl& t) { return make_alias(handle(t)); }

/// Gives t the history that `recorded` was given.
void take_history(TensorImpl& t, const Tensor& recorded) {
  t.node = recorded.impl()->node;
  t.output = recorded.impl()->output;
  t.requires_grad = recorded.impl()->requires_grad;
  ++t.history;
}

/// The result with a history that self can take: not that of a leaf, and not none where self had one (after
/// x.zero_(), x still requires a gradient, though nothing flows back).
Tensor with_own_history(const Tensor& self, const Tensor& result) {
  if (!result.requires_grad())
    return record("constant", make_alias(result), {self}, [](const Tensor&) { return Tensor(); });
  if (result.is_leaf())
    return record("alias", make_alias(result), {result}, [](const Tensor& dy) { return dy; });
  return result;
}

}  // namespace

void refresh_view(TensorImpl& view) {
  AutoGradMode on(true);
  TensorImpl& base = *view.base;
  view.seen = base.history;
  if (!base.requires_grad) {
    view.node = nullptr;
    view.requires_grad = false;
    return;
  }
  const Region region = region_in_base(view);
  const Shape whole = base.sizes;
  take_history(view, record("as_strided", blank(view), {handle(base)},
                            [=](const Tensor& dy) { return embed_region(dy, whole, region); }));
}

void check_in_place(const char* name, const Tensor& self) {
  check_defined(name, "the tensor", self);
  if (modes.record && self.is_leaf() && self.requires_grad())
    fail(
        "{}: a leaf that requires a gradient can't be written to while operations are recorded; use "
        "NoGradGuard to "
        "set its value",
        name);
  if (const TensorImpl* base = self.impl()->base.get();
      modes.record && base && base->requires_grad && is_leaf(*base))
    fail(
        "{}: this is a view of a leaf that requires a gradient, which can't be written to while operations "
        "are "
        "recorded; use NoGradGuard to set its value",
        name);
  if (overlaps_itself(self))
    fail(
        "{}: several elements of this tensor share one place in memory (shape {}, strides {}); write into "
        "its clone()",
        name, self.sizes(), self.strides());
}

void check_result(const char* name, const Tensor& self, const Shape& sizes, ScalarType dtype) {
  if (!(self.impl()->sizes == sizes))
    fail("{}: the result has shape {} and can't be written into shape {}", name, sizes, self.sizes());
  const bool fits = dtype <= self.dtype() || (is_floating(dtype) && is_floating(self.dtype()));
  if (!fits) fail("{}: the result is {} and can't be written into {}", name, dtype, self.dtype());
}

Tensor snapshot(const Tensor& self) {
  Tensor copy;
  {
    NoGradGuard quiet;
    copy = self.clone();
  }
  if (self.requires_grad()) set_history(copy, self.impl()->node, self.impl()->output);
  return copy;
}

void assign(const char* name, const Tensor& self, const Tensor& result, bool rebase) {
  copy_elements(self, result);
  self.impl()->storage->advance(name);
  if (!rebase) return;

  TensorImpl& t = *self.impl();
  const Tensor r = with_own_history(self, result);
  if (!t.base) {
    take_history(t, r);
    return;
  }
  // base' = base with the region replaced by r
  TensorImpl& base = *t.base;
  const Region region = region_in_base(t);
  take_history(base, record(
                         "copy_slices", blank(base), {handle(base), r},
                         [=](const Tensor& dy) { return clear_region(dy, region); },
                         [=](const Tensor& dy) { return read_region(dy, region); }));
  refresh_view(t);
}

}  // namespace wengert::autograd
