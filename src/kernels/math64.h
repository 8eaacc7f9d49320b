// The same functions for float64, and those that both precisions take from the C library. For kernels
// only; __builtin_ because <cmath> has inline functions that other files share.
#pragma once
#include "kernels/math.h"

// Unlike lgamma, these write no global variable.
extern "C" double lgamma_r(double, int*) noexcept;
extern "C" float lgammaf_r(float, int*) noexcept;

namespace wengert::kernels::WENGERT_ISA::math {

WENGERT_INLINE double abs(double x) { return __builtin_fabs(x); }
WENGERT_INLINE double exp(double x) { return __builtin_exp(x); }
WENGERT_INLINE double exp2(double x) { return __builtin_exp2(x); }
WENGERT_INLINE double expm1(double x) { return __builtin_expm1(x); }
WENGERT_INLINE double log(double x) { return __builtin_log(x); }
WENGERT_INLINE double log1p(double x) { return __builtin_log1p(x); }
WENGERT_INLINE double log2(double x) { return __builtin_log2(x); }
WENGERT_INLINE double log10(double x) { return __builtin_log10(x); }
WENGERT_INLINE double tanh(double x) { return __builtin_tanh(x); }
WENGERT_INLINE double erf(double x) { return __builtin_erf(x); }
WENGERT_INLINE double erfc(double x) { return __builtin_erfc(x); }

WENGERT_INLINE Logistic<double> logistic(double x) { return logistic(x, exp(-abs(x))); }
WENGERT_INLINE double sigmoid(double x) { return logistic(x).value; }

WENGERT_INLINE Normal<double> normal(double x) {
  return {0.5 * erfc(x * -0.70710678118654752440), exp(-0.5 * x * x) * 0.39894228040143267794};
}

WENGERT_INLINE float sqrt(float x) { return __builtin_sqrtf(x); }
WENGERT_INLINE double sqrt(double x) { return __builtin_sqrt(x); }
WENGERT_INLINE float floor(float x) { return __builtin_floorf(x); }
WENGERT_INLINE double floor(double x) { return __builtin_floor(x); }
WENGERT_INLINE float ceil(float x) { return __builtin_ceilf(x); }
WENGERT_INLINE double ceil(double x) { return __builtin_ceil(x); }
WENGERT_INLINE float trunc(float x) { return __builtin_truncf(x); }
WENGERT_INLINE double trunc(double x) { return __builtin_trunc(x); }
WENGERT_INLINE float round_even(float x) { return __builtin_rintf(x); }
WENGERT_INLINE double round_even(double x) { return __builtin_rint(x); }
WENGERT_INLINE float copysign(float x, float y) { return __builtin_copysignf(x, y); }
WENGERT_INLINE double copysign(double x, double y) { return __builtin_copysign(x, y); }

WENGERT_INLINE float sin(float x) { return __builtin_sinf(x); }
WENGERT_INLINE double sin(double x) { return __builtin_sin(x); }
WENGERT_INLINE float cos(float x) { return __builtin_cosf(x); }
WENGERT_INLINE double cos(double x) { return __builtin_cos(x); }
WENGERT_INLINE float tan(float x) { return __builtin_tanf(x); }
WENGERT_INLINE double tan(double x) { return __builtin_tan(x); }
WENGERT_INLINE float asin(float x) { return __builtin_asinf(x); }
WENGERT_INLINE double asin(double x) { return __builtin_asin(x); }
WENGERT_INLINE float acos(float x) { return __builtin_acosf(x); }
WENGERT_INLINE double acos(double x) { return __builtin_acos(x); }
WENGERT_INLINE float atan(float x) { return __builtin_atanf(x); }
WENGERT_INLINE double atan(double x) { return __builtin_atan(x); }
WENGERT_INLINE float atan2(float y, float x) { return __builtin_atan2f(y, x); }
WENGERT_INLINE double atan2(double y, double x) { return __builtin_atan2(y, x); }
WENGERT_INLINE float sinh(float x) { return __builtin_sinhf(x); }
WENGERT_INLINE double sinh(double x) { return __builtin_sinh(x); }
WENGERT_INLINE float cosh(float x) { return __builtin_coshf(x); }
WENGERT_INLINE double cosh(double x) { return __builtin_cosh(x); }
WENGERT_INLINE float pow(float x, float y) { return __builtin_powf(x, y); }
WENGERT_INLINE double pow(double x, double y) { return __builtin_pow(x, y); }
WENGERT_INLINE float fmod(float x, float y) { return __builtin_fmodf(x, y); }
WENGERT_INLINE double fmod(double x, double y) { return __builtin_fmod(x, y); }

WENGERT_INLINE float lgamma(float x) {
  int sign;
  return lgammaf_r(x, &sign);
}
WENGERT_INLINE double lgamma(double x) {
  int sign;
  return lgamma_r(x, &sign);
}

}  // namespace wengert::kernels::WENGERT_ISA::math
