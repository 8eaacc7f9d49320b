// What the operations of the normalisation family check of their inputs, and how they see them.
#pragma once
#include <array>

#include "autograd/record.h"
#include "kernels/batch_norm.h"
#include "tensor/check.h"
#include "tensor/dense.h"
#include "tensor/dispatch.h"
#include "tensor/fill.h"
#include "tensor/tensor.h"

namespace wengert {

inline void check_input(const char* op, const Tensor& x, double eps) {
  check_defined(op, "the input", x);
  if (!x.is_floating_point()) fail("{}: the input is {}, wants float32 or float64", op, x.dtype());
  if (!(eps >= 0)) fail("{}: eps = {}, wants a number that is not negative", op, eps);
}

/// Throws Error unless p, if defined, has this shape and x's type.
inline void check_parameter(const char* op, const char* name, const Tensor& p, const Shape& sizes,
                            const Tensor& x) {
  if (!p.defined()) return;
  if (!(p.impl()->sizes == sizes)) fail("{}: {} has shape {}, wants {}", op, name, p.sizes(), sizes);
  if (p.dtype() != x.dtype()) fail("{}: {} is {}, wants {} as the input", op, name, p.dtype(), x.dtype());
}

/// x as rows: the last dimensions, whose sizes are given, are one row.
struct Rows {
  std::int64_t rows = 1, cols = 1;
  Rows(const char* op, const Tensor& x, const Shape& normalized) {
    const Shape& sizes = x.impl()->sizes;
    const std::int64_t leading = sizes.size() - normalized.size();
    bool fits = leading >= 0 && !normalized.empty();
    for (std::int64_t d = 0; fits && d < sizes.size(); ++d) {
      fits = d < leading || sizes[d] == normalized[d - leading];
      (d < leading ? rows : cols) *= sizes[d];
    }
    if (!fits)
      fail("{}: normalized_shape {} must be the last sizes of the input, which has shape {}", op, normalized,
           sizes);
  }
};

/// x [N, C, ...] as planes [N, C, inner].
inline kernels::Planes planes(const char* op, const Tensor& x) {
  const Shape& sizes = x.impl()->sizes;
  if (sizes.size() < 2) fail("{}: the input has shape {}, wants [N, C] or [N, C, ...]", op, sizes);
  kernels::Planes p{sizes[0], sizes[1], 1};
  for (std::int64_t d = 2; d < sizes.size(); ++d) p.inner *= sizes[d];
  return p;
}

}  // namespace wengert
