// Operations that write into a tensor, and what that does to its history.
//
//   Tensor& mul_(self, b):   in_place("mul_", self, {b}, [&](const Tensor& x) { return x * b; })
//
// An operation in place is the ordinary one followed by an assignment: self gets the result's value, and its
// history. When self is a view, its base becomes "the base with this region replaced", and all other views of
// that base take their history from it when next asked.
#pragma once
#include "autograd/record.h"

namespace wengert::autograd {

/// Gives a view of its base as that is now a history: the views' refresh_view (tensor_impl.h).
void refresh_view(TensorImpl& view);

/// Throws Error unless self may be written to: not a leaf that requires a gradient while recording, no
/// elements that share memory (expand).
void check_in_place(const char* name, const Tensor& self);

/// Throws Error unless a write to self can be recorded: where self is a view, in the history of its base.
void prepare_recorded(const char* name, const Tensor& self);

/// Throws Error unless a result of this shape and type can be stored in self.
void check_result(const char* name, const Tensor& self, const Shape& sizes, ScalarType dtype);

/// A copy of self's value with self's history: what the operation's gradient may save while self is
/// overwritten.
Tensor snapshot(const Tensor& self);

/// Gives self, whose elements are those of result now, the history of result: a view's base becomes "the base
/// with this region replaced".
void rebase(const Tensor& self, const Tensor& result);

/// Copies result into self and, when recorded, gives self its history.
void assign(const char* name, const Tensor& self, const Tensor& result, bool recorded);

/// self = f(self), in place. `others` are the operation's other inputs.
template <std::size_t N, class F>
Tensor& in_place(const char* name, const Tensor& self, const Input (&others)[N], F f) {
  check_in_place(name, self);
  const bool recorded = modes.record && (self.requires_grad() || recording(others));
  if (recorded) prepare_recorded(name, self);
  const Tensor result = f(recorded ? snapshot(self) : self);
  check_result(name, self, result.impl()->sizes, result.dtype());
  assign(name, self, result, recorded);
  return const_cast<Tensor&>(self);
}
template <class F>
Tensor& in_place(const char* name, const Tensor& self, F f) {
  return in_place(name, self, {self}, f);
}

}  // namespace wengert::autograd
