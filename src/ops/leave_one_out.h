// Products of all elements but one, for the gradients of prod and cumprod.
#pragma once
#include "tensor/dispatch.h"
#include "tensor/tensor.h"
#include "wengert/tensor.h"

namespace wengert {

bool has_zero(const Tensor& x);

/// n copies of x along a new dimension d; in copy k, element k along the old dimension (now d + 1) is 1.
Tensor without_each(const Tensor& x, std::int64_t d);

/// A mask over dimensions d and d + 1 of size n, for tensors with `dims` dimensions: f(k, i).
template <class F>
Tensor square_mask(std::int64_t dims, std::int64_t d, std::int64_t n, F f) {
  Shape sizes = Shape::filled(dims, 1);
  sizes[d] = sizes[d + 1] = n;
  const Tensor mask = make_tensor(sizes, ScalarType::Bool);
  for (std::int64_t k = 0; k < n; ++k)
    for (std::int64_t i = 0; i < n; ++i) elements<bool>(mask)[k * n + i] = f(k, i);
  return mask;
}

}  // namespace wengert
