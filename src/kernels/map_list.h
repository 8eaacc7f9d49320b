// The one list of elementwise maps, from which the enums, the names and the tables of functions are made. A
// new map is a line here and a functor of the same name in isa/.
#pragma once
#include <cstdint>

// clang-format off

// y = f(x; p, q) in the type of x. Cheap ones are bound by memory, costly ones by arithmetic.
#define WENGERT_UNARY_CHEAP(X)                                                                          \
  X(neg) X(abs) X(sign) X(square) X(sqrt) X(rsqrt) X(reciprocal) X(floor) X(ceil) X(round) X(trunc)     \
  X(relu) X(relu6) X(hardswish) X(hardsigmoid) X(softsign)                                              \
  X(leaky_relu) /* p = slope below 0 */                                                                 \
  X(hardtanh) X(clamp) /* p = low, q = high */ X(clamp_min) /* p */ X(clamp_max) /* p */
#define WENGERT_UNARY_COSTLY(X)                                                                         \
  X(exp) X(exp2) X(expm1) X(log) X(log1p) X(log2) X(log10)                                              \
  X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh)                                  \
  X(sigmoid) X(logsigmoid) X(silu) X(mish) X(gelu_erf) X(gelu_tanh) X(erf) X(erfc) X(lgamma)            \
  X(selu) X(elu) X(celu) /* p = alpha */                                                                \
  X(softplus) /* p = beta, q = threshold: x where beta x > q */                                         \
  X(pow) /* p = exponent */
#define WENGERT_UNARY_MAPS(X) WENGERT_UNARY_CHEAP(X) WENGERT_UNARY_COSTLY(X)

// y = f(x), bool.
#define WENGERT_TESTS(X) X(logical_not) X(isnan) X(isinf) X(isfinite)

// y = f(a, b; p, q) in the type of a and b. Gradients of activations take a = dy, and p and q as the map.
#define WENGERT_BINARY_CHEAP(X)                                                                         \
  X(add) X(sub) /* a + p b, a - p b */ X(mul) X(div) X(maximum) X(minimum)                              \
  X(bitwise_and) X(bitwise_or) X(bitwise_xor)                                                           \
  X(relu_grad) X(sigmoid_grad) X(tanh_grad) /* b = y */                                                 \
  X(relu6_grad) X(leaky_relu_grad) X(hardtanh_grad) X(clamp_grad) /* b = x, here and below */           \
  X(hardswish_grad) X(hardsigmoid_grad) X(softsign_grad)
#define WENGERT_BINARY_COSTLY(X)                                                                        \
  X(floor_divide) X(trunc_divide) X(remainder) X(fmod) X(pow) X(atan2)                                  \
  X(gelu_erf_grad) X(gelu_tanh_grad) X(silu_grad) X(mish_grad) X(logsigmoid_grad)                       \
  X(selu_grad) X(elu_grad) X(celu_grad) X(softplus_grad)
#define WENGERT_BINARY_MAPS(X) WENGERT_BINARY_CHEAP(X) WENGERT_BINARY_COSTLY(X)

// y = f(a, b), bool.
#define WENGERT_COMPARISONS(X)                                                                          \
  X(eq) X(ne) X(lt) X(le) X(gt) X(ge) X(logical_and) X(logical_or) X(logical_xor)

// y = f(a, b, c; p).
#define WENGERT_TERNARY_MAPS(X)                                                                         \
  X(addcmul) /* a + p b c */ X(addcdiv) /* a + p b / c */ X(lerp) /* a + c (b - a) */

// clang-format on

namespace wengert::kernels {

#define WENGERT_NAME(name) name,
enum class Unary : std::uint8_t { WENGERT_UNARY_MAPS(WENGERT_NAME) kCount };
enum class Test : std::uint8_t { WENGERT_TESTS(WENGERT_NAME) kCount };
enum class Binary : std::uint8_t { WENGERT_BINARY_MAPS(WENGERT_NAME) kCount };
enum class Comparison : std::uint8_t { WENGERT_COMPARISONS(WENGERT_NAME) kCount };
enum class Ternary : std::uint8_t { WENGERT_TERNARY_MAPS(WENGERT_NAME) kCount };
#undef WENGERT_NAME

}  // namespace wengert::kernels
