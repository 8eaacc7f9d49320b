#include "ops/in_place.h"

#include "autograd/history.h"
#include "ops/region.h"
#include "tensor/check.h"
#include "tensor/elementwise.h"
#include "tensor/tensor.h"

namespace wengert::autograd {
namespace {

/// Where a view lies in its base.
Region region_in_base(const TensorImpl& view) {
  const TensorImpl& base = *view.base;
  return {view.sizes, view.strides, view.offset - base.offset, base.sizes, base.strides};
}

Tensor handle(TensorImpl& t) { return Tensor(wengert::detail::Ref<TensorImpl>(&t)); }

/// A fresh tensor with t's value, to record an operation on whose node t then takes.
Tensor blank(TensorImpl& t) { return make_alias(handle(t)); }

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
  if (!base_of(view)) return;
  AutoGradMode on(true);
  TensorImpl& base = *view.base;
  if (!base.requires_grad) {
    view.node = nullptr;
    view.requires_grad = false;
    return;
  }
  const Region region = region_in_base(view);
  take_history(view, record("as_strided", blank(view), {handle(base)},
                            [=](const Tensor& dy) { return embed_region(dy, region); }));
}

void check_in_place(const char* name, const Tensor& self) {
  check_defined(name, "the tensor", self);
  if (modes.record && self.requires_grad()) {
    const TensorImpl* base = base_of(*self.impl());
    if (base && is_leaf(*base))
      fail(
          "{}: this is a view of a leaf that requires a gradient, which can't be written to while operations are "
          "recorded; use NoGradGuard to set its value",
          name);
    if (!base && is_leaf(*self.impl()))
      fail(
          "{}: a leaf that requires a gradient can't be written to while operations are recorded; use NoGradGuard "
          "to set its value",
          name);
  }
  if (overlaps_itself(self))
    fail(
        "{}: several elements of this tensor share one place in memory (shape {}, strides {}); write into "
        "its clone()",
        name, self.sizes(), self.strides());
}

void prepare_recorded(const char* name, const Tensor& self) {
  TensorImpl& t = *self.impl();
  TensorImpl* base = base_of(t);
  if (!base) return;
  if (t.refresh_view != refresh_view) t.refresh_view(t);  // throws: the result of a custom Function
  if (overlaps_itself(handle(*base)))
    fail(
        "{}: this is a view of a tensor in which several elements share one place (shape {}, strides {}); write "
        "into a clone()",
        name, base->sizes, base->strides);
  if (reaches_outside(region_in_base(t)))
    fail(
        "{}: this view reaches outside of the tensor that it was made of, whose history ends with its elements",
        name);
  if (base->requires_grad && !t.requires_grad) {  // made under NoGradGuard
    t.seen = base->history - 1;
    sync(t);
  }
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
  if (self.requires_grad())
    set_history(copy, wengert::detail::Ref<Node>(node_of(*self.impl())), self.impl()->output);
  return copy;
}

void assign(const char* name, const Tensor& self, const Tensor& result, bool recorded) {
  copy_elements(self, result);
  self.impl()->storage->advance(name);
  if (recorded) rebase(self, with_own_history(self, result));
}

void rebase(const Tensor& self, const Tensor& result) {
  TensorImpl& t = *self.impl();
  if (!base_of(t)) {
    take_history(t, result);
    return;
  }
  // base' = base with the region replaced by the result
  TensorImpl& base = *t.base;
  const Region region = region_in_base(t);
  take_history(base, record(
                         "copy_slices", blank(base), {handle(base), result},
                         [=](const Tensor& dy) { return clear_region(dy, region); },
                         [=](const Tensor& dy) { return read_region(dy, region); }));
  sync(t);
}

}  // namespace wengert::autograd
