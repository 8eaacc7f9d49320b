// Activations, each beside its gradient: f(x) and f(dy, x) = dy f'(x), or f(dy, y) where y says it better.
// For kernels only. At a kink the gradient is the one from the left, as in libtorch, unless noted.
#pragma once
#include "kernels/elementwise.h"
#include "kernels/math64.h"

namespace wengert::kernels::WENGERT_ISA {

/// NaN in either argument gives NaN.
template <Any T>
WENGERT_INLINE T larger(T a, T b) {
  return a > b || a != a ? a : b;
}
template <Any T>
WENGERT_INLINE T smaller(T a, T b) {
  return a < b || a != a ? a : b;
}

struct relu : Exact {
  template <Number T>
  static T f(T x) {
    return x <= 0 ? T(0) : x;
  }
};
struct relu_grad : Exact {  // b = y
  template <Number T>
  static T f(T dy, T y) {
    return y <= 0 ? T(0) : dy;
  }
};

struct leaky_relu : Exact {
  template <Floating T>
  static T f(T x, Params<T> c) {
    return x > 0 ? x : x * c.p;
  }
};
struct leaky_relu_grad : Exact {
  template <Floating T>
  static T f(T dy, T x, Params<T> c) {
    return x > 0 ? dy : dy * c.p;
  }
};

/// min(max(x, p), q)
struct clamp : Exact {
  template <Number T>
  static T f(T x, Params<T> c) {
    return smaller(larger(x, c.p), c.q);
  }
};
/// At the bounds clamp passes the gradient; hardtanh does not.
struct clamp_grad : Exact {
  template <Number T>
  static T f(T dy, T x, Params<T> c) {
    return x >= c.p && x <= c.q ? dy : T(0);
  }
};
struct clamp_min : Exact {
  template <Number T>
  static T f(T x, Params<T> c) {
    return larger(x, c.p);
  }
};
struct clamp_max : Exact {
  template <Number T>
  static T f(T x, Params<T> c) {
    return smaller(x, c.p);
  }
};
struct hardtanh : clamp {};
struct hardtanh_grad : Exact {
  template <Number T>
  static T f(T dy, T x, Params<T> c) {
    return x <= c.p || x >= c.q ? T(0) : dy;
  }
};
struct relu6 : Exact {
  template <Number T>
  static T f(T x) {
    return clamp::f(x, Params<T>{0, 6});
  }
};
struct relu6_grad : Exact {
  template <Number T>
  static T f(T dy, T x) {
    return hardtanh_grad::f(dy, x, Params<T>{0, 6});
  }
};

/// relu6(x + 3) / 6
struct hardsigmoid : Vector {
  template <Floating T>
  static T f(T x) {
    return relu6::f(x + 3) / 6;
  }
};
struct hardsigmoid_grad : Vector {
  template <Floating T>
  static T f(T dy, T x) {
    return x > -3 && x < 3 ? dy / 6 : T(0);
  }
};

/// x hardsigmoid(x); the gradient at the kinks is libtorch's.
struct hardswish : Vector {
  template <Floating T>
  static T f(T x) {
    return x * relu6::f(x + 3) / 6;
  }
};
struct hardswish_grad : Vector {
  template <Floating T>
  static T f(T dy, T x) {
    return x < -3 ? T(0) : x > 3 ? dy : dy * (x / 3 + T(0.5));
  }
};

/// x / (1 + |x|)
struct softsign : Vector {
  template <Floating T>
  static T f(T x) {
    return x / (1 + math::abs(x));
  }
};
struct softsign_grad : Vector {
  template <Floating T>
  static T f(T dy, T x) {
    const T d = 1 + math::abs(x);
    return dy / (d * d);
  }
};

struct sigmoid : VectorFloat {
  template <Floating T>
  static T f(T x) {
    return math::sigmoid(x);
  }
};
struct sigmoid_grad : Vector {  // b = y
  template <Floating T>
  static T f(T dy, T y) {
    return dy * ((1 - y) * y);
  }
};

struct tanh : VectorFloat {
  template <Floating T>
  static T f(T x) {
    return math::tanh(x);
  }
};
struct tanh_grad : Vector {  // b = y
  template <Floating T>
  static T f(T dy, T y) {
    return dy * (1 - y * y);
  }
};

/// log sigmoid(x) = min(x, 0) - log(1 + e^-|x|)
struct logsigmoid : VectorFloat {
  template <Floating T>
  static T f(T x) {
    return smaller(x, T(0)) - math::log1p(math::exp(-math::abs(x)));
  }
};
struct logsigmoid_grad : VectorFloat {
  template <Floating T>
  static T f(T dy, T x) {
    return dy * math::sigmoid(-x);
  }
};

/// x s with s = sigmoid(x); derivative s + x s (1 - s)
struct silu : VectorFloat {
  template <Floating T>
  static T f(T x) {
    return x * math::sigmoid(x);
  }
};
struct silu_grad : VectorFloat {
  template <Floating T>
  static T f(T dy, T x) {
    const auto s = math::logistic(x);
    return dy * (s.value + x * s.slope);
  }
};

/// x tanh(log(1 + e^x)) = x n / (n + 2) with n = e (e + 2), e = e^x
struct mish : VectorFloat {
  template <Floating T>
  static T f(T x) {
    const T e = math::exp(x > 20 ? T(20) : x), n = e * (e + 2);
    return x * (n / (n + 2));
  }
};
/// With t = n / (n + 2): t + x (1 - t^2) sigmoid(x), where 1 - t^2 = 4 (n + 1) / (n + 2)^2; above 20 it is 1.
struct mish_grad : VectorFloat {
  template <Floating T>
  static T f(T dy, T x) {
    const T z = x > 20 ? T(20) : x, e = math::exp(z), n = e * (e + 2), d = n + 2;
    return dy * (n / d + z * ((4 * (n + 1)) / (d * d)) * (e / (1 + e)));
  }
};

/// x cdf(x) of the normal distribution (Hendrycks and Gimpel 2016); derivative cdf(x) + x pdf(x).
struct gelu_erf : VectorFloat {
  template <Floating T>
  static T f(T x) {
    return x * math::normal(x).cdf;
  }
};
struct gelu_erf_grad : VectorFloat {
  template <Floating T>
  static T f(T dy, T x) {
    const auto normal = math::normal(x);
    return dy * (normal.cdf + x * normal.pdf);
  }
};

/// x (1 + tanh u) / 2 = x sigmoid(2 u) with u = sqrt(2 / pi) (x + 0.044715 x^3)
struct gelu_tanh : VectorFloat {
  template <Floating T>
  static T twice_u(T x) {
    return x * (T(1.5957691216057308) + T(0.071354816272600249) * (x * x));
  }
  template <Floating T>
  static T f(T x) {
    return x * math::sigmoid(twice_u(x));
  }
};
struct gelu_tanh_grad : VectorFloat {
  template <Floating T>
  static T f(T dy, T x) {
    const auto s = math::logistic(gelu_tanh::twice_u(x));
    const T slope = T(1.5957691216057308) + T(0.21406444881780075) * (x * x);
    return dy * (s.value + x * s.slope * slope);
  }
};

/// x above 0, p (e^x - 1) below.
struct elu : VectorFloat {
  template <Floating T>
  static T f(T x, Params<T> c) {
    return x > 0 ? x : c.p * math::expm1(x);
  }
};
struct elu_grad : VectorFloat {
  template <Floating T>
  static T f(T dy, T x, Params<T> c) {
    return x > 0 ? dy : dy * (c.p * math::exp(x));
  }
};

/// The same with e^(x / p), so that the slope at 0 is 1 from both sides.
struct celu : VectorFloat {
  template <Floating T>
  static T f(T x, Params<T> c) {
    return x > 0 ? x : c.p * math::expm1(x / c.p);
  }
};
struct celu_grad : VectorFloat {
  template <Floating T>
  static T f(T dy, T x, Params<T> c) {
    return x > 0 ? dy : dy * math::exp(x / c.p);
  }
};

/// scale elu(x; alpha), with the constants of Klambauer et al. 2017.
struct selu : VectorFloat {
  static constexpr double kAlpha = 1.6732632423543772848, kScale = 1.0507009873554804934;
  template <Floating T>
  static T f(T x) {
    return x > 0 ? T(kScale) * x : T(kScale * kAlpha) * math::expm1(x);
  }
};
struct selu_grad : VectorFloat {
  template <Floating T>
  static T f(T dy, T x) {
    return x > 0 ? T(selu::kScale) * dy : dy * (T(selu::kScale * selu::kAlpha) * math::exp(x));
  }
};

/// log(1 + e^(p x)) / p; x itself where p x > q.
struct softplus : VectorFloat {
  template <Floating T>
  static T f(T x, Params<T> c) {
    return x * c.p > c.q ? x : math::log1p(math::exp(x * c.p)) / c.p;
  }
};
struct softplus_grad : VectorFloat {
  template <Floating T>
  static T f(T dy, T x, Params<T> c) {
    return x * c.p > c.q ? dy : dy * math::sigmoid(x * c.p);
  }
};

}  // namespace wengert::kernels::WENGERT_ISA
