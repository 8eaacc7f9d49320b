// Root mean square normalisation (Zhang, Sennrich 2019, arXiv:1910.07467), over the rows of x [rows, cols]:
//
//   y = xhat weight,  xhat = x rstd,  rstd = 1 / sqrt(mean(x^2) + eps)
//
// With g = dy weight, and means over a row:
//   dx = rstd (g - xhat mean(g xhat)),   dweight = sum_rows dy xhat
#include "kernels/norm.h"
#include "ops/standardize.h"

namespace wengert {

using autograd::needs;
using autograd::record;
using autograd::saving;

namespace {

using Gradients = std::array<Tensor, 2>;  // dx, dweight

Gradients fused(const Tensor& dy, const Tensor& x, const Tensor& weight, const Tensor& rstd,
                const Shape& normalized) {
  Gradients d;
  if (needs(0)) d[0] = make_tensor(x.impl()->sizes, x.dtype());
  if (needs(1)) d[1] = make_tensor(normalized, x.dtype());
  const Tensor dense_dy = dense(dy), dense_x = dense(x), dense_weight = dense(weight);
  dispatch_floating("rms_norm", x.dtype(), [&]<class T>(T) {
    kernels::rms_norm_backward(elements<const T>(dense_dy), elements<const T>(dense_x),
                               elements<const T>(rstd), elements<const T>(dense_weight), rstd.numel(),
                               product(normalized), elements<T>(d[0]), elements<T>(d[1]));
  });
  return d;
}

Gradients composed(const Tensor& dy, const Tensor& x, const Tensor& weight, std::int64_t dims, double eps) {
  const Shape last = last_dims(dims);
  const Tensor rstd = rsqrt((x * x).mean(last, true) + eps), xhat = x * rstd;
  Gradients d;
  if (needs(0)) {
    const Tensor g = scaled(dy, weight);
    d[0] = rstd * (g - xhat * (g * xhat).mean(last, true));
  }
  if (needs(1)) d[1] = dy * xhat;  // backward sums it over the rows
  return d;
}

}  // namespace

Tensor rms_norm(const Tensor& x, IntArrayRef normalized_shape, const Tensor& weight, double eps) {
  check_input("rms_norm", x, eps);
  const Shape normalized = normalized_shape;
  const Rows r("rms_norm", x, normalized);
  check_parameter("rms_norm", "weight", weight, normalized, x);

  const Tensor y = make_tensor(x.impl()->sizes, x.dtype());
  Tensor rstd;
  if (autograd::recording({x, weight})) rstd = make_tensor({r.rows}, x.dtype());
  const Tensor dense_x = dense(x), dense_weight = dense(weight);
  dispatch_floating("rms_norm", x.dtype(), [&]<class T>(T) {
    kernels::rms_norm(elements<const T>(dense_x), r.rows, r.cols, elements<const T>(dense_weight), eps,
                      elements<T>(y), elements<T>(rstd));
  });
  return record("rms_norm", y, {x, weight},
                saving(x, weight, rstd,
                       [normalized, eps](const Tensor& dy, const Tensor& saved_x, const Tensor& saved_weight,
                                         const Tensor& saved_rstd) {
                         return GradMode::is_enabled()
                                    ? composed(dy, saved_x, saved_weight, normalized.size(), eps)
                                    : fused(dy, saved_x, saved_weight, saved_rstd, normalized);
                       }));
}

}  // namespace wengert
