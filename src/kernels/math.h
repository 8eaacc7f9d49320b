// float32 functions that the compiler can turn into vector code: polynomials without branches, tables or
// calls. For kernels only: everything here is compiled once for each instruction set, in a namespace of
// its own.
//
// The polynomials are minimax fits with coefficients rounded to float one after the other. A choice is
// written c ? a : b with both sides computed, which becomes a blend. Errors (in the comments) are the largest
// seen in a sweep over all magnitudes, in units in the last place.
#pragma once
#include <cstdint>

#include "kernels/isa.h"

namespace wengert::kernels::WENGERT_ISA::math {

constexpr float kInf = __builtin_inff();
constexpr float kNaN = __builtin_nanf("");

WENGERT_INLINE std::uint32_t bits(float x) { return __builtin_bit_cast(std::uint32_t, x); }
WENGERT_INLINE float from_bits(std::uint32_t u) { return __builtin_bit_cast(float, u); }
WENGERT_INLINE float abs(float x) { return __builtin_fabsf(x); }

/// min(|x|, limit), limit for NaN. Positive floats are ordered like their bits; a minimum of integers keeps
/// the compiler from following the two cases separately, which would bring back what the limit is to avoid.
WENGERT_INLINE float abs_to(float x, float limit) {
  const std::uint32_t u = bits(abs(x)), v = bits(limit);
  return from_bits(u < v ? u : v);
}

/// x rounded to an integer, |x| < 2^22, as the low bits of the result's mantissa: adding 1.5 2^23 leaves no
/// room for a fraction. Subtracting it again gives the integer as a float.
constexpr float kRounder = 12582912.0f;

/// 2^n for -126 <= n <= 127, where n was just added to kRounder.
WENGERT_INLINE float pow2(float rounded) { return from_bits((bits(rounded) + 127) << 23); }

// ln 2 in two parts; the first has 15 bits, so that its product with an exponent is exact.
constexpr float kLn2Hi = 0.693145751953125f, kLn2Lo = 1.42860677e-6f;
constexpr float kLog2E = 1.44269504f, kLog10E = 0.434294482f;

/// (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2.
WENGERT_INLINE float exp_tail(float r) {
  float p = 0.0013937921f;
  p = p * r + 0.00836655591f;
  p = p * r + 0.0416664332f;
  p = p * r + 0.166665435f;
  return p * r + 0.5f;
}

/// e^(x + low) for |x| <= 170 (or NaN) and a small correction `low`: e^x = 2^n e^r with n = round(x / ln 2).
/// 2^n is applied in two halves, since n reaches beyond the exponents of floats where the result overflows or
/// is denormal.
WENGERT_INLINE float exp_sum(float x, float low) {
  const float rounded = x * kLog2E + kRounder;
  const float n = rounded - kRounder;
  const float r = ((x - n * kLn2Hi) - n * kLn2Lo) + low;
  const float y = 1.0f + (r + r * r * exp_tail(r));
  const float half = n * 0.5f + kRounder;
  return y * pow2(half) * pow2((n - (half - kRounder)) + kRounder);
}

WENGERT_INLINE float exp(float x) {
  const bool gone = x < -103.98f;  // rounds to 0; computing it would trap into the processor's slow denormals
  const float z = gone ? 0.0f : x > 89.0f ? 89.0f : x;  // e^89 overflows to infinity; NaN passes
  const float y = exp_sum(z, 0.0f);
  return gone ? 0.0f : y;
}

/// e^x for -87 <= x <= 88 (or NaN), where one power of two is enough.
WENGERT_INLINE float exp_normal(float x) {
  const float rounded = x * kLog2E + kRounder;
  const float n = rounded - kRounder;
  const float r = (x - n * kLn2Hi) - n * kLn2Lo;
  return (1.0f + (r + r * r * exp_tail(r))) * pow2(rounded);
}

/// 2^x.
WENGERT_INLINE float exp2(float x) {
  x = x < -151.0f ? -151.0f : x;
  x = x > 129.0f ? 129.0f : x;
  const float n = (x + kRounder) - kRounder;
  const float f = x - n;  // exact
  const float r = f * kLn2Hi + f * kLn2Lo;
  const float y = 1.0f + (r + r * r * exp_tail(r));
  const float half = n * 0.5f + kRounder;
  return y * pow2(half) * pow2((n - (half - kRounder)) + kRounder);
}

/// e^x - 1 = 2^n (e^r - 1) + (2^n - 1).
WENGERT_INLINE float expm1(float x) {
  const float z = x < -18.0f ? -18.0f : x > 89.0f ? 89.0f : x;
  const float rounded = z * kLog2E + kRounder;
  const float n = rounded - kRounder;
  const float r = (z - n * kLn2Hi) - n * kLn2Lo;
  const float q = r + r * r * exp_tail(r);
  const float scale = pow2(rounded - 1.0f);  // 2^(n-1): 2^n itself overflows one step too early
  const float y = 2.0f * (scale * q + (scale - 0.5f));
  return abs(x) < 1e-7f ? x : y;  // keeps -0 and denormals
}

/// (log(1 + f) - f + f^2 / 2) / f^3 for sqrt(1/2) <= 1 + f <= sqrt(2).
WENGERT_INLINE float log_tail(float f) {
  float p = 0.0691561252f;
  p = p * f - 0.117893703f;
  p = p * f + 0.118726194f;
  p = p * f - 0.12384402f;
  p = p * f + 0.142187163f;
  p = p * f - 0.166692495f;
  p = p * f + 0.200022236f;
  p = p * f - 0.249999866f;
  return p * f + 0.333333105f;
}

/// x = 2^e (1 + f) with sqrt(1/2) <= 1 + f < sqrt(2), for positive finite x.
struct Split {
  float e, f;
};
WENGERT_INLINE Split split(float x) {
  const bool denormal = x < 1.17549435e-38f;
  const std::uint32_t u = bits(denormal ? x * 8388608.0f : x);
  const std::uint32_t above = u - 0x3f3504f3u;  // sqrt(1/2)
  const std::int32_t e = static_cast<std::int32_t>(above) >> 23;
  return {static_cast<float>(e) - (denormal ? 23.0f : 0.0f),
          from_bits((above & 0x007fffffu) + 0x3f3504f3u) - 1.0f};
}

/// What log gives outside the positive finite numbers; y elsewhere.
WENGERT_INLINE float log_edges(float x, float y) {
  y = x == kInf ? kInf : y;
  y = x == 0.0f ? -kInf : y;
  return x >= 0.0f ? y : kNaN;
}

WENGERT_INLINE float log(float x) {
  const Split s = split(x);
  const float z = s.f * s.f;
  const float low = (s.f * z * log_tail(s.f) + s.e * kLn2Lo) - 0.5f * z;
  return log_edges(x, s.e * kLn2Hi + (s.f + low));
}

WENGERT_INLINE float log2(float x) {
  const Split s = split(x);
  const float z = s.f * s.f;
  const float low = s.f * z * log_tail(s.f) - 0.5f * z;
  // 1 / ln 2 = 1 + 0.4427: the part with 1 loses nothing.
  const float y = (low * 0.44269504f + s.f * 0.44269504f) + low + s.f;
  return log_edges(x, s.e + y);
}

WENGERT_INLINE float log10(float x) {
  const Split s = split(x);
  const float z = s.f * s.f;
  const float ln = s.f + (s.f * z * log_tail(s.f) - 0.5f * z);
  constexpr float hi = 0.301025390625f, lo = 4.60503907e-6f;  // log10(2), the first part with 13 bits
  return log_edges(x, s.e * hi + (ln * kLog10E + s.e * lo));
}

/// log(1 + x): log of the rounded sum u, plus what the rounding lost divided by u.
WENGERT_INLINE float log1p(float x) {
  const float u = 1.0f + x;
  const float lost = abs(x) < 1.0f ? x - (u - 1.0f) : 1.0f - (u - x);
  const Split s = split(u);
  const float z = s.f * s.f;
  const float low = ((s.f * z * log_tail(s.f) + s.e * kLn2Lo) - 0.5f * z) + lost / u;
  const float y = s.e * kLn2Hi + (s.f + low);
  return abs(x) < 1e-7f ? x : log_edges(u, y);
}

/// s = 1 / (1 + e^-x) and its derivative s (1 - s), from e^-|x|, so that nothing overflows and small results
/// keep their digits.
template <class T>
struct Logistic {
  T value, slope;
};
template <class T>
WENGERT_INLINE Logistic<T> logistic(T x, T e) {
  const T r = 1 / (1 + e);
  return {x < 0 ? e * r : r, e * r * r};
}
WENGERT_INLINE Logistic<float> logistic(float x) { return logistic(x, exp(-abs(x))); }
WENGERT_INLINE float sigmoid(float x) {
  const float e = exp(-abs(x));
  return (x < 0.0f ? e : 1.0f) / (1.0f + e);
}

/// tanh |x| = (e^2|x| - 1) / (e^2|x| + 1), with the numerator as in expm1; near 1 rather 1 - 2 / (e^2|x| +
/// 1).
WENGERT_INLINE float tanh(float x) {
  const float z = 2.0f * abs(x);
  const float t = z > 20.0f ? 20.0f : z;
  const float rounded = t * kLog2E + kRounder;
  const float n = rounded - kRounder;
  const float r = (t - n * kLn2Hi) - n * kLn2Lo;
  const float scale = pow2(rounded);
  const float sq = scale * (r + r * r * exp_tail(r));
  const bool large = z > 1.5f;
  const float q = (large ? 2.0f : sq + (scale - 1.0f)) / (sq + (scale + 1.0f));
  return abs(x) < 1e-4f ? x : __builtin_copysignf(large ? 1.0f - q : q, x);
}

/// e^(t^2) erfc(t) for 0 <= t <= 10.4, as (1 - u) P(u) with u = (t - 3) / (t + 3).
WENGERT_INLINE float erfcx(float t) {
  const float u = (t - 3.0f) / (t + 3.0f);
  float p = -5.23269009e-05f;
  p = p * u - 7.80866831e-05f;
  p = p * u + 0.000511851453f;
  p = p * u - 0.000206828903f;
  p = p * u - 0.00447291974f;
  p = p * u + 0.0199222751f;
  p = p * u - 0.0517443717f;
  p = p * u + 0.0983713046f;
  p = p * u - 0.147232413f;
  return (1.0f - u) * (p * u + 0.179001153f);
}

/// e^(-scale x^2), scale a power of two. x^2 is taken in two parts, the first exact (x has 12 bits there):
/// rounding it would cost as many ulp as x^2 is large.
WENGERT_INLINE float exp_minus_square(float x, float scale) {
  const float head = from_bits(bits(x) & 0xfffff000u);
  return exp_sum(-scale * (head * head), -scale * ((x - head) * (x + head)));
}

/// (2 / sqrt(pi)) integral of e^-s^2 from 0 to x, for |x| <= 1.
WENGERT_INLINE float erf_small(float x) {
  const float s = x * x;
  float p = 7.92036808e-05f;
  p = p * s - 0.000803076138f;
  p = p * s + 0.00519073382f;
  p = p * s - 0.026855126f;
  p = p * s + 0.112836182f;
  p = p * s - 0.376126289f;
  p = p * s + 0.128379166f;
  return x + x * p;
}

WENGERT_INLINE float erf(float x) {
  const float t = abs_to(x, 4.0f);
  const float large = 1.0f - exp_minus_square(t, 1.0f) * erfcx(t);
  const float y = abs(x) < 1.0f ? erf_small(x) : __builtin_copysignf(large, x);
  return x == x ? y : x;
}

/// 1 - erf(x).
WENGERT_INLINE float erfc(float x) {
  const float t = abs_to(x, 10.07f);
  const bool gone = t > 10.06f;  // below half the smallest denormal
  const float tail = exp_minus_square(gone ? 0.0f : t, 1.0f) * erfcx(t);
  const float small = gone ? 0.0f : tail;
  const float y = t < 0.8f ? 1.0f - erf_small(x) : x < 0.0f ? 2.0f - small : small;
  return x == x ? y : x;
}

/// The normal distribution: cdf(x) = erfc(-x / sqrt 2) / 2 and pdf(x) = e^(-x^2 / 2) / sqrt(2 pi).
template <class T>
struct Normal {
  T cdf, pdf;
};
WENGERT_INLINE Normal<float> normal(float x) {
  const float t = abs_to(x, 14.21f);
  const bool gone = t > 14.2f;  // as in erfc
  const float power = exp_minus_square(gone ? 0.0f : t, 0.5f);
  const float e = gone ? 0.0f : power;
  const float tail = 0.5f * e * erfcx(t * 0.707106781f);
  const float cdf = x < 0.0f ? tail : 1.0f - tail;
  return {x == x ? cdf : x, e * 0.398942280f};
}

/// Sine and cosine of x for |x| <= kTrigLimit: x = n pi/2 + r, reduced in double with pi/2 in two parts of
/// which the first has 33 bits.
constexpr float kTrigLimit = 1048576.0f;
template <int kQuarter>  // 0: sine, 1: cosine
WENGERT_INLINE float sin_quarter(float x) {
  constexpr double rounder = 6755399441055744.0;  // 1.5 2^52
  const double rounded = x * 0.63661977236758134308 + rounder;
  const double n = rounded - rounder;
  const double exact = (x - n * 1.57079632673412561417) - n * 6.07710050650619224932e-11;
  const float r = static_cast<float>(exact), z = r * r;
  const std::uint32_t quadrant =
      static_cast<std::uint32_t>(__builtin_bit_cast(std::uint64_t, rounded)) + kQuarter;
  const float s = r + r * z * ((-0.000195185989f * z + 0.00833219104f) * z - 0.166666552f);
  const float c = (1.0f - 0.5f * z) + z * z * ((2.44325529e-05f * z - 0.00138873106f) * z + 0.0416666456f);
  const float y = quadrant & 1 ? c : s;
  return from_bits(bits(y) ^ ((quadrant & 2) << 30));
}

}  // namespace wengert::kernels::WENGERT_ISA::math
