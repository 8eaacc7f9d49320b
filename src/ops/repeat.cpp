// Copies that repeat elements.
#include "wengert/ops/repeat.h"
#include "autograd/record.h"
#include "tensor/check.h"

namespace wengert {

// A repeated dimension is a dimension of size 1 before it, expanded, and joined with it.
Tensor repeat(const Tensor& x, IntArrayRef repeats) {
  check_defined("repeat", "the tensor", x);
  const std::int64_t added = std::int64_t(repeats.size()) - x.dim();
  if (added < 0) fail("repeat: shape {} has more dimensions than repeats {}", x.sizes(), repeats);
  Shape sizes = x.sizes();
  for (std::int64_t d = 0; d < added; ++d) sizes.insert(0, 1);
  Tensor y = x.reshape(sizes);
  for (std::int64_t d = 0; d < sizes.size(); ++d) {
    const std::int64_t times = repeats[std::size_t(d)];
    if (times < 0) fail("repeat: repeats {} must not be negative", repeats);
    if (times == 1) continue;
    std::int64_t outer = 1, inner = 1;
    for (std::int64_t i = 0; i < d; ++i) outer *= sizes[i];
    for (std::int64_t i = d; i < sizes.size(); ++i) inner *= sizes[i];
    if (__builtin_mul_overflow(sizes[d], times, &sizes[d])) fail("repeat: {} times is too many", times);
    y = y.reshape({outer, 1, inner}).expand({outer, times, inner}).reshape(sizes);
  }
  // A view of x, or of a copy that is expanded: not memory of its own for each element.
  return y.impl()->storage == x.impl()->storage || !y.is_contiguous() ? y.clone() : y;
}

Tensor tile(const Tensor& x, IntArrayRef repeats) {
  check_defined("tile", "the tensor", x);
  Shape all = repeats;
  while (all.size() < x.dim()) all.insert(0, 1);
  return repeat(x, all);
}

Tensor Tensor::repeat(IntArrayRef repeats) const { return wengert::repeat(*this, repeats); }

}  // namespace wengert
