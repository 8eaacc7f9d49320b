// From a function of single values to one on runs of any strides. For kernels only.
#pragma once
#include <cstddef>
#include <cstdint>

#include "kernels/elementwise.h"
#include "kernels/integers.h"
#include "kernels/math64.h"
#include "kernels/parallel.h"
#include "kernels/simd.h"

namespace wengert::kernels::WENGERT_ISA {

template <class T, class U>
concept Same = __is_same(T, U);
using Int = std::int64_t;
template <class T>
concept Floating = Same<T, float> || Same<T, double>;
template <class T>
concept Number = Floating<T> || Same<T, Int>;
template <class T>
concept Any = Number<T> || Same<T, bool>;

// What loops of a function are made of:
struct Vector {};          // vector code for every type
struct Exact : Vector {};  // the same, and the result is rounded once: any code gives the same bits
struct VectorFloat {};     // vector code for float32, library calls for float64
struct Scalar {};          // library calls

/// A functor: f for the types that its function takes, and by its base what loops are made of.
template <class Code, class Function>
struct Map : Code {
  template <class... X>
  requires requires(X... x) { Function{}(x...); }
  WENGERT_INLINE static auto f(X... x) { return Function{}(x...); }
};

/// Several functions as one, of which the arguments choose.
template <class... Functions>
struct Overloads : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloads<Functions...> overloads(Functions...);

/// A functor of one or more lambdas.
#define WENGERT_MAP(name, code, ...) using name = Map<code, decltype(overloads(__VA_ARGS__))>;

template <class F, class T>
inline constexpr bool kVectorised = __is_base_of(Vector, F) ||
                                    (__is_base_of(VectorFloat, F) && Same<T, float>);

template <class T>
struct Params {
  T p, q;
};

/// double to int64 without undefined behaviour; what lies outside becomes the lowest int64, as on x86.
template <Floating T>
static inline std::int64_t to_int64(T x) {
  const bool inside = x >= static_cast<T>(-0x1p63) && x < static_cast<T>(0x1p63);
  return inside ? static_cast<std::int64_t>(x) : INT64_MIN;
}

template <class T>
static inline Params<T> params_of(const double* params) {
  if constexpr (Floating<T>) {
    return {static_cast<T>(params[0]), static_cast<T>(params[1])};
  } else if constexpr (Same<T, std::int64_t>) {
    // Bounds beyond int64 (clamp to infinity) become its ends.
    const auto bound = [](double x) { return x >= 0x1p63 ? INT64_MAX : to_int64(x); };
    return {bound(params[0]), bound(params[1])};
  } else {
    return {params[0] != 0, params[1] != 0};
  }
}

/// F::f of x, with the parameters if it takes them.
template <class F, class T, class... X>
requires requires(Params<T> c, X... x) { F::f(x...); } || requires(Params<T> c, X... x) {
  F::f(x..., c);
}
[[gnu::always_inline]] inline auto call(const Params<T>& c, X... x) {
  if constexpr (requires { F::f(x...); }) {
    return F::f(x...);
  } else {
    return F::f(x..., c);
  }
}

/// Every vectorised loop handles whole blocks of this many elements; what is left is copied into a block. So
/// an element goes through the same instructions wherever it stands.
inline constexpr std::int64_t kBlock = 32;

/// An input of a run, which gives its values a block at a time.
template <class T>
struct Input {
  const T* data;
  std::int64_t stride;
  T copies[kBlock];

  Input(const char* p, std::int64_t s) : data(reinterpret_cast<const T*>(p)), stride(s) {}

  /// Makes blocks of neighbours or of one repeated value available to at(); false for other strides.
  bool blocks() {
    if (stride == 1) return true;
    if (stride != 0) return false;
    gather(0, 0);
    data = copies;
    return true;
  }
  const T* at(std::int64_t i) const { return data + i * stride; }

