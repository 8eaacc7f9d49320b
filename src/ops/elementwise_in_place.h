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

/// self = function(self, b), where function computes f. The operands have been checked.
template <class F>
Tensor& update(const char* op, kernels::Binary f, const Tensor& self, const Tensor& b, F function,
               double p = 1) {
  autograd::check_in_place(op, self);
  if (!autograd::recording({self, b}) && map_in_place(op, f, self, b, p)) return const_cast<Tensor&>(self);
  return autograd::in_place(op, self, {b}, [&](const Tensor& a) { return function(a, b); });
}
template <class F>
Tensor& update(const char* op, kernels::Binary f, const Tensor& self, const Scalar& b, F function,
               double p = 1) {
  autograd::check_in_place(op, self);
  if (!autograd::recording({self}) && map_in_place(op, f, self, b, p)) return const_cast<Tensor&>(self);
  return autograd::in_place(op, self, [&](const Tensor& a) { return function(a, b); });
}

// The methods of an operation `name`, which defines those in place too (y.name_(...)) where that is said.

#define WENGERT_METHOD(name) \
  Tensor Tensor::name() const { return wengert::name(*this); }
#define WENGERT_METHODS(name) \
  WENGERT_METHOD(name)        \
  Tensor& Tensor::name##_() const { return update(#name "_", kernels::Unary::name, *this, wengert::name); }

#define WENGERT_METHOD_OF(name, Other) \
  Tensor Tensor::name(const Other& other) const { return wengert::name(*this, other); }
#define WENGERT_METHODS_OF(name, Other)                                                 \
  WENGERT_METHOD_OF(name, Other)                                                        \
  Tensor& Tensor::name##_(const Other& other) const {                                   \
    check_operands(#name "_", *this, other);                                            \
    return update(#name "_", kernels::Binary::name, *this, other,                       \
                  [](const Tensor& a, const Other& b) { return wengert::name(a, b); }); \
  }
#define WENGERT_BINARY_METHODS(name) WENGERT_METHODS_OF(name, Tensor) WENGERT_METHODS_OF(name, Scalar)

}  // namespace wengert
