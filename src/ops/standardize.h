// What the normalisation family shares: the checks of its inputs, and its gradient, derived once.
//
// All norms are xhat = (x - mean) rstd over a set of n values, rstd = (var + eps)^(-1/2). With g the gradient
// of xhat, and means over the set, the chain rule along the three ways from x to xhat gives
//   through x      rstd g
//   through mean   -rstd mean(g)                   each x_i moves the mean by 1/n, and that all xhat by -rstd
//   / n through rstd   (x - mean) d(rstd)/d(var) d(var)/d(x):
//                  d(rstd)/d(var) = -rstd^3 / 2 and d(var)/d(x_i) = 2 (x_i - mean) / n, so -rstd xhat mean(g
//                  xhat)
// and together
//   dx = rstd (g - mean(g) - xhat mean(g xhat)).
// That is g without its parts along the constant vector and along xhat: xhat does not feel a shift or, but
// for eps, a change of scale. RMS norm has no mean, and its dx no mean(g).
//
// The fused kernels compute this for first-order gradients. Under create_graph the gradient has to be
// recorded, and then it is written out below in operations that have gradients themselves.
#pragma once
#include "autograd/record.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "kernels/norm.h"
#include "tensor/dense.h"
#include "tensor/dispatch.h"
#include "wengert/ops/pointwise.h"
#include "wengert/ops/views.h"

namespace wengert {

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

/// x [N, C, ...] as planes [N, C, inner].
inline kernels::Planes planes(const char* op, const Tensor& x) {
  const Shape& sizes = x.impl()->sizes;
  if (sizes.size() < 2) fail("{}: the input has shape {}, wants [N, C] or [N, C, ...]", op, sizes);
  kernels::Planes p{sizes[0], sizes[1], 1};
  for (std::int64_t d = 2; d < sizes.size(); ++d) p.inner *= sizes[d];
  return p;
}

/// A per-channel tensor as [C, 1, ...], to broadcast against x.
inline Tensor per_channel(const Tensor& t, const Tensor& x) {
  if (!t.defined()) return t;
  Shape sizes{t.numel()};
  for (std::int64_t d = 2; d < x.dim(); ++d) sizes.push_back(1);
  return t.reshape(sizes);
}

/// All dimensions but the channels'.
inline Shape all_but_channels(const Tensor& x) {
  Shape dims{0};
  for (std::int64_t d = 2; d < x.dim(); ++d) dims.push_back(d);
  return dims;
}

using ChannelGradients = std::array<Tensor, 3>;  // dx, dweight, dbias

/// Room for those of them that are needed, weight and bias being [channels]; zeros when x has no elements.
inline ChannelGradients needed_gradients(const Tensor& x, std::int64_t channels) {
  ChannelGradients d;
  for (std::size_t i = 0; i < d.size(); ++i) {
    if (!autograd::needs(i)) continue;
    d[i] = make_tensor(i == 0 ? x.impl()->sizes : Shape{channels}, x.dtype());
    if (x.numel() == 0) d[i].zero_();
  }
  return d;
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

/// xhat = (x - mean) rstd over `dims`, where mean is 0 if about is Zero.
struct Standardized {
  enum class About { Mean, Zero };
  About about;
  Tensor xhat, rstd;
  /// Without eps: sets whose scale is a constant, as 1 and 0; undefined when there are none.
  Tensor varies;

  Standardized(const Tensor& x, const Shape& dims, double eps, About about_ = About::Mean, bool clamp = false)
      : about(about_) {
    Tensor d = x;
    if (about == About::Mean) {
      d = x - x.mean(dims, true);
      d = d - d.mean(dims, true);  // what rounding left of a large mean
    }
    const Tensor unit = detached_unit(d, dims);
    const Tensor e = d / unit, square = (e * e).mean(dims, true);
    if (clamp) {
      const Tensor floor = eps / unit;
      varies = square.gt(floor * floor).to(x.dtype());
      const Tensor fixed = eps == 0 ? varies * 0 : (1 - varies) / eps;
      rstd = varies * rsqrt(square + (1 - varies)) / unit + fixed;
    } else {
      const Tensor var = square + eps / unit / unit, none = var.eq(0).to(x.dtype());
      rstd = (1 - none) * rsqrt(var + none) / unit;
    }
    xhat = d * rstd;
  }

  /// dx for g = dxhat.
  Tensor gradient(const Tensor& g, const Shape& dims) const {
    Tensor along = xhat * (g * xhat).mean(dims, true);
    if (varies.defined()) along = along * varies;
    return rstd * ((about == About::Mean ? g - g.mean(dims, true) : g) - along);
  }

 private:
  /// A magnitude to divide by, so that squares stay within the type's range.
  static Tensor detached_unit(const Tensor& d, const Shape& dims) {
    const NoGradGuard quiet;
    const Tensor largest = d.numel() == 0 ? d.abs().sum(dims, true) : d.abs().amax(dims, true);
    return largest.clamp(1e-15, 1e36);
  }
};

inline Tensor scaled(const Tensor& dy, const Tensor& weight) { return weight.defined() ? dy * weight : dy; }

}  // namespace wengert
