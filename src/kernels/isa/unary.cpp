// y = f(x): one functor a map, and their table.
#include "kernels/activations.h"
#include "kernels/elementwise.h"
#include "kernels/integers.h"
#include "kernels/math64.h"

namespace wengert::kernels::WENGERT_ISA {
namespace {

struct neg : Exact {
  template <Floating T>
  static T f(T x) {
    return -x;
  }
  static std::int64_t f(std::int64_t x) { return wrap_sub(0, x); }
};
struct abs : Exact {
  template <Floating T>
  static T f(T x) {
    return math::abs(x);
  }
  static std::int64_t f(std::int64_t x) { return x < 0 ? wrap_sub(0, x) : x; }
};
/// -1, 0 or 1; 0 for NaN.
struct sign : Exact {
  template <Number T>
  static T f(T x) {
    return static_cast<T>((x > 0) - (x < 0));
  }
};
struct square : Exact {
  template <Floating T>
  static T f(T x) {
    return x * x;
  }
  static std::int64_t f(std::int64_t x) { return wrap_mul(x, x); }
};
struct sqrt : Exact {
  template <Floating T>
  static T f(T x) {
    return math::sqrt(x);
  }
};
struct rsqrt : Vector {
  template <Floating T>
  static T f(T x) {
    return 1 / math::sqrt(x);
  }
};
struct reciprocal : Exact {
  template <Floating T>
  static T f(T x) {
    return 1 / x;
  }
};

// Integers have no fraction to round.
struct floor : Exact {
  template <Floating T>
  static T f(T x) {
    return math::floor(x);
  }
  static std::int64_t f(std::int64_t x) { return x; }
};
struct ceil : Exact {
  template <Floating T>
  static T f(T x) {
    return math::ceil(x);
  }
  static std::int64_t f(std::int64_t x) { return x; }
};
struct trunc : Exact {
  template <Floating T>
  static T f(T x) {
    return math::trunc(x);
  }
  static std::int64_t f(std::int64_t x) { return x; }
};
struct round : Exact {  // half to even
  template <Floating T>
  static T f(T x) {
    return math::round_even(x);
  }
  static std::int64_t f(std::int64_t x) { return x; }
};

struct exp : VectorFloat {
  template <Floating T>
  static T f(T x) {
    return math::exp(x);
  }
};
struct exp2 : VectorFloat {
  template <Floating T>
  static T f(T x) {
    return math::exp2(x);
  }
};
struct expm1 : VectorFloat {
  template <Floating T>
  static T f(T x) {
    return math::expm1(x);
  }
};
struct log : VectorFloat {
  template <Floating T>
  static T f(T x) {
    return math::log(x);
  }
};
struct log1p : VectorFloat {
  template <Floating T>
  static T f(T x) {
    return math::log1p(x);
  }
};
struct log2 : VectorFloat {
  template <Floating T>
  static T f(T x) {
    return math::log2(x);
  }
};
struct log10 : VectorFloat {
  template <Floating T>
  static T f(T x) {
    return math::log10(x);
  }
};
struct erf : VectorFloat {
  template <Floating T>
  static T f(T x) {
    return math::erf(x);
  }
};
struct erfc : VectorFloat {
  template <Floating T>
  static T f(T x) {
    return math::erfc(x);
  }
};

struct sin : VectorFloat {
  static double f(double x) { return math::sin(x); }
  static float f(float x) { return math::sin_quarter<0>(x); }
  static bool hard(float x) { return !(math::abs(x) <= math::kTrigLimit); }
  static float library(float x) { return math::sin(x); }
};
struct cos : VectorFloat {
  static double f(double x) { return math::cos(x); }
  static float f(float x) { return math::sin_quarter<1>(x); }
  static bool hard(float x) { return sin::hard(x); }
  static float library(float x) { return math::cos(x); }
};
struct tan : Scalar {
  template <Floating T>
  static T f(T x) {
    return math::tan(x);
  }
};
struct asin : Scalar {
  template <Floating T>
  static T f(T x) {
    return math::asin(x);
  }
};
struct acos : Scalar {
  template <Floating T>
  static T f(T x) {
    return math::acos(x);
  }
};
struct atan : Scalar {
  template <Floating T>
  static T f(T x) {
    return math::atan(x);
  }
};
struct sinh : Scalar {
  template <Floating T>
  static T f(T x) {
    return math::sinh(x);
  }
};
struct cosh : Scalar {
  template <Floating T>
  static T f(T x) {
    return math::cosh(x);
  }
};
struct lgamma : Scalar {
  template <Floating T>
  static T f(T x) {
    return math::lgamma(x);
  }
};

/// x^p in general; run_pow takes the exponents that are a few multiplications.
struct pow : Scalar {
  template <Floating T>
  static T f(T x, Params<T> c) {
    return math::pow(x, c.p);
  }
};
struct cube : Vector {
  template <Floating T>
  static T f(T x) {
    return x * x * x;
  }
};
struct reciprocal_square : Vector {
  template <Floating T>
  static T f(T x) {
    return 1 / (x * x);
  }
};
struct identity : Exact {
  template <Floating T>
  static T f(T x) {
    return x;
  }
};
struct one : Exact {
  template <Floating T>
  static T f(T) {
    return 1;
  }
};

template <class T>
void run_pow(char* const* data, const std::int64_t* stride, std::int64_t n, const double* params) {
  const double p = params[0];
  const RunFunction f = p == 2      ? run<square, T, T, T>
                        : p == 3    ? run<cube, T, T, T>
                        : p == 0.5  ? run<sqrt, T, T, T>
                        : p == -0.5 ? run<rsqrt, T, T, T>
                        : p == -1   ? run<reciprocal, T, T, T>
                        : p == -2   ? run<reciprocal_square, T, T, T>
                        : p == 1    ? run<identity, T, T, T>
                        : p == 0    ? run<one, T, T, T>
                                    : run<pow, T, T, T>;
  f(data, stride, n, params);
}

struct logical_not : Exact {
  template <Any T>
  static bool f(T x) {
    return x == 0;
  }
};
struct isnan : Exact {
  template <Any T>
  static bool f(T x) {
    return x != x;
  }
};
struct isinf : Exact {
  template <Floating T>
  static bool f(T x) {
    return math::abs(x) == static_cast<T>(math::kInf);
  }
  static bool f(std::int64_t) { return false; }
  static bool f(bool) { return false; }
};
struct isfinite : Exact {
  template <Floating T>
  static bool f(T x) {
    return math::abs(x) < static_cast<T>(math::kInf);
  }
  static bool f(std::int64_t) { return true; }
  static bool f(bool) { return true; }
};

// In the order of ScalarType.
template <class F>
constexpr RunFunction map_entry(int type) {
  const RunFunction row[kTypes] = {nullptr, entry<F, std::int64_t, std::int64_t, std::int64_t>(),
                                   entry<F, float, float, float>(), entry<F, double, double, double>()};
  return row[type];
}
template <>
constexpr RunFunction map_entry<pow>(int type) {
  const RunFunction row[kTypes] = {nullptr, nullptr, run_pow<float>, run_pow<double>};
  return row[type];
}
template <class F>
constexpr RunFunction test_entry(int type) {
  const RunFunction row[kTypes] = {entry<F, bool, bool, bool>(), entry<F, std::int64_t, bool, std::int64_t>(),
                                   entry<F, float, bool, float>(), entry<F, double, bool, double>()};
  return row[type];
}

}  // namespace

#define WENGERT_MAP(name) {map_entry<name>(0), map_entry<name>(1), map_entry<name>(2), map_entry<name>(3)},
#define WENGERT_TEST(name) \
  {test_entry<name>(0), test_entry<name>(1), test_entry<name>(2), test_entry<name>(3)},
extern constexpr UnaryTable unary_table = {{WENGERT_UNARY_MAPS(WENGERT_MAP)}, {WENGERT_TESTS(WENGERT_TEST)}};

}  // namespace wengert::kernels::WENGERT_ISA
