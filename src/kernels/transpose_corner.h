// Transposition of a corner as wide as the vector that every x86 has. For kernels only.
#pragma once
#include <cstddef>
#include <cstdint>

namespace wengert::kernels::WENGERT_ISA {

/// 16 bytes, the vector that every x86 has.
template <class T>
struct SmallVector {
  typedef T type __attribute__((vector_size(16)));
};

template <class T>
static inline typename SmallVector<T>::type load(const T* p) {
  typename SmallVector<T>::type v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

/// The k x k corner y[r ys + c] = x[c xs + r], k elements being 16 bytes: pairs of rows interleave, then
/// pairs of pairs.
static inline void transpose_corner(std::uint32_t* y, std::int64_t ys, const std::uint32_t* x,
                                    std::int64_t xs) {
  const auto a = load(x), b = load(x + xs), c = load(x + 2 * xs), d = load(x + 3 * xs);
  const auto ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const auto ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const auto cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const auto cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  const decltype(a) rows[] = {__builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5),
                              __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7),
                              __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5),
                              __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7)};
  for (int r = 0; r < 4; ++r) __builtin_memcpy(y + r * ys, &rows[r], 16);
}
static inline void transpose_corner(std::uint64_t* y, std::int64_t ys, const std::uint64_t* x,
                                    std::int64_t xs) {
  const auto a = load(x), b = load(x + xs);
  const auto low = __builtin_shufflevector(a, b, 0, 2), high = __builtin_shufflevector(a, b, 1, 3);
  __builtin_memcpy(y, &low, 16);
  __builtin_memcpy(y + ys, &high, 16);
}
static inline void transpose_corner(std::uint8_t* y, std::int64_t ys, const std::uint8_t* x,
                                    std::int64_t xs) {
  for (int r = 0; r < 16; ++r)
    for (int c = 0; c < 16; ++c) y[r * ys + c] = x[c * xs + r];
}

}  // namespace wengert::kernels::WENGERT_ISA
