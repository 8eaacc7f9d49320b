// Elementwise kernels: one value out for one value of each operand.
//
// Every function exists in two forms. The one that takes n works on n neighbouring elements. The one that
// takes a Loop (loop.h) works on any box; an operand with stride 0 is a scalar or broadcast, at no cost. The
// output may be one of the inputs if both have the same strides. Bool is a byte, 0 or 1.
//
// Types: float32 and float64 everywhere; int64 (wrapping) and bool where supports() says so, which is where
// the result has a meaning without a fraction. Other calls throw Error: casting is up to the caller.
//
// float32 results do not depend on strides, position, or threads; the functions are within about 2 ulp.
#pragma once
#include <cstdint>

#include "kernels/isa.h"
#include "kernels/loop.h"
#include "wengert/base/dtype.h"

namespace wengert::kernels {

enum class Unary : std::uint8_t {
#define UNARY(name, ...) name,
#include "kernels/elementwise.inc"
};
enum class Predicate : std::uint8_t {
#define PREDICATE(name, ...) name,
#include "kernels/elementwise.inc"
};
enum class Binary : std::uint8_t {
#define BINARY(name, ...) name,
#include "kernels/elementwise.inc"
};
enum class Comparison : std::uint8_t {
#define COMPARISON(name, ...) name,
#include "kernels/elementwise.inc"
};
enum class Ternary : std::uint8_t {
#define TERNARY(name, ...) name,
#include "kernels/elementwise.inc"
};

/// The element types in the order of ScalarType: bool, int64, float32, float64.
inline constexpr int kTypes = 4;

/// What an instruction set has for a function and an element type: null where the function has no meaning for it.
struct MapFunction {
  RunFunction run;
  std::int64_t grain;  // elements that are worth a thread
};
WENGERT_EACH_ISA(MapFunction find(Unary f, ScalarType t); MapFunction find(Predicate f, ScalarType t);
                 MapFunction find(Binary f, ScalarType t); MapFunction find(Comparison f, ScalarType t);
                 MapFunction find(Ternary f, ScalarType t); MapFunction find_where(ScalarType t);
                 MapFunction find_cast(ScalarType to, ScalarType from);)

/// y = f(x; p, q), in the type of x. elementwise.inc says what p and q mean; most take none.
void unary(Unary f, ScalarType t, const Loop& loop, void* y, const void* x, double p = 0, double q = 0);
/// y = f(x), bool.
void test(Predicate f, ScalarType t, const Loop& loop, void* y, const void* x);
/// Whether f would divide an integer by zero, which stops a process.
bool divides_by_zero(Binary f, ScalarType t, const Loop& loop, const void* b);
/// y = f(a, b; p, q), in the type of a and b. For add and sub p is alpha: y = a + p b.
void binary(Binary f, ScalarType t, const Loop& loop, void* y, const void* a, const void* b, double p = 1,
            double q = 0);
/// y = f(a, b), bool.
void compare(Comparison f, ScalarType t, const Loop& loop, void* y, const void* a, const void* b);
/// y = f(a, b, c; p): addcmul a + p b c, addcdiv a + p b / c, lerp a + c (b - a).
void ternary(Ternary f, ScalarType t, const Loop& loop, void* y, const void* a, const void* b, const void* c,
             double p = 1);
/// y = condition ? a : b; the condition is bool.
void where(ScalarType t, const Loop& loop, void* y, const void* condition, const void* a, const void* b);
/// y = x as another type. To bool: x != 0 (NaN is true). Floating to int64: towards zero; NaN and what lies
/// outside give the lowest int64, as x86 does.
void cast(ScalarType to, ScalarType from, const Loop& loop, void* y, const void* x);
/// y = x, which must not overlap. A transposed x is copied in blocks that fit the cache.
void copy(ScalarType t, const Loop& loop, void* y, const void* x);
/// y = *value, one element of type t. A loop of one operand.
void fill(ScalarType t, const Loop& loop, void* y, const void* value);

inline void unary(Unary f, ScalarType t, std::int64_t n, void* y, const void* x, double p = 0, double q = 0) {
  unary(f, t, Loop::flat(n, {1, 1}), y, x, p, q);
}
inline void test(Predicate f, ScalarType t, std::int64_t n, void* y, const void* x) {
  test(f, t, Loop::flat(n, {1, 1}), y, x);
}
inline void binary(Binary f, ScalarType t, std::int64_t n, void* y, const void* a, const void* b,
                   double p = 1, double q = 0) {
  binary(f, t, Loop::flat(n, {1, 1, 1}), y, a, b, p, q);
}
inline void compare(Comparison f, ScalarType t, std::int64_t n, void* y, const void* a, const void* b) {
  compare(f, t, Loop::flat(n, {1, 1, 1}), y, a, b);
}
inline void ternary(Ternary f, ScalarType t, std::int64_t n, void* y, const void* a, const void* b,
                    const void* c, double p = 1) {
  ternary(f, t, Loop::flat(n, {1, 1, 1, 1}), y, a, b, c, p);
}
inline void where(ScalarType t, std::int64_t n, void* y, const void* condition, const void* a,
                  const void* b) {
  where(t, Loop::flat(n, {1, 1, 1, 1}), y, condition, a, b);
}
inline void cast(ScalarType to, ScalarType from, std::int64_t n, void* y, const void* x) {
  cast(to, from, Loop::flat(n, {1, 1}), y, x);
}
inline void copy(ScalarType t, std::int64_t n, void* y, const void* x) {
  copy(t, Loop::flat(n, {1, 1}), y, x);
}
inline void fill(ScalarType t, std::int64_t n, void* y, const void* value) {
  fill(t, Loop::flat(n, {1}), y, value);
}

bool supports(Unary f, ScalarType t);
bool supports(Predicate f, ScalarType t);
bool supports(Binary f, ScalarType t);
bool supports(Comparison f, ScalarType t);
bool supports(Ternary f, ScalarType t);

/// "exp", "add", ...
const char* name_of(Unary f);
const char* name_of(Predicate f);
const char* name_of(Binary f);
const char* name_of(Comparison f);
const char* name_of(Ternary f);

}  // namespace wengert::kernels
