// From tensors to the elementwise kernels: types, broadcasting, strides. Nothing here is recorded.
//
// Results are contiguous, whatever the strides of the arguments: a result may become the base of views, and a
// write in place through a view needs a base without gaps.
#pragma once
#include "kernels/elementwise.h"
#include "tensor/check.h"
#include "tensor/promote.h"
#include "tensor/tensor.h"

namespace wengert {

/// x in another type: x itself when it has it, else a copy.
Tensor cast(const Tensor& x, ScalarType dtype);

/// Copies source, which broadcasts to self, into self, converting types. No checks.
void copy_elements(const Tensor& self, const Tensor& source);

/// A number as one element of a type, to be the operand with stride 0.
class Element {
 public:
  Element() = default;
  Element(const Scalar& value, ScalarType dtype);
  const void* data() const { return &bytes_; }

 private:
  std::int64_t bytes_ = 0;
};

/// A tensor or a number, as the caller of an operation gave it.
struct Argument {
  const Tensor* tensor = nullptr;
  const Scalar* number = nullptr;
  Argument(const Tensor& x) : tensor(&x) {}
  Argument(const Scalar& x) : number(&x) {}
};

/// Throws Error unless both are defined.
inline void check_operands(const char* op, const Tensor& a, const Tensor& b) {
  check_defined(op, "the first tensor", a);
  check_defined(op, "the second tensor", b);
}
inline void check_operands(const char* op, const Tensor& a, const Scalar&) {
  check_defined(op, "the tensor", a);
}
inline void check_operands(const char* op, const Scalar&, const Tensor& b) {
  check_defined(op, "the tensor", b);
}

/// y = f(x; p, q) in `dtype`.
Tensor map(const char* op, kernels::Unary f, const Tensor& x, ScalarType dtype, double p = 0, double q = 0);
/// y = f(a, b; p, q) in `dtype`, to which both are converted first.
Tensor map(const char* op, kernels::Binary f, Argument a, Argument b, ScalarType dtype, double p = 1,
           double q = 0);
/// y = f(a, b, c; p) in `dtype`.
Tensor map(const char* op, kernels::Ternary f, Argument a, Argument b, Argument c, ScalarType dtype,
           double p = 1);
/// y = f(x), bool.
Tensor map(const char* op, kernels::Predicate f, const Tensor& x);
/// y = f(a, b), bool; they are compared as `dtype`.
Tensor map(const char* op, kernels::Comparison f, Argument a, Argument b, ScalarType dtype);
/// y = condition ? a : b in `dtype`; the condition is bool.
Tensor map_where(const char* op, const Tensor& condition, Argument a, Argument b, ScalarType dtype);

/// self = f(self; p, q) without a temporary, where types, shapes and memory allow; false where they do not.
bool map_in_place(const char* op, kernels::Unary f, const Tensor& self, double p = 0, double q = 0);
bool map_in_place(const char* op, kernels::Binary f, const Tensor& self, Argument b, double p = 1);

}  // namespace wengert
