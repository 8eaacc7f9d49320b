// Transposition by tiles.
#include "kernels/transpose.h"

#ifdef __SSE2__
#include <emmintrin.h>  // has inline functions, but such as are never shared between files
#endif

#include "kernels/transpose_corner.h"

namespace wengert::kernels::WENGERT_ISA {

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

/// In squares as wide as a cache line, so that each line of x is read once and each line of y written once.
template <class T>
static void transpose_elements(const Transpose& t) {
  constexpr std::int64_t tile = 64 / sizeof(T), corner = 16 / sizeof(T);
  T* const y = static_cast<T*>(t.y);
  const T* const x = static_cast<const T*>(t.x);
  const std::int64_t ys = t.y_stride, xs = t.x_stride, rows = t.rows, cols = t.cols;
  const bool lines = reinterpret_cast<std::uintptr_t>(y) % 64 == 0 && ys % tile == 0;
  const std::int64_t full_rows = rows - rows % tile, full_cols = cols - cols % tile;
  for (std::int64_t c = 0; c < full_cols; c += tile) {
    for (std::int64_t r = 0; r < full_rows; r += tile) {
      alignas(64) T square[tile][tile];
      for (std::int64_t j = 0; j < tile; j += corner)
        for (std::int64_t i = 0; i < tile; i += corner)
          transpose_corner(&square[i][j], tile, x + (c + j) * xs + r + i, xs);
      for (std::int64_t i = 0; i < tile; ++i) {
        T* const line = y + (r + i) * ys + c;
        if (t.stream && lines) {
          stream_line(line, square[i]);
        } else {
          __builtin_memcpy(line, square[i], 64);
        }
      }
    }
  }
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = r < full_rows ? full_cols : 0; c < cols; ++c) y[r * ys + c] = x[c * xs + r];
#ifdef __SSE2__
  if (t.stream) _mm_sfence();  // streamed lines reach other threads in no order but this
#endif
}

void transpose(const Transpose& t) {
  const auto f = t.bytes == 1   ? transpose_elements<std::uint8_t>
                 : t.bytes == 4 ? transpose_elements<std::uint32_t>
                                : transpose_elements<std::uint64_t>;
  f(t);
}

}  // namespace wengert::kernels::WENGERT_ISA
