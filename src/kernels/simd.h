// Vectors as wide as the instruction set, and the loops that every row kernel is made of. For kernels
// only.
//
// A kernel gives each loop a lambda that is written once and runs on vectors, then on the single elements
// that are left:
//   sums<2, T>(n, [&](auto at, auto& s) { auto d = at(x) - mean;  s[0] += d;  s[1] += d * d; }, total);
//   each<T>(n, [&](auto at) { at.put(y, at(x) * scale); });
#pragma once
#include <cstdint>

#ifndef WENGERT_ISA
#define WENGERT_ISA baseline
#endif

// Says that the iterations of the next loop are independent though the output may be one of the inputs.
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"
#define WENGERT_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define WENGERT_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace wengert::kernels::WENGERT_ISA {

#if defined(__AVX512F__)
static constexpr std::int64_t kVectorBytes = 64;
#elif defined(__AVX__)
static constexpr std::int64_t kVectorBytes = 32;
#else
static constexpr std::int64_t kVectorBytes = 16;
#endif

template <class T, std::int64_t bytes>
struct VectorOf {
  typedef T type __attribute__((vector_size(bytes)));
};
template <class T>
using Vec = typename VectorOf<T, kVectorBytes>::type;
template <class T>
static constexpr std::int64_t kLanes = kVectorBytes / std::int64_t(sizeof(T));

/// Where a loop stands: at(p) is p's vector (or element, V = T) there, at.put(p, v) stores one.
template <class V>
struct At {
  std::int64_t j;
  template <class T>
  V operator()(const T* p) const {
    V v;
    __builtin_memcpy(&v, p + j, sizeof v);
    return v;
  }
  template <class T>
  void put(T* p, V v) const {
    __builtin_memcpy(p + j, &v, sizeof v);
  }
};

/// The sum of a vector's lanes, by halves. (Through memory the halves would come later.)
template <class T, class V>
static inline T total(V v) {
  if constexpr (sizeof(V) == 16 * sizeof(T))
    return total<T>(__builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7) +
                    __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15));
  else if constexpr (sizeof(V) == 8 * sizeof(T))
    return total<T>(__builtin_shufflevector(v, v, 0, 1, 2, 3) + __builtin_shufflevector(v, v, 4, 5, 6, 7));
  else if constexpr (sizeof(V) == 4 * sizeof(T))
    return total<T>(__builtin_shufflevector(v, v, 0, 1) + __builtin_shufflevector(v, v, 2, 3));
  else
    return v[0] + v[1];
}

/// f(at) for every place of [0, n).
template <class T, class F>
static inline void each(std::int64_t n, F f) {
  std::int64_t j = 0;
  for (; j + kLanes<T> <= n; j += kLanes<T>) f(At<Vec<T>>{j});
  for (; j < n; ++j) f(At<T>{j});
}

/// K sums at once over [0, n): f(at, s) adds its terms to s[0..K). Each sum is spread over four vectors,
/// which hides the latency of an addition and keeps partial sums short; every 4096 elements they go into a
/// double.
template <int K, class T, class F>
static inline void sums(std::int64_t n, F f, double (&out)[K]) {
  constexpr std::int64_t L = kLanes<T>, block = 4096;
  for (int k = 0; k < K; ++k) out[k] = 0;
  for (std::int64_t j = 0; j < n;) {
    const std::int64_t end = n - j < block ? n : j + block;
    Vec<T> a[K] = {}, b[K] = {}, c[K] = {}, d[K] = {};
    T rest[K] = {};
    for (; j + 4 * L <= end; j += 4 * L) {
      f(At<Vec<T>>{j}, a);
      f(At<Vec<T>>{j + L}, b);
      f(At<Vec<T>>{j + 2 * L}, c);
      f(At<Vec<T>>{j + 3 * L}, d);
    }
    for (; j + L <= end; j += L) f(At<Vec<T>>{j}, a);
    for (; j < end; ++j) f(At<T>{j}, rest);
    for (int k = 0; k < K; ++k) out[k] += total<T>((a[k] + b[k]) + (c[k] + d[k])) + rest[k];
  }
}

/// Larger()(x, best): whether x replaces the best so far. Once best is NaN only another NaN can.
struct Larger {
  template <class V>
  auto operator()(V x, V best) const {
    return (x > best) | (x != x);
  }
};
struct Smaller {
  template <class V>
  auto operator()(V x, V best) const {
    return (x < best) | (x != x);
  }
};

/// The largest (smallest) of x[0..n), n >= 1; NaN if one is there.
template <class Better, class T>
static inline T extreme(const T* x, std::int64_t n) {
  constexpr std::int64_t L = kLanes<T>;
  const Better better;
  T best = x[0];
  std::int64_t j = 0;
  if (n >= 4 * L) {
    Vec<T> v[4];
    for (int k = 0; k < 4; ++k) v[k] = At<Vec<T>>{k * L}(x);
    for (j = 4 * L; j + 4 * L <= n; j += 4 * L)
      for (int k = 0; k < 4; ++k) {
        const Vec<T> e = At<Vec<T>>{j + k * L}(x);
        v[k] = better(e, v[k]) ? e : v[k];
      }
    for (int k = 1; k < 4; ++k) v[0] = better(v[k], v[0]) ? v[k] : v[0];
    for (int l = 0; l < L; ++l) best = better(v[0][l], best) ? v[0][l] : best;
  }
  for (; j < n; ++j) best = better(x[j], best) ? x[j] : best;
  return best;
}

}  // namespace wengert::kernels::WENGERT_ISA
