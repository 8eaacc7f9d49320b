// y = f(a, b) and y = f(a, b, c): one functor a map, and their table.
#include "kernels/activations.h"
#include "kernels/elementwise.h"
#include "kernels/integers.h"
#include "kernels/math64.h"

namespace wengert::kernels::WENGERT_ISA {
namespace {

struct add : Exact {
  template <Floating T>
  static T f(T a, T b, Params<T> c) {
    return a + c.p * b;
  }
  static std::int64_t f(std::int64_t a, std::int64_t b, Params<std::int64_t> c) {
    return wrap_add(a, wrap_mul(c.p, b));
  }
  static bool f(bool a, bool b, Params<bool>) { return a | b; }
};
struct sub : Exact {
  template <Floating T>
  static T f(T a, T b, Params<T> c) {
    return a - c.p * b;
  }
  static std::int64_t f(std::int64_t a, std::int64_t b, Params<std::int64_t> c) {
    return wrap_sub(a, wrap_mul(c.p, b));
  }
};
struct mul : Exact {
  template <Floating T>
  static T f(T a, T b) {
    return a * b;
  }
  static std::int64_t f(std::int64_t a, std::int64_t b) { return wrap_mul(a, b); }
  static bool f(bool a, bool b) { return a & b; }
};
struct div : Exact {
  template <Floating T>
  static T f(T a, T b) {
    return a / b;
  }
};
struct maximum : Exact {
  template <Any T>
  static T f(T a, T b) {
    return larger(a, b);
  }
};
struct minimum : Exact {
  template <Any T>
  static T f(T a, T b) {
    return smaller(a, b);
  }
};

struct bitwise_and : Exact {
  static std::int64_t f(std::int64_t a, std::int64_t b) { return a & b; }
  static bool f(bool a, bool b) { return a & b; }
};
struct bitwise_or : Exact {
  static std::int64_t f(std::int64_t a, std::int64_t b) { return a | b; }
  static bool f(bool a, bool b) { return a | b; }
};
struct bitwise_xor : Exact {
  static std::int64_t f(std::int64_t a, std::int64_t b) { return a ^ b; }
  static bool f(bool a, bool b) { return a ^ b; }
};

/// floor(a / b), made from the exact remainder: a / b may round up to an integer that a does not reach.
struct floor_divide : Scalar {
  template <Floating T>
  static T f(T a, T b) {
    if (b == 0) return a / b;
    const T rest = math::fmod(a, b);
    T quotient = (a - rest) / b;  // an integer, but for rounding
    if (rest != 0 && (b < 0) != (rest < 0)) quotient -= 1;
    if (quotient == 0) return math::copysign(T(0), a / b);
    const T below = math::floor(quotient);
    return quotient - below > T(0.5) ? below + 1 : below;
  }
  static std::int64_t f(std::int64_t a, std::int64_t b) {
    const bool inexact = wrap_mod(a, b) != 0;
    return wrap_div(a, b) - (inexact && (a < 0) != (b < 0));
  }
};
struct trunc_divide : Scalar {
  template <Floating T>
  static T f(T a, T b) {
    return math::trunc(a / b);
  }
  static std::int64_t f(std::int64_t a, std::int64_t b) { return wrap_div(a, b); }
};
/// a - b floor(a / b): the remainder with b's sign, as in Python.
struct remainder : Scalar {
  template <Floating T>
  static T f(T a, T b) {
    const T rest = math::fmod(a, b);
    return rest != 0 && (b < 0) != (rest < 0) ? rest + b : rest;
  }
  static std::int64_t f(std::int64_t a, std::int64_t b) {
    const std::int64_t rest = wrap_mod(a, b);
    return rest != 0 && (b < 0) != (rest < 0) ? rest + b : rest;
  }
};
struct fmod : Scalar {
  template <Floating T>
  static T f(T a, T b) {
    return math::fmod(a, b);
  }
  static std::int64_t f(std::int64_t a, std::int64_t b) { return wrap_mod(a, b); }
};
struct pow : Scalar {
  template <Floating T>
  static T f(T a, T b) {
    return math::pow(a, b);
  }
  static std::int64_t f(std::int64_t a, std::int64_t b) { return wrap_pow(a, b); }
};
struct atan2 : Scalar {
  template <Floating T>
  static T f(T a, T b) {
    return math::atan2(a, b);
  }
};

struct eq : Exact {
  template <Any T>
  static bool f(T a, T b) {
    return a == b;
  }
};
struct ne : Exact {
  template <Any T>
  static bool f(T a, T b) {
    return a != b;
  }
};
struct lt : Exact {
  template <Any T>
  static bool f(T a, T b) {
    return a < b;
  }
};
struct le : Exact {
  template <Any T>
  static bool f(T a, T b) {
    return a <= b;
  }
};
struct gt : Exact {
  template <Any T>
  static bool f(T a, T b) {
    return a > b;
  }
};
struct ge : Exact {
  template <Any T>
  static bool f(T a, T b) {
    return a >= b;
  }
};
struct logical_and : Exact {
  template <Any T>
  static bool f(T a, T b) {
    return (a != 0) & (b != 0);
  }
};
struct logical_or : Exact {
  template <Any T>
  static bool f(T a, T b) {
    return (a != 0) | (b != 0);
  }
};
struct logical_xor : Exact {
  template <Any T>
  static bool f(T a, T b) {
    return (a != 0) != (b != 0);
  }
};

struct addcmul : Vector {
  template <Floating T>
  static T f(T a, T b, T d, Params<T> c) {
    return a + c.p * b * d;
  }
  static std::int64_t f(std::int64_t a, std::int64_t b, std::int64_t d, Params<std::int64_t> c) {
    return wrap_add(a, wrap_mul(wrap_mul(c.p, b), d));
  }
};
struct addcdiv : Vector {
  template <Floating T>
  static T f(T a, T b, T d, Params<T> c) {
    return a + c.p * b / d;
  }
};
/// From the end that is nearer, so that weight 1 gives b exactly.
struct lerp : Vector {
  template <Floating T>
  static T f(T a, T b, T weight) {
    return weight < T(0.5) ? a + weight * (b - a) : b - (1 - weight) * (b - a);
  }
};

// In the order of ScalarType.
template <class F>
constexpr RunFunction map_entry(int type) {
  const RunFunction row[kTypes] = {
      entry<F, bool, bool, bool, bool>(), entry<F, std::int64_t, std::int64_t, std::int64_t, std::int64_t>(),
      entry<F, float, float, float, float>(), entry<F, double, double, double, double>()};
  return row[type];
}
template <class F>
constexpr RunFunction compare_entry(int type) {
  const RunFunction row[kTypes] = {
      entry<F, bool, bool, bool, bool>(), entry<F, std::int64_t, bool, std::int64_t, std::int64_t>(),
      entry<F, float, bool, float, float>(), entry<F, double, bool, double, double>()};
  return row[type];
}
template <class F>
constexpr RunFunction ternary_entry(int type) {
  using Int = std::int64_t;
  const RunFunction row[kTypes] = {nullptr, entry<F, Int, Int, Int, Int, Int>(),
                                   entry<F, float, float, float, float, float>(),
                                   entry<F, double, double, double, double, double>()};
  return row[type];
}

}  // namespace

#define WENGERT_ROW(entry, name) {entry<name>(0), entry<name>(1), entry<name>(2), entry<name>(3)},
#define WENGERT_MAP(name) WENGERT_ROW(map_entry, name)
#define WENGERT_COMPARE(name) WENGERT_ROW(compare_entry, name)
#define WENGERT_TERNARY(name) WENGERT_ROW(ternary_entry, name)
extern constexpr BinaryTable binary_table = {{WENGERT_BINARY_MAPS(WENGERT_MAP)},
                                             {WENGERT_COMPARISONS(WENGERT_COMPARE)},
                                             {WENGERT_TERNARY_MAPS(WENGERT_TERNARY)}};

}  // namespace wengert::kernels::WENGERT_ISA
