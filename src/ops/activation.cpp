// Activations: value, slope and curvature side by side.
//
// Value and slope are fused kernels (src/kernels/elementwise.inc). The slope, dx = dy f'(x), is an
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
  Unary value;
  Binary slope;
  Tensor (*curvature)(const Tensor& x, double p, double q);  // f''(x), or null where f consists of lines
};

/// dx = dy f'(x).
Tensor slope(const Activation& f, const Tensor& dy, const Tensor& x, double p, double q) {
  const char* op = name_of(f.slope);
  const Tensor dx = map(op, f.slope, dy, x, x.dtype(), p, q);
  auto d_dy = [&f, p, q](const Tensor& ddx, const Tensor& saved_x) { return slope(f, ddx, saved_x, p, q); };
  if (!f.curvature) return record(op, dx, {dy}, saving(x, d_dy));
  return record(op, dx, {dy, x}, saving(x, d_dy),
                saving(dy, x, [&f, p, q](const Tensor& ddx, const Tensor& saved_dy, const Tensor& saved_x) {
                  return ddx * saved_dy * f.curvature(saved_x, p, q);
                }));
}

/// y = f(x).
Tensor value(const Activation& f, const Tensor& x, double p = 0, double q = 0) {
  const char* op = name_of(f.value);
  check_defined(op, "the tensor", x);
  return record(
      op, map(op, f.value, x, x.dtype(), p, q), {x},
      saving(x, [&f, p, q](const Tensor& dy, const Tensor& saved_x) { return slope(f, dy, saved_x, p, q); }));
}

/// x = f(x).
Tensor& replace(const char* op, const Activation& f, const Tensor& x, double p = 0, double q = 0) {
  return update(
      op, f.value, x, [&](const Tensor& before) { return value(f, before, p, q); }, p, q);
}

}  // namespace

// Those whose slope is found from the result y.

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

// Smooth ones: the curvature is the formula that is written out.