  /// The m <= kBlock values from the i-th on, and copies of one of them behind.
  const T* gather(std::int64_t i, std::int64_t m) {
    const T* first = data + i * stride;
    const T one = *first;
    if (stride == 1) {
      __builtin_memcpy(copies, first, static_cast<std::size_t>(m) * sizeof(T));
    } else {
      for (std::int64_t j = 0; j < m; ++j) copies[j] = first[j * stride];
    }
    for (std::int64_t j = m; j < kBlock; ++j) copies[j] = one;
    return copies;
  }
};

template <class F, class T, class Out, class... In>
[[gnu::always_inline]] inline void block(const Params<T>& params, Out* y, const In*... x) {
  const Params<T> c = params;
  const auto vector_loop = [&] {
    WENGERT_INDEPENDENT
    for (std::int64_t j = 0; j < kBlock; ++j) y[j] = call<F, T>(c, x[j]...);
  };
  if constexpr (requires { F::hard(x[0]...); }) {
    // Values beyond the vector code's range go to the library, before y, which may be x, is written.
    bool hard[kBlock], any = false;
    Out kept[kBlock] = {};
    for (std::int64_t j = 0; j < kBlock; ++j) any |= hard[j] = F::hard(x[j]...);
    for (std::int64_t j = 0; any && j < kBlock; ++j)
      if (hard[j]) kept[j] = F::library(x[j]...);
    vector_loop();
    for (std::int64_t j = 0; any && j < kBlock; ++j)
      if (hard[j]) y[j] = kept[j];
  } else {
    vector_loop();
  }
}

template <class F, class T, class Out, class... In>
[[gnu::always_inline]] inline void run_inputs(const Params<T>& c, Out* y, std::int64_t stride, std::int64_t n,
                                              Input<In>&... x) {
  std::int64_t i = 0;
  if constexpr (!kVectorised<F, T>) {
    for (; i < n; ++i) y[i * stride] = call<F, T>(c, x.data[i * x.stride]...);
    return;
  }
  if (stride == 1 && n >= kBlock && (x.blocks() && ...))
    for (; i + kBlock <= n; i += kBlock) block<F, T>(c, y + i, x.at(i)...);
  if constexpr (__is_base_of(Exact, F)) {
    for (; i < n; ++i) y[i * stride] = call<F, T>(c, x.data[i * x.stride]...);
    return;
  }
  for (; i < n; i += kBlock) {
    const std::int64_t m = n - i < kBlock ? n - i : kBlock;
    Out out[kBlock];
    block<F, T>(c, out, x.gather(i, m)...);
    for (std::int64_t j = 0; j < m; ++j) y[(i + j) * stride] = out[j];
  }
}

// The functions of the tables: F on inputs of types A, B, C with parameters of type T.
template <class F, class T, class Out, class A>
static void run(char* const* data, const std::int64_t* stride, std::int64_t n, const double* params) {
  Input<A> a(data[1], stride[1]);
  run_inputs<F, T>(params_of<T>(params), reinterpret_cast<Out*>(data[0]), stride[0], n, a);
}
template <class F, class T, class Out, class A, class B>
static void run(char* const* data, const std::int64_t* stride, std::int64_t n, const double* params) {
  Input<A> a(data[1], stride[1]);
  Input<B> b(data[2], stride[2]);
  run_inputs<F, T>(params_of<T>(params), reinterpret_cast<Out*>(data[0]), stride[0], n, a, b);
}
template <class F, class T, class Out, class A, class B, class C>
static void run(char* const* data, const std::int64_t* stride, std::int64_t n, const double* params) {
  Input<A> a(data[1], stride[1]);
  Input<B> b(data[2], stride[2]);
  Input<C> c(data[3], stride[3]);
  run_inputs<F, T>(params_of<T>(params), reinterpret_cast<Out*>(data[0]), stride[0], n, a, b, c);
}

/// F's function for inputs of type T: null if F does not know T (and would only convert it).
template <class F, class T, class Out, class... In>
static constexpr RunFunction function_of() {
  if constexpr (requires(Params<T> c, In... x) {
                  { call<F, T>(c, x...) } -> Same<Out>;
                }) {
    return &run<F, T, Out, In...>;
  } else {
    return nullptr;
  }
}

/// The functions of F for each element type, in the order of ScalarType, and how many elements are worth a thread.
struct Functions {
  RunFunction of[kTypes];
  std::int64_t grain;
  MapFunction operator[](ScalarType t) const { return {of[static_cast<int>(t)], grain}; }
};

template <class T, bool kBool>
struct Result {
  using type = T;
};
template <class T>
struct Result<T, true> {
  using type = bool;
};

/// y = f(x...) of N inputs of one type, which is y's as well (or bool).
template <class F, int N, bool kBool>
static constexpr Functions functions() {
  const auto of = []<class T>(T) {
    using Out = typename Result<T, kBool>::type;
    if constexpr (N == 1) return function_of<F, T, Out, T>();
    if constexpr (N == 2) return function_of<F, T, Out, T, T>();
    if constexpr (N == 3) return function_of<F, T, Out, T, T, T>();
  };
  return {{of(bool()), of(Int()), of(float()), of(double())},
          __is_base_of(Vector, F) ? kCheapGrain : kCostlyGrain};
}

// What the functions of elementwise.inc share.

/// NaN in either argument gives NaN.
template <Any T>
WENGERT_INLINE T larger(T a, T b) {
  return a > b || a != a ? a : b;
}
template <Any T>
WENGERT_INLINE T smaller(T a, T b) {
  return a < b || a != a ? a : b;
}

/// The code of sine (kQuarter = 0) and cosine (1): far from 0 the library's.
template <int kQuarter>
struct Trigonometric : VectorFloat {
  static bool hard(float x) { return !(math::abs(x) <= math::kTrigLimit); }
  static float library(float x) { return kQuarter ? math::cos(x) : math::sin(x); }
};

static constexpr double kSeluAlpha = 1.6732632423543772848, kSeluScale = 1.0507009873554804934;

}  // namespace wengert::kernels::WENGERT_ISA
