#include "kernels/optim.h"

#include "kernels/parallel.h"
#include "kernels/simd.h"

namespace wengert::kernels::WENGERT_ISA {

WENGERT_INLINE float root(float x) { return __builtin_sqrtf(x); }
WENGERT_INLINE double root(double x) { return __builtin_sqrt(x); }

/// The gradient with weight decay. Without it p does not count, be it infinite.
template <class T>
WENGERT_INLINE T decayed(T dp, T p, T weight_decay) {
  return weight_decay != 0 ? dp + weight_decay * p : dp;
}

/// The larger, or NaN if one is.
template <class T>
WENGERT_INLINE T larger(T a, T b) {
  return b <= a || a != a ? a : b;
}

enum class Momentum { None, First, Later };

template <class T, Momentum kMomentum>
static void sgd_block(const Sgd<T>& a, std::int64_t begin, std::int64_t end) {
  const SgdRule& rule = a.rule;
  const T lr = T(rule.lr), momentum = T(rule.momentum), fresh = T(1 - rule.dampening);
  const T decay = T(rule.weight_decay);
  const bool nesterov = rule.nesterov;
  T *const p = a.p, *const buffer = a.buffer;
  const T* const dp = a.dp;
  WENGERT_INDEPENDENT
  for (std::int64_t i = begin; i < end; ++i) {
    const T g = decayed(dp[i], p[i], decay);
    T d = g;
    if constexpr (kMomentum != Momentum::None) {
      const T b = kMomentum == Momentum::First ? g : momentum * buffer[i] + fresh * g;
      buffer[i] = b;
      d = nesterov ? g + momentum * b : b;
    }
    p[i] -= lr * d;
  }
}

template <class T>
void sgd(const Sgd<T>& a) {
  const auto block = !a.buffer      ? sgd_block<T, Momentum::None>
                     : a.rule.first ? sgd_block<T, Momentum::First>
                                    : sgd_block<T, Momentum::Later>;
  parallel_for(a.n, kCheapGrain, [&](std::int64_t begin, std::int64_t end) { block(a, begin, end); });
}
WENGERT_FLOATING(sgd)

template <class T, bool kAmsgrad>
static void adam_block(const Adam<T>& a, std::int64_t begin, std::int64_t end) {
  const AdamRule& rule = a.rule;
  const T beta1 = T(rule.beta1), fresh1 = T(1 - rule.beta1), beta2 = T(rule.beta2),
          fresh2 = T(1 - rule.beta2);
  const T step = T(rule.step_size), bias2 = T(rule.bias2), eps = T(rule.eps);
  const T decay = T(rule.weight_decay), shrink = T(rule.shrink);
  T *const p = a.p, *const m = a.m, *const v = a.v, *const largest = a.largest;
  const T* const dp = a.dp;
  WENGERT_INDEPENDENT
  for (std::int64_t i = begin; i < end; ++i) {
    const T g = decayed(dp[i], p[i], decay);
    const T mean = beta1 * m[i] + fresh1 * g;
    const T square = beta2 * v[i] + fresh2 * g * g;
    m[i] = mean;
    v[i] = square;
    T scale = square;
    if constexpr (kAmsgrad) largest[i] = scale = larger(largest[i], square);
    p[i] = shrink * p[i] - step * mean / (root(scale) * bias2 + eps);
  }
}

template <class T>
void adam(const Adam<T>& a) {
  const auto block = a.largest ? adam_block<T, true> : adam_block<T, false>;
  parallel_for(a.n, kCheapGrain, [&](std::int64_t begin, std::int64_t end) { block(a, begin, end); });
}
WENGERT_FLOATING(adam)

template <class T, bool kCentred, bool kMomentum>
static void rmsprop_block(const Rmsprop<T>& a, std::int64_t begin, std::int64_t end) {
  const RmspropRule& rule = a.rule;
  const T lr = T(rule.lr), alpha = T(rule.alpha), fresh = T(1 - rule.alpha), eps = T(rule.eps);
  const T decay = T(rule.weight_decay), momentum = T(rule.momentum);
  T *const p = a.p, *const v = a.v, *const mean = a.mean, *const buffer = a.buffer;
  const T* const dp = a.dp;
  WENGERT_INDEPENDENT
  for (std::int64_t i = begin; i < end; ++i) {
    const T g = decayed(dp[i], p[i], decay);
    const T square = alpha * v[i] + fresh * g * g;
    v[i] = square;
    T variance = square;
    if constexpr (kCentred) {
      const T average = alpha * mean[i] + fresh * g;
      mean[i] = average;
      variance = square - average * average;
      variance = variance < 0 ? 0 : variance;  // a constant gradient leaves rounding of either sign
    }
    T d = g / (root(variance) + eps);
    if constexpr (kMomentum) buffer[i] = d = momentum * buffer[i] + d;
    p[i] -= lr * d;
  }
}

template <class T>
void rmsprop(const Rmsprop<T>& a) {
  const auto block = a.mean ? (a.buffer ? rmsprop_block<T, true, true> : rmsprop_block<T, true, false>)
                            : (a.buffer ? rmsprop_block<T, false, true> : rmsprop_block<T, false, false>);
  parallel_for(a.n, kCheapGrain, [&](std::int64_t begin, std::int64_t end) { block(a, begin, end); });
}
WENGERT_FLOATING(rmsprop)

template <class T>
static void adagrad_block(const Adagrad<T>& a, std::int64_t begin, std::int64_t end) {
  const T lr = T(a.rule.lr), eps = T(a.rule.eps), decay = T(a.rule.weight_decay);
  T *const p = a.p, *const sum = a.sum;
  const T* const dp = a.dp;
  WENGERT_INDEPENDENT
  for (std::int64_t i = begin; i < end; ++i) {
    const T g = decayed(dp[i], p[i], decay);
    const T total = sum[i] + g * g;
    sum[i] = total;
    p[i] -= lr * g / (root(total) + eps);
  }
}

template <class T>
void adagrad(const Adagrad<T>& a) {
  parallel_for(a.n, kCheapGrain, [&](std::int64_t begin, std::int64_t end) { adagrad_block(a, begin, end); });
}
WENGERT_FLOATING(adagrad)

}  // namespace wengert::kernels::WENGERT_ISA
