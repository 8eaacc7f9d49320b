// Activations: value, slope and curvature side by side.
//
// Value and slope are fused kernels (src/kernels/isa/activations.h). The slope, dx = dy f'(x), is an
// operation of its own with the gradients
//     d(dx)/d(dy) = f'(x)       d(dx)/dx = dy f''(x),
// so that second order works; f'' is written with tensor operations, so that all further orders do.
#include <cmath>

#include "ops/elementwise_in_place.h"
#include "wengert/ops/activation.h"
#include "wengert/ops/clamp.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/unary.h"

namespace wengert {

using autograd::output;
using autograd::record;
using autograd::saving;
using kernels::Binary;
using kernels::Unary;

namespace {

/// An activation f(x; p, q).
struct Activation {
  const char* name;
  const char* slope_name;
  Unary value;
  Binary slope;
  Tensor (*curvature)(const Tensor& x, double p, double q);  // f''(x), or null where f consists of lines
};

/// dx = dy f'(x).
Tensor slope(const Activation& f, const Tensor& dy, const Tensor& x, double p, double q) {
  const Tensor dx = map(f.slope_name, f.slope, dy, x, x.dtype(), p, q);
  auto d_dy = [&f, p, q](const Tensor& ddx, const Tensor& saved_x) { return slope(f, ddx, saved_x, p, q); };
  if (!f.curvature) return record(f.slope_name, dx, {dy}, saving(x, d_dy));
  return record(f.slope_name, dx, {dy, x}, saving(x, d_dy),
                saving(dy, x, [&f, p, q](const Tensor& ddx, const Tensor& saved_dy, const Tensor& saved_x) {
                  return ddx * saved_dy * f.curvature(saved_x, p, q);
                }));
}

/// y = f(x).
Tensor value(const Activation& f, const Tensor& x, double p = 0, double q = 0) {
  check_defined(f.name, "the tensor", x);
  return record(
      f.name, map(f.name, f.value, x, x.dtype(), p, q), {x},
      saving(x, [&f, p, q](const Tensor& dy, const Tensor& saved_x) { return slope(f, dy, saved_x, p, q); }));
}

/// x = f(x).
Tensor& replace(const char* op, const Activation& f, const Tensor& x, double p = 0, double q = 0) {
  return update(
      op, f.value, x, [&](const Tensor& before) { return value(f, before, p, q); }, p, q);
}

}  // namespace

// ---- Those whose slope is found from the result y ---------------------------------------------------------

namespace {

/// dx = dy where y > 0.
Tensor relu_grad(const Tensor& dy, const Tensor& y) {
  return record("relu_grad", map("relu_grad", Binary::relu_grad, dy, y, y.dtype()), {dy},
                saving(y, [](const Tensor& ddx, const Tensor& saved_y) { return relu_grad(ddx, saved_y); }));
}
/// dx = dy y (1 - y)
Tensor sigmoid_grad(const Tensor& dy, const Tensor& y) {
  return record(
      "sigmoid_grad", map("sigmoid_grad", Binary::sigmoid_grad, dy, y, y.dtype()), {dy, y},
      saving(y, [](const Tensor& ddx, const Tensor& saved_y) { return sigmoid_grad(ddx, saved_y); }),
      saving(dy, y, [](const Tensor& ddx, const Tensor& saved_dy, const Tensor& saved_y) {
        return ddx * saved_dy * (1 - saved_y * 2);
      }));
}
/// dx = dy (1 - y^2)
Tensor tanh_grad(const Tensor& dy, const Tensor& y) {
  return record("tanh_grad", map("tanh_grad", Binary::tanh_grad, dy, y, y.dtype()), {dy, y},
                saving(y, [](const Tensor& ddx, const Tensor& saved_y) { return tanh_grad(ddx, saved_y); }),
                saving(dy, y, [](const Tensor& ddx, const Tensor& saved_dy, const Tensor& saved_y) {
                  return ddx * saved_dy * (saved_y * -2);
                }));
}

}  // namespace

Tensor relu(const Tensor& x) {
  check_defined("relu", "the tensor", x);
  const Tensor y = map("relu", Unary::relu, x, x.dtype());
  return record("relu", y, {x}, saving(output(y), relu_grad));
}
Tensor sigmoid(const Tensor& x) {
  check_defined("sigmoid", "the tensor", x);
  const Tensor y = map("sigmoid", Unary::sigmoid, x, floating_type(x.dtype()));
  return record("sigmoid", y, {x}, saving(output(y), sigmoid_grad));
}
Tensor tanh(const Tensor& x) {
  check_defined("tanh", "the tensor", x);
  const Tensor y = map("tanh", Unary::tanh, x, floating_type(x.dtype()));
  return record("tanh", y, {x}, saving(output(y), tanh_grad));
}

Tensor& relu_(const Tensor& x) { return update("relu_", Unary::relu, x, relu); }
Tensor& sigmoid_(const Tensor& x) { return update("sigmoid_", Unary::sigmoid, x, sigmoid); }
Tensor& tanh_(const Tensor& x) { return update("tanh_", Unary::tanh, x, tanh); }

// ---- Smooth ones: the curvature is the formula that is written out ----------------------------------------

namespace {

/// With s = sigmoid(x), f' = s + x s (1 - s): f'' = s (1 - s) (2 + x (1 - 2 s)).
const Activation kSilu{"silu", "silu_grad", Unary::silu, Binary::silu_grad,
                       [](const Tensor& x, double, double) {
                         const Tensor s = sigmoid(x);
                         return s * (1 - s) * (x * (1 - s * 2) + 2);
                       }};

/// f' = cdf(x) + x pdf(x): f'' = (2 - x^2) pdf(x), pdf(x) = e^(-x^2 / 2) / sqrt(2 pi).
const Activation kGeluErf{"gelu", "gelu_grad", Unary::gelu_erf, Binary::gelu_erf_grad,
                          [](const Tensor& x, double, double) {
                            const Tensor x2 = square(x);
                            return (2 - x2) * exp(x2 * -0.5) * 0.3989422804014327;
                          }};

/// f = x s(v) with s the sigmoid, v = a x + b x^3, a = 2 sqrt(2 / pi), b = 0.044715 a:
/// f'' = s (1 - s) (2 v' + x ((1 - 2 s) v'^2 + v'')).
const Activation kGeluTanh{"gelu_tanh", "gelu_tanh_grad", Unary::gelu_tanh, Binary::gelu_tanh_grad,
                           [](const Tensor& x, double, double) {
                             const double a = 1.5957691216057308, b = 0.044715 * a;
                             const Tensor x2 = square(x), s = sigmoid(x * (x2 * b + a));
                             const Tensor v1 = x2 * (3 * b) + a, v2 = x * (6 * b);
                             return s * (1 - s) * (v1 * 2 + x * ((1 - s * 2) * square(v1) + v2));
                           }};

/// f = x t with t = tanh(softplus(x)), s = sigmoid(x): t' = (1 - t^2) s, t'' = t' (1 - s - 2 t s),
/// f'' = 2 t' + x t''.
const Activation kMish{"mish", "mish_grad", Unary::mish, Binary::mish_grad,
                       [](const Tensor& x, double, double) {
                         const Tensor t = tanh(softplus(x)), s = sigmoid(x);
                         const Tensor t1 = (1 - square(t)) * s;
                         return t1 * (x * (1 - s - t * s * 2) + 2);
                       }};

/// f' = sigmoid(-x): f'' = -s (1 - s).
const Activation kLogSigmoid{"log_sigmoid", "log_sigmoid_grad", Unary::logsigmoid, Binary::logsigmoid_grad,
                             [](const Tensor& x, double, double) {
                               const Tensor s = sigmoid(x);
                               return s * (s - 1);
                             }};

/// f' = sigmoid(beta x): f'' = beta s (1 - s), and 0 beyond the threshold.
const Activation kSoftplus{"softplus", "softplus_grad", Unary::softplus, Binary::softplus_grad,
                           [](const Tensor& x, double beta, double threshold) {
                             const Tensor s = sigmoid(x * beta);
                             return (s * (1 - s) * beta).masked_fill(x * beta > threshold, 0);
                           }};

/// f' = 1 / (1 + |x|)^2: f'' = -2 sign(x) / (1 + |x|)^3.
const Activation kSoftsign{"softsign", "softsign_grad", Unary::softsign, Binary::softsign_grad,
                           [](const Tensor& x, double, double) {
                             const Tensor d = abs(x) + 1;
                             return sign(x) * -2 / (d * square(d));
                           }};

/// scale alpha e^(x / width) below 0; 0 above, where e^x might overflow.
Tensor exponential_below_zero(const Tensor& x, double factor, double width) {
  return (exp(clamp_max(x, 0) / width) * factor).masked_fill(x > 0, 0);
}
const Activation kElu{
    "elu", "elu_grad", Unary::elu, Binary::elu_grad,
    [](const Tensor& x, double alpha, double) { return exponential_below_zero(x, alpha, 1); }};
const Activation kCelu{
    "celu", "celu_grad", Unary::celu, Binary::celu_grad,
    [](const Tensor& x, double alpha, double) { return exponential_below_zero(x, 1 / alpha, alpha); }};
const Activation kSelu{"selu", "selu_grad", Unary::selu, Binary::selu_grad,
                       [](const Tensor& x, double, double) {
                         return exponential_below_zero(x, 1.6732632423543772848 * 1.0507009873554804934, 1);
                       }};

/// f' = x / 3 + 1 / 2 between -3 and 3.
const Activation kHardswish{"hardswish", "hardswish_grad", Unary::hardswish, Binary::hardswish_grad,
                            [](const Tensor& x, double, double) {
                              return full(x.sizes(), 1 / 3.0, x.dtype()).masked_fill(abs(x) > 3, 0);
                            }};

// ---- Those that consist of lines: no curvature ------------------------------------------------------------

const Activation kLeakyRelu{"leaky_relu", "leaky_relu_grad", Unary::leaky_relu, Binary::leaky_relu_grad,
                            nullptr};
const Activation kHardtanh{"hardtanh", "hardtanh_grad", Unary::hardtanh, Binary::hardtanh_grad, nullptr};
const Activation kRelu6{"relu6", "relu6_grad", Unary::relu6, Binary::relu6_grad, nullptr};
const Activation kHardsigmoid{"hardsigmoid", "hardsigmoid_grad", Unary::hardsigmoid, Binary::hardsigmoid_grad,
                              nullptr};

/// A parameter, for which NaN would make NaN of every element without a word.
double number(const char* op, const char* name, const Scalar& value) {
  if (std::isnan(value.to_double())) fail("{}: {} is NaN", op, name);
  return value.to_double();
}
double divisor(const char* op, const char* name, const Scalar& value) {
  if (value.to_double() == 0) fail("{}: {} must not be 0", op, name);
  return number(op, name, value);
}

}  // namespace

Tensor log_sigmoid(const Tensor& x) { return value(kLogSigmoid, x); }
Tensor gelu(const Tensor& x, std::string_view approximate) {
  if (approximate == "none") return value(kGeluErf, x);
  if (approximate == "tanh") return value(kGeluTanh, x);
  fail("gelu: approximate is \"{}\", wants \"none\" or \"tanh\"", approximate);
}
Tensor silu(const Tensor& x) { return value(kSilu, x); }
Tensor mish(const Tensor& x) { return value(kMish, x); }
Tensor elu(const Tensor& x, const Scalar& alpha) { return value(kElu, x, number("elu", "alpha", alpha)); }
Tensor celu(const Tensor& x, const Scalar& alpha) { return value(kCelu, x, divisor("celu", "alpha", alpha)); }
Tensor selu(const Tensor& x) { return value(kSelu, x); }
Tensor leaky_relu(const Tensor& x, const Scalar& negative_slope) {
  return value(kLeakyRelu, x, number("leaky_relu", "negative_slope", negative_slope));
}
Tensor softplus(const Tensor& x, const Scalar& beta, const Scalar& threshold) {
  return value(kSoftplus, x, divisor("softplus", "beta", beta), number("softplus", "threshold", threshold));
}
Tensor softsign(const Tensor& x) {
  check_defined("softsign", "the tensor", x);
  return value(kSoftsign, cast(x, floating_type(x.dtype())));
}
Tensor hardtanh(const Tensor& x, const Scalar& min_val, const Scalar& max_val) {
  return value(kHardtanh, x, number("hardtanh", "min_val", min_val), number("hardtanh", "max_val", max_val));
}
Tensor relu6(const Tensor& x) { return value(kRelu6, x); }
Tensor hardsigmoid(const Tensor& x) { return value(kHardsigmoid, x); }
Tensor hardswish(const Tensor& x) { return value(kHardswish, x); }

Tensor& silu_(const Tensor& x) { return replace("silu_", kSilu, x); }
Tensor& mish_(const Tensor& x) { return replace("mish_", kMish, x); }
Tensor& elu_(const Tensor& x, const Scalar& alpha) {
  return replace("elu_", kElu, x, number("elu_", "alpha", alpha));
}
Tensor& celu_(const Tensor& x, const Scalar& alpha) {
  return replace("celu_", kCelu, x, divisor("celu_", "alpha", alpha));
}
Tensor& selu_(const Tensor& x) { return replace("selu_", kSelu, x); }
Tensor& leaky_relu_(const Tensor& x, const Scalar& negative_slope) {
  return replace("leaky_relu_", kLeakyRelu, x, number("leaky_relu_", "negative_slope", negative_slope));
}
Tensor& hardtanh_(const Tensor& x, const Scalar& min_val, const Scalar& max_val) {
  return replace("hardtanh_", kHardtanh, x, number("hardtanh_", "min_val", min_val),
                 number("hardtanh_", "max_val", max_val));
}
Tensor& relu6_(const Tensor& x) { return replace("relu6_", kRelu6, x); }
Tensor& hardsigmoid_(const Tensor& x) { return replace("hardsigmoid_", kHardsigmoid, x); }
Tensor& hardswish_(const Tensor& x) { return replace("hardswish_", kHardswish, x); }

Tensor Tensor::relu() const { return wengert::relu(*this); }
Tensor Tensor::sigmoid() const { return wengert::sigmoid(*this); }
Tensor Tensor::tanh() const { return wengert::tanh(*this); }
Tensor& Tensor::relu_() const { return wengert::relu_(*this); }
Tensor& Tensor::sigmoid_() const { return wengert::sigmoid_(*this); }
Tensor& Tensor::tanh_() const { return wengert::tanh_(*this); }

}  // namespace wengert
