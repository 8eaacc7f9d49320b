// Activations over all magnitudes: value, first and second derivative against long double.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

/// f, f' and f'' at one point, carried through the arithmetic.
struct Jet {
  long double f, d = 0, d2 = 0;
};
Jet chain(const Jet& x, long double f, long double d, long double d2) {
  return {f, d * x.d, d2 * x.d * x.d + d * x.d2};
}
Jet operator+(const Jet& a, const Jet& b) { return {a.f + b.f, a.d + b.d, a.d2 + b.d2}; }
Jet operator*(const Jet& a, const Jet& b) {
  return {a.f * b.f, a.d * b.f + a.f * b.d, a.d2 * b.f + 2 * a.d * b.d + a.f * b.d2};
}
Jet operator*(long double c, const Jet& a) { return {c * a.f, c * a.d, c * a.d2}; }
Jet exp(const Jet& x) {
  const long double e = std::exp(x.f);
  return chain(x, e, e, e);
}
Jet log1p(const Jet& x) {
  const long double u = 1 + x.f;
  return chain(x, std::log1p(x.f), 1 / u, -1 / (u * u));
}
Jet tanh(const Jet& x) {
  const long double t = std::tanh(x.f), s = 1 / std::cosh(x.f);
  return chain(x, t, s * s, -2 * t * s * s);
}
Jet reciprocal(const Jet& x) { return chain(x, 1 / x.f, -1 / (x.f * x.f), 2 / (x.f * x.f * x.f)); }
Jet sigmoid(const Jet& x) {
  const long double e = std::exp(-std::fabs(x.f)), s = 1 / (1 + e), c = e * s;  // of |x|: s and 1 - s
  return x.f < 0 ? chain(x, c, s * c, s * c * (s - c)) : chain(x, s, s * c, s * c * (c - s));
}
Jet normal_cdf(const Jet& x) {
  const long double pdf = std::exp(-x.f * x.f / 2) / std::sqrt(2 * std::acos(-1.0L));
  return chain(x, std::erfc(-x.f / std::sqrt(2.0L)) / 2, pdf, -x.f * pdf);
}
Jet softplus(const Jet& x) { return x.f > 0 ? x + log1p(exp(-1 * x)) : log1p(exp(x)); }
Jet lines(const Jet& x, long double slope, long double offset) { return {slope * x.f + offset, slope * x.d}; }
Jet clamped(const Jet& x, long double low, long double high) {
  return x.f < low ? Jet{low} : x.f > high ? Jet{high} : x;
}

struct Case {
  const char* name;
  Tensor (*f)(const Tensor&);
  Jet (*want)(const Jet&);
  long double left, right;  // the slope far to the left and right, where e^x leaves even long double
};

const long double kSelu = 1.0507009873554804934L, kSeluAlpha = 1.6732632423543772848L;

