// From tensors to the elementwise kernels: types, broadcasting, strides. Nothing here is recorded.
#pragma once
#include "core/check.h"
#include "core/promote.h"
#include "core/tensor.h"
#include "kernels/maps.h"

namespace wengert {

/// x in another type: x itself when it has it, else a copy.
Tensor cast(const Tensor& x, ScalarType dtype);

/// Copies source, which broadcasts to self, into self, converting types. No checks.
void copy_elements(const Tensor& self, const Tensor& source);

/// A number as one element of a type, to be the operand with stride 0.
class Element {
 public:
  Element(const Scalar& value, ScalarType dtype);
  const void* data() const { return &bytes_; }

 private:
  std::int64_t bytes_ = 0;
};

/// y = f(x; p, q) in `dtype`, dense like x.
Tensor map(const char* op, kernels::Unary f, const Tensor& x, ScalarType dtype, double p = 0, double q = 0);
/// y = f(a, b; p, q) in `dtype`, to which both are converted first.
Tensor map(const char* op, kernels::Binary f, const Tensor& a, const Tensor& b, ScalarType dtype,
           double p = 1, double q = 0);
Tensor map(const char* op, kernels::Binary f, const Tensor& a, const Scalar& b, ScalarType dtype,
           double p = 1, double q = 0);
Tensor map(const char* op, kernels::Binary f, const Scalar& a, const Tensor& b, ScalarType dtype,
           double p = 1, double q = 0);

/// self = f(self, b; p) without a temporary, where types, shapes and memory allow; false where they do not.
bool map_in_place(const char* op, kernels::Binary f, const Tensor& self, const Tensor& b, double p = 1);
bool map_in_place(const char* op, kernels::Binary f, const Tensor& self, const Scalar& b, double p = 1);

}  // namespace wengert
