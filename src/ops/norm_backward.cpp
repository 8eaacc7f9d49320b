// The gradient of a norm's backward, once for the whole family.
//
// With g = dy weight and means over a set of n values, the backward is
//
//   dx = rstd P(g),  P(v) = v - mean(v) - xhat mean(v xhat),   dweight = sum dy xhat,   dbias = sum dy
//
// Let u, p, q be the gradients of dx, dweight and dbias, so that the loss is L = sum (u dx + p dy xhat + q dy).
// P is symmetric: sum u P(g) = sum g P(u). With v = rstd P(u), which is the same backward applied to u,
//
//   L = sum (g v + p dy xhat + q dy),  so   dL/d dy = weight v + p xhat + q,   dL/d weight = sum dy v
//
// x reaches L through xhat and through the factor rstd. Each with the other held, as
// sum g v = rstd n (mean(g u) - mean(g) mean(u) - mean(g xhat) mean(u xhat)):
//
//   dL/d xhat = p dy - rstd (g mean(u xhat) + u mean(g xhat)) = t,   dL/d rstd = n mean(g v) / rstd
//
// The way from xhat back to x is the backward again, and d rstd / dx = -rstd^2 xhat / n:
//
//   dL/dx = rstd P(t) - rstd xhat mean(g v)
//
// RMS norm has no mean, and its P(v) no mean(v); that changes nothing here. Where the statistics are
// constants, P(v) = v, and the terms with a factor rstd of their own are missing from t and dL/dx.
#include "ops/norm_backward.h"

#include "autograd/record.h"
#include "tensor/fill.h"
#include "tensor/tensor.h"
#include "wengert/ops/arithmetic.h"

namespace wengert {

using autograd::needs;
using autograd::output;
using autograd::record;
using autograd::saving;

namespace {

// An undefined gradient stands for 0, an undefined weight for 1.
Tensor plus(const Tensor& a, const Tensor& b) { return !a.defined() ? b : !b.defined() ? a : a + b; }
Tensor times(const Tensor& a, const Tensor& b) { return a.defined() && b.defined() ? a * b : Tensor(); }
Tensor weighted(const Tensor& a, const Tensor& weight) {
  return a.defined() && weight.defined() ? a * weight : a;
}

/// t seen as `sizes`, with 1 in the dimensions `dims`.
Tensor seen(const Tensor& t, Shape sizes, const Shape& dims = {}) {
  for (std::int64_t d : dims) sizes[d] = 1;
  return t.defined() ? t.reshape(sizes) : t;
}

/// rstd as a function of x: d rstd / dx = -rstd^2 xhat / n.
Tensor rstd_of(const Tensor& x, const Tensor& xhat, const Tensor& value) {
  const Tensor rstd = value.clone();
  const double n = double(x.numel()) / double(value.numel());
  return record("rstd", rstd, {x},
                saving(output(rstd), xhat, [n](const Tensor& d, const Tensor& rs, const Tensor& saved_xhat) {
                  return d * rs * rs / -n * saved_xhat;
                }));
}

}  // namespace

Wanted wanted_gradients() { return {needs(0), needs(1), needs(2)}; }

NormGradients make_gradients(Wanted wanted, const Tensor& x, const Shape& parameter) {
  NormGradients d;
  for (std::size_t i = 0; i < d.size(); ++i) {
    if (!wanted[i]) continue;
    d[i] = make_tensor(i == 0 ? x.impl()->sizes : parameter, x.dtype());
    if (x.numel() == 0) fill_elements(d[i], 0);
  }
  return d;
}

NormGradients norm_double_backward(std::span<const Tensor> of_results, const Tensor& dy_, const Tensor& x_,
                                   const Tensor& weight_, const Tensor& xhat_, const Tensor& rstd_,
                                   const NormSets& sets, const std::function<Tensor(const Tensor&)>& to_x) {
  const auto values = [&](const Tensor& t) { return seen(t, sets.sizes); };
  const auto parameter = [&](const Tensor& t) { return seen(t, sets.sizes, sets.parameter); };
  const auto mean = [&](const Tensor& t) { return t.mean(sets.set, true); };
  const auto rstd_P = [&](const Tensor& t) {
    return t.defined() ? values(to_x(t.expand(sets.sizes).reshape(x_.sizes()))) : t;
  };
  const Tensor u = values(of_results[0]), p = parameter(of_results[1]), q = parameter(of_results[2]);
  const Tensor dy = values(dy_), x = values(x_), xhat = values(xhat_), weight = parameter(weight_);
  const Tensor g = weighted(dy, weight), v = rstd_P(u);
  NormGradients d;
  if (needs(0)) {
    d[0] = plus(weighted(v, weight), plus(times(p, xhat), q));
    if (d[0].defined()) d[0] = d[0].expand(sets.sizes).reshape(x_.sizes());
  }
  if (needs(1)) {
    Tensor t = times(p, dy), through_rstd;
    if (u.defined() && rstd_.defined()) {
      const Tensor rstd = rstd_of(x, xhat, seen(rstd_, sets.sizes, sets.set));
      t = plus(t, -rstd * (g * mean(u * xhat) + u * mean(g * xhat)));
      through_rstd = -rstd * xhat * mean(g * v);
    }
    d[1] = plus(rstd_P(t), through_rstd);
    if (d[1].defined()) d[1] = d[1].reshape(x_.sizes());
  }
  if (needs(2) && v.defined()) d[2] = (dy * v).sum(sets.parameter).reshape(weight_.sizes());
  return d;
}

}  // namespace wengert
