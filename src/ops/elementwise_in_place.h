// In-place twins of elementwise operations: by the kernel at self's place where nothing is recorded and types
// and memory allow, else by the function and an assignment.
#pragma once
#include "ops/in_place.h"
#include "tensor/elementwise.h"

namespace wengert {

/// self = function(self), where function computes f.
template <class F>
Tensor& update(const char* op, kernels::Unary f, const Tensor& self, F function, double p = 0, double q = 0) {
  autograd::check_in_place(op, self);
  if (!autograd::recording({self}) && map_in_place(op, f, self, p, q)) return const_cast<Tensor&>(self);
  return autograd::in_place(op, self, function);
}

/// self = function(self, b), where function computes f.
template <class F>
Tensor& update(const char* op, kernels::Binary f, const Tensor& self, const Tensor& b, F function,
               double p = 1) {
  check_operands(op, self, b);
  autograd::check_in_place(op, self);
  if (!autograd::recording({self, b}) && map_in_place(op, f, self, b, p)) return const_cast<Tensor&>(self);
  return autograd::in_place(op, self, {b}, [&](const Tensor& a) { return function(a, b); });
}
template <class F>
Tensor& update(const char* op, kernels::Binary f, const Tensor& self, const Scalar& b, F function,
               double p = 1) {
  check_operands(op, self, b);
  autograd::check_in_place(op, self);
  if (!autograd::recording({self}) && map_in_place(op, f, self, b, p)) return const_cast<Tensor&>(self);
  return autograd::in_place(op, self, [&](const Tensor& a) { return function(a, b); });
}

}  // namespace wengert