namespace {

/// With s = sigmoid(x), c = 1 - s = sigmoid(-x), f' = s + x s c: f'' = s c (2 + x (c - s)).
const Activation kSilu{Unary::silu, Binary::silu_grad, [](const Tensor& x, double, double) {
                         const Tensor s = sigmoid(x), c = sigmoid(-x);
                         return s * c * (x * (c - s) + 2);
                       }};

/// f' = cdf(x) + x pdf(x): f'' = (2 - x^2) pdf(x), pdf(x) = e^(-x^2 / 2) / sqrt(2 pi).
const Activation kGeluErf{Unary::gelu, Binary::gelu_grad, [](const Tensor& x, double, double) {
                            const Tensor x2 = square(clamp(x, -40, 40));  // beyond, e^(-x^2 / 2) is 0
                            return (2 - x2) * exp(x2 * -0.5) * 0.3989422804014327;
                          }};

/// f = x s(v) with s the sigmoid, c = 1 - s, v = a x + b x^3, a = 2 sqrt(2 / pi), b = 0.044715 a:
/// f'' = s c (2 v' + x ((c - s) v'^2 + v'')).
const Activation kGeluTanh{Unary::gelu_tanh, Binary::gelu_tanh_grad, [](const Tensor& x, double, double) {
                             const double a = 1.5957691216057308, b = 0.044715 * a;
                             const Tensor z = clamp(x, -25, 25);  // beyond, s c is 0
                             const Tensor z2 = square(z), v = z * (z2 * b + a), v1 = z2 * (3 * b) + a;
                             const Tensor s = sigmoid(v), c = sigmoid(-v), v2 = z * (6 * b);
                             return s * c * (v1 * 2 + z * ((c - s) * square(v1) + v2));
                           }};

/// f = x t with t = tanh(softplus(x)), s = sigmoid(x): t' = (1 - t^2) s, t'' = t' (1 - s - 2 t s),
/// f'' = 2 t' + x t''.
const Activation kMish{Unary::mish, Binary::mish_grad, [](const Tensor& x, double, double) {
                         const Tensor z = clamp(x, -1000, 1000);  // beyond, t' is 0
                         const Tensor t = tanh(softplus(z)), s = sigmoid(z);
                         const Tensor t1 = (1 - square(t)) * s;
                         return t1 * (z * (1 - s - t * s * 2) + 2);
                       }};

/// f' = sigmoid(-x): f'' = -s (1 - s).
const Activation kLogSigmoid{Unary::log_sigmoid, Binary::log_sigmoid_grad,
                             [](const Tensor& x, double, double) {
                               const Tensor s = sigmoid(x);
                               return s * (s - 1);
                             }};

/// f' = sigmoid(beta x): f'' = beta s (1 - s), and 0 beyond the threshold.
const Activation kSoftplus{Unary::softplus, Binary::softplus_grad,
                           [](const Tensor& x, double beta, double threshold) {
                             const Tensor s = sigmoid(x * beta);
                             return (s * (1 - s) * beta).masked_fill(x * beta > threshold, 0);
                           }};

/// f' = 1 / (1 + |x|)^2: f'' = -2 sign(x) / (1 + |x|)^3.
const Activation kSoftsign{Unary::softsign, Binary::softsign_grad, [](const Tensor& x, double, double) {
                             const Tensor d = abs(x) + 1;
                             return sign(x) * -2 / (d * square(d));
                           }};

/// scale alpha e^(x / width) below 0; 0 above, where e^x might overflow.
Tensor exponential_below_zero(const Tensor& x, double factor, double width) {
  return (exp(clamp_max(x, 0) / width) * factor).masked_fill(x > 0, 0);
}
const Activation kElu{Unary::elu, Binary::elu_grad, [](const Tensor& x, double alpha, double) {
                        return exponential_below_zero(x, alpha, 1);
                      }};
const Activation kCelu{Unary::celu, Binary::celu_grad, [](const Tensor& x, double alpha, double) {
                         return exponential_below_zero(x, 1 / alpha, alpha);
                       }};
const Activation kSelu{Unary::selu, Binary::selu_grad, [](const Tensor& x, double, double) {
                         return exponential_below_zero(x, 1.6732632423543772848 * 1.0507009873554804934, 1);
                       }};

/// f' = x / 3 + 1 / 2 between -3 and 3.
const Activation kHardswish{Unary::hardswish, Binary::hardswish_grad, [](const Tensor& x, double, double) {
                              return full(x.sizes(), 1 / 3.0, x.dtype()).masked_fill(abs(x) > 3, 0);
                            }};

// Those that consist of lines: no curvature.

const Activation kLeakyRelu{Unary::leaky_relu, Binary::leaky_relu_grad, nullptr};
const Activation kHardtanh{Unary::hardtanh, Binary::hardtanh_grad, nullptr};
const Activation kRelu6{Unary::relu6, Binary::relu6_grad, nullptr};
const Activation kHardsigmoid{Unary::hardsigmoid, Binary::hardsigmoid_grad, nullptr};

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

#define WENGERT_ACTIVATION(name, kFunction)                    \
  Tensor name(const Tensor& x) { return value(kFunction, x); } \
  Tensor& name##_(const Tensor& x) { return replace(#name "_", kFunction, x); }
WENGERT_ACTIVATION(silu, kSilu)
WENGERT_ACTIVATION(mish, kMish)
WENGERT_ACTIVATION(selu, kSelu)
WENGERT_ACTIVATION(relu6, kRelu6)
WENGERT_ACTIVATION(hardsigmoid, kHardsigmoid)
WENGERT_ACTIVATION(hardswish, kHardswish)

Tensor log_sigmoid(const Tensor& x) { return value(kLogSigmoid, x); }
Tensor gelu(const Tensor& x, std::string_view approximate) {
  if (approximate == "none") return value(kGeluErf, x);
  if (approximate == "tanh") return value(kGeluTanh, x);
  fail("gelu: approximate is \"{}\", wants \"none\" or \"tanh\"", approximate);
}
Tensor elu(const Tensor& x, const Scalar& alpha) { return value(kElu, x, number("elu", "alpha", alpha)); }
Tensor celu(const Tensor& x, const Scalar& alpha) { return value(kCelu, x, divisor("celu", "alpha", alpha)); }
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

Tensor& elu_(const Tensor& x, const Scalar& alpha) {
  return replace("elu_", kElu, x, number("elu_", "alpha", alpha));
}
Tensor& celu_(const Tensor& x, const Scalar& alpha) {
  return replace("celu_", kCelu, x, divisor("celu_", "alpha", alpha));
}
Tensor& leaky_relu_(const Tensor& x, const Scalar& negative_slope) {
  return replace("leaky_relu_", kLeakyRelu, x, number("leaky_relu_", "negative_slope", negative_slope));
}
Tensor& hardtanh_(const Tensor& x, const Scalar& min_val, const Scalar& max_val) {
  return replace("hardtanh_", kHardtanh, x, number("hardtanh_", "min_val", min_val),
                 number("hardtanh_", "max_val", max_val));
}

#define WENGERT_ACTIVATION_METHODS(name) \
  WENGERT_METHOD(name)                   \
  Tensor& Tensor::name##_() const { return wengert::name##_(*this); }
WENGERT_ACTIVATION_METHODS(relu)
WENGERT_ACTIVATION_METHODS(sigmoid)
WENGERT_ACTIVATION_METHODS(tanh)

}  // namespace wengert
