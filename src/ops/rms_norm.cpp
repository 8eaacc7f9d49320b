// Root mean square normalisation (Zhang, Sennrich 2019, arXiv:1910.07467), over the rows of x [rows, cols]:
//
//   y = xhat weight,  xhat = x rstd,  rstd = 1 / sqrt(mean(x^2) + eps)  or  1 / max(sqrt(mean(x^2)), eps)
//
// With g = dy weight, and means over a row:
//   dx = rstd (g - xhat mean(g xhat)),   dweight = sum_rows dy xhat
// where the second form's eps is the larger, rstd is a constant, and dx = rstd g.
#include <limits>

#include "kernels/isa/reciprocal.h"
#include "kernels/norm.h"
#include "ops/standardize.h"
#include "wengert/ops/normalization.h"

namespace wengert {

using autograd::needs;
using autograd::record;
using autograd::saving;

namespace {

using Gradients = std::array<Tensor, 2>;  // dx, dweight

Gradients fused(const Tensor& dy, const Tensor& x, const Tensor& weight, const Tensor& rstd,
                const Shape& normalized, double eps, bool clamp) {
  Gradients d;
  if (needs(0)) d[0] = make_tensor(x.impl()->sizes, x.dtype());
  if (needs(1)) d[1] = make_tensor(normalized, x.dtype());
  const Tensor dense_dy = dense(dy), dense_x = dense(x), dense_weight = dense(weight);
  dispatch_floating("rms_norm", x.dtype(), [&]<class T>(T) {
    const T fixed = clamp ? kernels::reciprocal<T>(eps) : std::numeric_limits<T>::quiet_NaN();
    kernels::rms_norm_backward(elements<const T>(dense_dy), elements<const T>(dense_x),
                               elements<const T>(rstd), fixed, elements<const T>(dense_weight), rstd.numel(),
                               product(normalized), elements<T>(d[0]), elements<T>(d[1]));
  });
  return d;
}

Gradients composed(const Tensor& dy, const Tensor& x, const Tensor& weight, std::int64_t dims, double eps,
                   bool clamp) {
  const Shape last = last_dims(dims);
  const Standardized s(x, last, eps, Standardized::About::Zero, clamp);
  Gradients d;
  if (needs(0)) d[0] = s.gradient(scaled(dy, weight), last);
  if (needs(1)) d[1] = dy * s.xhat;  // backward sums it over the rows
  return d;
}

}  // namespace

Tensor rms_norm(const Tensor& x, IntArrayRef normalized_shape, const Tensor& weight, double eps,
                EpsForm eps_form) {
  check_input("rms_norm", x, eps);
  const Shape normalized = normalized_shape;
  const Rows r("rms_norm", x, normalized);
  check_parameter("rms_norm", "weight", weight, normalized, x);

  const bool clamp = eps_form == EpsForm::clamp;
  const Tensor y = make_tensor(x.impl()->sizes, x.dtype());
  Tensor rstd;
  if (autograd::recording({x, weight})) rstd = make_tensor({r.rows}, x.dtype());
  const Tensor dense_x = dense(x), dense_weight = dense(weight);
  dispatch_floating("rms_norm", x.dtype(), [&]<class T>(T) {
    kernels::rms_norm(elements<const T>(dense_x), r.rows, r.cols, elements<const T>(dense_weight), eps, clamp,
                      elements<T>(y), elements<T>(rstd));
  });
  return record("rms_norm", y, {x, weight},
                saving(x, weight, rstd,
                       [normalized, eps, clamp](const Tensor& dy, const Tensor& saved_x,
                                                const Tensor& saved_weight, const Tensor& saved_rstd) {
                         return GradMode::is_enabled()
                                    ? composed(dy, saved_x, saved_weight, normalized.size(), eps, clamp)
                                    : fused(dy, saved_x, saved_weight, saved_rstd, normalized, eps, clamp);
                       }));
}

}  // namespace wengert
