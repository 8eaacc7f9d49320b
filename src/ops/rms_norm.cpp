// Root mean square normalisation (Zhang, Sennrich 2019, arXiv:1910.07467), over the rows of x [rows, cols]:
//
//   y = xhat weight,  xhat = x rstd,  rstd = 1 / sqrt(mean(x^2) + eps)  or  1 / max(sqrt(mean(x^2)), eps)
//
// With g = dy weight, and means over a row:
//   dx = rstd (g - xhat mean(g xhat)),   dweight = sum_rows dy xhat
// where the second form's eps is the larger, rstd is a constant, and dx = rstd g.
#include <limits>

#include "kernels/reciprocal.h"
#include "kernels/rms_norm.h"
#include "ops/norm_backward.h"
#include "ops/norm_checks.h"
#include "wengert/ops/comparison.h"
#include "wengert/ops/rms_norm.h"

namespace wengert {

using autograd::record;
using autograd::saving;

namespace {

struct RmsNorm {
  Shape normalized;
  double eps;
  bool clamp;
  /// The rstd of rows where it is a constant; NaN, which equals nothing, when there are none.
  double fixed(ScalarType dtype) const {
    if (!clamp) return std::numeric_limits<double>::quiet_NaN();
    return dtype == kFloat32 ? kernels::reciprocal<float>(eps) : kernels::reciprocal<double>(eps);
  }
  NormGradients backward(const Tensor& dy, const Tensor& x, const Tensor& weight, const Tensor& rstd,
                         Wanted wanted) const;
  NormGradients double_backward(std::span<const Tensor> of_results, const Tensor& dy, const Tensor& x,
                                const Tensor& weight, const Tensor& rstd) const;
};

}  // namespace

Tensor rms_norm(const Tensor& x, IntArrayRef normalized_shape, const Tensor& weight, double eps,
                EpsForm eps_form) {
  check_input("rms_norm", x, eps);
  const RmsNorm norm{normalized_shape, eps, eps_form == EpsForm::clamp};
  const Rows r("rms_norm", x, norm.normalized);
  check_parameter("rms_norm", "weight", weight, norm.normalized, x);

  const Tensor y = make_tensor(x.impl()->sizes, x.dtype());
  Tensor rstd;
  if (autograd::recording({x, weight})) rstd = make_tensor({r.rows}, x.dtype());
  const Tensor dense_x = dense(x), dense_weight = dense(weight);
  dispatch_floating("rms_norm", x.dtype(), [&]<class T>(T) {
    kernels::rms_norm<T>({.x = elements<T>(dense_x),
                          .rows = r.rows,
                          .cols = r.cols,
                          .weight = elements<T>(dense_weight),
                          .eps = eps,
                          .clamp = norm.clamp,
                          .y = elements<T>(y),
                          .rstd = elements<T>(rstd)});
  });
  return record("rms_norm", y, {x, weight},
                saving(x, weight, rstd, [norm](const Tensor& dy, const auto&... saved) {
                  return norm.backward(dy, saved..., wanted_gradients());
                }));
}

NormGradients RmsNorm::backward(const Tensor& dy, const Tensor& x, const Tensor& weight, const Tensor& rstd,
                                Wanted wanted) const {
  const NormGradients d = make_gradients(wanted, x, normalized);
  const Tensor dense_dy = dense(dy), dense_x = dense(x), dense_weight = dense(weight);
  dispatch_floating("rms_norm", x.dtype(), [&]<class T>(T) {
    kernels::rms_norm_backward<T>({.dy = elements<T>(dense_dy),
                                   .x = elements<T>(dense_x),
                                   .rstd = elements<T>(rstd),
                                   .fixed = T(fixed(x.dtype())),
                                   .weight = elements<T>(dense_weight),
                                   .rows = rstd.numel(),
                                   .cols = product(normalized),
                                   .dx = elements<T>(d[0]),
                                   .dweight = elements<T>(d[1])});
  });
  return record(
      "rms_norm_backward", d, {dy, x, weight},
      saving(dy, x, weight, rstd, [norm = *this](std::span<const Tensor> of_results, const auto&... saved) {
        return norm.double_backward(of_results, saved...);
      }));
}

NormGradients RmsNorm::double_backward(std::span<const Tensor> of_results, const Tensor& dy, const Tensor& x,
                                       const Tensor& weight, const Tensor& rstd) const {
  const Tensor xhat = rms_norm(x, normalized, {}, eps, clamp ? EpsForm::clamp : EpsForm::inside);
  const Tensor varying = clamp ? rstd.masked_fill(rstd.eq(fixed(x.dtype())), 0) : rstd;
  return norm_double_backward(of_results, dy, x, weight, xhat, varying,
                              {{rstd.numel(), product(normalized)}, {1}, {0}}, [&](const Tensor& v) {
                                return backward(v, x, {}, rstd, {true, false, false})[0];
                              });
}

}  // namespace wengert
