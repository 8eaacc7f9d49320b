// Transposition by tiles. For kernels only.
#pragma once
#include <cstddef>
#include <cstdint>
#ifdef __SSE2__
#include <emmintrin.h>  // has inline functions, but such as are never shared between files
#endif

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

/// Writes a cache line around the caches. Rows of y that lie a multiple of 4 KiB apart share so few places in
/// a cache that its lines would be fetched, and thrown out again, more than once.
static inline void stream_line(void* y, const void* line) {
#ifdef __SSE2__
  for (int i = 0; i < 4; ++i)
    _mm_stream_si128(static_cast<__m128i*>(y) + i, _mm_load_si128(static_cast<const __m128i*>(line) + i));
#else
  __builtin_memcpy(y, line, 64);
#endif
}

/// y[r ys + c] = x[c xs + r], in squares as wide as a cache line, so that each line of x is read once and
/// each line of y written once. `stream`: y is larger than the cache and will not be read soon.
template <class T>
static void transpose(char* y_bytes, std::int64_t ys, const char* x_bytes, std::int64_t xs, std::int64_t rows,
                      std::int64_t cols, bool stream) {
  constexpr std::int64_t tile = 64 / sizeof(T), corner = 16 / sizeof(T);
  T* const y = reinterpret_cast<T*>(y_bytes);
  const T* const x = reinterpret_cast<const T*>(x_bytes);
  const bool lines = reinterpret_cast<std::uintptr_t>(y) % 64 == 0 && ys % tile == 0;
  const std::int64_t full_rows = rows - rows % tile, full_cols = cols - cols % tile;
  for (std::int64_t c = 0; c < full_cols; c += tile) {
    for (std::int64_t r = 0; r < full_rows; r += tile) {
      alignas(64) T t[tile][tile];
      for (std::int64_t j = 0; j < tile; j += corner)
        for (std::int64_t i = 0; i < tile; i += corner)
          transpose_corner(&t[i][j], tile, x + (c + j) * xs + r + i, xs);
      for (std::int64_t i = 0; i < tile; ++i) {
        T* const line = y + (r + i) * ys + c;
        if (stream && lines) {
          stream_line(line, t[i]);
        } else {
          __builtin_memcpy(line, t[i], 64);
        }
      }
    }
  }
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = r < full_rows ? full_cols : 0; c < cols; ++c) y[r * ys + c] = x[c * xs + r];
#ifdef __SSE2__
  if (stream) _mm_sfence();  // streamed lines reach other threads in no order but this
#endif
}

}  // namespace wengert::kernels::WENGERT_ISA
