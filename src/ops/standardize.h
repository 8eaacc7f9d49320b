// What the normalisation family shares: the checks of its parameters, and its gradient in tensor operations.
//
// The fused kernels compute first-order gradients. Under create_graph the gradient has to be recorded, and
// then it is written out below in operations that have gradients themselves.
#pragma once
#include "autograd/record.h"
#include "core/check.h"
#include "core/tensor.h"
#include "ops/dispatch.h"
#include "wengert/ops.h"

namespace wengert {

inline Tensor dense(const Tensor& x) {
  const NoGradGuard quiet;
  return x.defined() ? x.contiguous() : x;
}

/// Throws Error unless p, if defined, has this shape and x's type.
inline void check_parameter(const char* op, const char* name, const Tensor& p, const Shape& sizes,
                            const Tensor& x) {
  if (!p.defined()) return;
  if (!(p.impl()->sizes == sizes)) fail("{}: {} has shape {}, wants {}", op, name, p.sizes(), sizes);
  if (p.dtype() != x.dtype()) fail("{}: {} is {}, wants {} as the input", op, name, p.dtype(), x.dtype());
}

inline void check_input(const char* op, const Tensor& x, double eps) {
  check_defined(op, "the input", x);
  if (!x.is_floating_point()) fail("{}: the input is {}, wants float32 or float64", op, x.dtype());
  if (!(eps >= 0)) fail("{}: eps = {}, wants a number that is not negative", op, eps);
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

/// The last n dimensions: -1, -2, ...
inline Shape last_dims(std::int64_t n) {
  Shape dims;
  for (std::int64_t d = 1; d <= n; ++d) dims.push_back(-d);
  return dims;
}

/// xhat = (x - mean) rstd over `dims`.
struct Standardized {
  Tensor xhat, rstd;
  Standardized(const Tensor& x, const Shape& dims, double eps) {
    const Tensor about = x - x.mean(dims, true);
    const Tensor centred = about - about.mean(dims, true);  // what rounding left of a large mean
    rstd = rsqrt((centred * centred).mean(dims, true) + eps);
    xhat = centred * rstd;
  }
  /// dx = rstd (g - mean(g) - xhat mean(g xhat)), where g = dxhat: the part of g that changes neither mean
  /// nor scale.
  Tensor gradient(const Tensor& g, const Shape& dims) const {
    return rstd * (g - g.mean(dims, true) - xhat * (g * xhat).mean(dims, true));
  }
};

inline Tensor scaled(const Tensor& dy, const Tensor& weight) { return weight.defined() ? dy * weight : dy; }

}  // namespace wengert