// clang-format off
const Case cases[] = {
    {"relu", wengert::relu, [](const Jet& x) { return x.f > 0 ? x : Jet{0}; }, 0, 1},
    {"leaky_relu", [](const Tensor& x) { return leaky_relu(x, 0.125); }, [](const Jet& x) { return x.f > 0 ? x : 0.125L * x; }, 0.125L, 1},
    {"elu", [](const Tensor& x) { return elu(x, 1.5); }, [](const Jet& x) { return x.f > 0 ? x : 1.5L * (exp(x) + Jet{-1}); }, 0, 1},
    {"celu", [](const Tensor& x) { return celu(x, 2); }, [](const Jet& x) { return x.f > 0 ? x : 2 * (exp(0.5L * x) + Jet{-1}); }, 0, 1},
    {"selu", wengert::selu, [](const Jet& x) { return kSelu * (x.f > 0 ? x : kSeluAlpha * (exp(x) + Jet{-1})); }, 0, kSelu},
    {"relu6", wengert::relu6, [](const Jet& x) { return clamped(x, 0, 6); }, 0, 0},
    {"hardtanh", [](const Tensor& x) { return hardtanh(x, -1.25, 1.75); }, [](const Jet& x) { return clamped(x, -1.25L, 1.75L); }, 0, 0},
    {"hardsigmoid", wengert::hardsigmoid, [](const Jet& x) { return clamped(lines(x, 1 / 6.0L, 0.5L), 0, 1); }, 0, 0},
    {"hardswish", wengert::hardswish, [](const Jet& x) { return x * clamped(lines(x, 1 / 6.0L, 0.5L), 0, 1); }, 0, 1},
    {"softplus", [](const Tensor& x) { return softplus(x, 2, 40); }, [](const Jet& x) { return 0.5L * softplus(2 * x); }, 0, 1},
    {"softsign", wengert::softsign, [](const Jet& x) { return x * reciprocal(x.f < 0 ? lines(x, -1, 1) : lines(x, 1, 1)); }, 0, 0},
    {"sigmoid", wengert::sigmoid, [](const Jet& x) { return sigmoid(x); }, 0, 0},
    {"tanh", wengert::tanh, [](const Jet& x) { return tanh(x); }, 0, 0},
    {"log_sigmoid", wengert::log_sigmoid, [](const Jet& x) { return -1 * softplus(-1 * x); }, 1, 0},
    {"silu", wengert::silu, [](const Jet& x) { return x * sigmoid(x); }, 0, 1},
    {"mish", wengert::mish, [](const Jet& x) { return x * tanh(softplus(x)); }, 0, 1},
    {"gelu", [](const Tensor& x) { return gelu(x); }, [](const Jet& x) { return x * normal_cdf(x); }, 0, 1},
    {"gelu_tanh", [](const Tensor& x) { return gelu(x, "tanh"); },
     [](const Jet& x) { return x * sigmoid(1.5957691216057307117L * (x + 0.044715L * (x * x * x))); }, 0, 1},
};
// clang-format on

/// Both signs and two mantissas of every exponent. No kink lies at one of them, but for 0, which is not one.
template <class T>
std::vector<T> sweep() {
  std::vector<T> x;
  for (int e = std::numeric_limits<T>::min_exponent - 20; e < std::numeric_limits<T>::max_exponent; ++e)
    for (double m : {1.0, -1.0, 1.37, -1.37}) x.push_back(std::ldexp(T(m), e));
  return x;
}

template <class T>
void check_all(long double tolerance) {
  const std::vector<T> x = sweep<T>();
  const Tensor in = zeros({std::int64_t(x.size())}, dtype_of<T>());
  std::copy(x.begin(), x.end(), in.data_ptr<T>());
  in.requires_grad_();
  for (const Case& c : cases) {
    INFO(std::string(c.name));
    const Tensor y = c.f(in);
    const Tensor dy = autograd::grad({y.sum()}, {in}, {}, true, true)[0];
    const Tensor d2 =
        dy.requires_grad() ? autograd::grad({dy.sum()}, {in}, {}, false, false, true)[0] : Tensor();
    for (std::size_t i = 0; i < x.size(); ++i) {
      const long double at = x[i];
      const bool far = std::fabs(at) > 500;
      const Jet want = far && std::string(c.name) != "softsign" ? Jet{NAN, at < 0 ? c.left : c.right, 0}
                                                                : c.want(Jet{at, 1, 0});
      INFO("x = ", x[i]);
      const auto agrees = [&](T got, long double right) {
        const long double error = std::fabs((long double)got - right);
        return error <= tolerance * (1 + std::fabs(right));
      };
      if (far) {  // a line, up to a constant below 7
        const long double slope = at < 0 ? c.left : c.right, value = slope * at;
        CHECK((std::isinf(T(value))
                   ? y.data_ptr<T>()[i] == T(value)
                   : std::fabs(y.data_ptr<T>()[i] - value) <= 7 + tolerance * std::fabs(value)));
      } else {
        CHECK(agrees(y.data_ptr<T>()[i], want.f));
      }
      CHECK(agrees(dy.data_ptr<T>()[i], want.d));
      if (d2.defined()) CHECK(agrees(d2.data_ptr<T>()[i], want.d2));
    }
  }
}

}  // namespace

TEST_CASE("activations and their derivatives at every magnitude: float32") { check_all<float>(3e-6L); }
TEST_CASE("activations and their derivatives at every magnitude: float64") { check_all<double>(2e-14L); }
