// The optimisers' loops.
#include "kernels/optim.h"

#include "kernels/isa/run.h"

namespace wengert::kernels::WENGERT_ISA {
namespace {

[[gnu::always_inline]] inline float root(float x) { return __builtin_sqrtf(x); }
[[gnu::always_inline]] inline double root(double x) { return __builtin_sqrt(x); }

/// The gradient with weight decay. Without it p does not count, be it infinite.
template <class T>
[[gnu::always_inline]] inline T decayed(T dp, T p, T weight_decay) {
  return weight_decay != 0 ? dp + weight_decay * p : dp;
}

/// The larger, or NaN if one is.
template <class T>
[[gnu::always_inline]] inline T larger(T a, T b) {
  return b <= a || a != a ? a : b;
}

enum class Momentum { None, First, Later };

template <class T, Momentum kMomentum>
void sgd_loop(const SgdRule& rule, std::int64_t n, T* p, const T* dp, T* buffer) {
  const T lr = T(rule.lr), momentum = T(rule.momentum), fresh = T(1 - rule.dampening);
  const T decay = T(rule.weight_decay);
  const bool nesterov = rule.nesterov;
  WENGERT_INDEPENDENT
  for (std::int64_t i = 0; i < n; ++i) {
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
void sgd(const SgdRule& rule, std::int64_t n, T* p, const T* dp, T* buffer) {
  if (!buffer) return sgd_loop<T, Momentum::None>(rule, n, p, dp, buffer);
  if (rule.first) return sgd_loop<T, Momentum::First>(rule, n, p, dp, buffer);
  sgd_loop<T, Momentum::Later>(rule, n, p, dp, buffer);
}

template <class T, bool kAmsgrad>
void adam_loop(const AdamRule& rule, std::int64_t n, T* p, const T* dp, T* m, T* v, T* largest) {
  const T beta1 = T(rule.beta1), fresh1 = T(1 - rule.beta1), beta2 = T(rule.beta2),
          fresh2 = T(1 - rule.beta2);
  const T step = T(rule.step_size), bias2 = T(rule.bias2), eps = T(rule.eps);
  const T decay = T(rule.weight_decay), shrink = T(rule.shrink);
  WENGERT_INDEPENDENT
  for (std::int64_t i = 0; i < n; ++i) {
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
void adam(const AdamRule& rule, std::int64_t n, T* p, const T* dp, T* m, T* v, T* largest) {
  if (largest) return adam_loop<T, true>(rule, n, p, dp, m, v, largest);
  adam_loop<T, false>(rule, n, p, dp, m, v, largest);
}

template <class T, bool kCentred, bool kMomentum>
void rmsprop_loop(const RmspropRule& rule, std::int64_t n, T* p, const T* dp, T* v, T* mean, T* buffer) {
  const T lr = T(rule.lr), alpha = T(rule.alpha), fresh = T(1 - rule.alpha), eps = T(rule.eps);
  const T decay = T(rule.weight_decay), momentum = T(rule.momentum);
  WENGERT_INDEPENDENT
  for (std::int64_t i = 0; i < n; ++i) {
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
void rmsprop(const RmspropRule& rule, std::int64_t n, T* p, const T* dp, T* v, T* mean, T* buffer) {
  if (mean && buffer) return rmsprop_loop<T, true, true>(rule, n, p, dp, v, mean, buffer);
  if (mean) return rmsprop_loop<T, true, false>(rule, n, p, dp, v, mean, buffer);
  if (buffer) return rmsprop_loop<T, false, true>(rule, n, p, dp, v, mean, buffer);
  rmsprop_loop<T, false, false>(rule, n, p, dp, v, mean, buffer);
}

template <class T>
void adagrad(const AdagradRule& rule, std::int64_t n, T* p, const T* dp, T* sum) {
  const T lr = T(rule.lr), eps = T(rule.eps), decay = T(rule.weight_decay);
  WENGERT_INDEPENDENT
  for (std::int64_t i = 0; i < n; ++i) {
    const T g = decayed(dp[i], p[i], decay);
    const T total = sum[i] + g * g;
    sum[i] = total;
    p[i] -= lr * g / (root(total) + eps);
  }
}

template <class T>
constexpr OptimTable<T> table = {sgd<T>, adam<T>, rmsprop<T>, adagrad<T>};

}  // namespace

extern constexpr OptimTable<float> optim_float = table<float>;
extern constexpr OptimTable<double> optim_double = table<double>;

}  // namespace wengert::kernels::WENGERT_ISA
