#pragma once
#include <cstdint>

#include "kernels/isa.h"

namespace wengert::kernels {

/// y[r y_stride + c] = x[c x_stride + r] for r < rows, c < cols, of elements of so many bytes (1, 4, 8).
struct Transpose {
  int bytes;
  void* y;
  std::int64_t y_stride;
  const void* x;
  std::int64_t x_stride, rows, cols;
  bool stream;  // y is larger than the cache and will not be read soon
};
WENGERT_UNTYPED_KERNEL(transpose, Transpose)

}  // namespace wengert::kernels
