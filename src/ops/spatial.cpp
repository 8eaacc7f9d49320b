#include "ops/spatial.h"
#include "base/fail.h"

namespace wengert {

Images::Images(const char* op, const Tensor& x, int dims) {
  check_defined(op, "the input", x);
  if (!x.is_floating_point()) fail("{}: the input is {}, wants float32 or float64", op, x.dtype());
  const Shape& sizes = x.impl()->sizes;
  const std::int64_t n = sizes.size();
  bool fits = n == dims + 1 || n == dims + 2;
  for (std::int64_t d = n == dims + 2 ? 1 : 0; fits && d < n; ++d) fits = sizes[d] > 0;
  if (!fits)
    fail("{}: the input has shape {}, wants {}, of which only N may be 0", op, sizes,
         dims == 1 ? "[C, L] or [N, C, L]" : "[C, H, W] or [N, C, H, W]");
  for (std::int64_t d = 0; d < n - dims; ++d) planes *= sizes[d];
  for (int d = 0; d < dims; ++d) size[std::size_t(2 - dims + d)] = sizes[n - dims + d];
}

Pair pair(const char* op, const char* name, IntArrayRef values, int dims, std::int64_t missing) {
  if (values.size() != 1 && values.size() != std::size_t(dims))
    fail("{}: {} {} has {} values, wants {}", op, name, values, values.size(), dims == 1 ? "1" : "1 or 2");
  return {dims == 1 ? missing : values.front(), values.back()};
}

Shape resized(const Shape& sizes, int dims, const Pair& to) {
  Shape shape = sizes;
  for (int d = 0; d < dims; ++d) shape[sizes.size() - dims + d] = to[std::size_t(2 - dims + d)];
  return shape;
}

}  // namespace wengert
