// as_strided: any box of elements inside a tensor, y[i, j, ...] = x_flat[offset + i s0 + j s1 + ...].
//
// The gradient is in region.cpp.
#include "wengert/ops/as_strided.h"
#include "autograd/record.h"
#include "ops/make_view.h"
#include "ops/region.h"
#include "tensor/check.h"
#include "tensor/tensor.h"

namespace wengert {

using autograd::record;

Tensor as_strided(const Tensor& x, IntArrayRef sizes, IntArrayRef strides, optional<std::int64_t> offset) {
  check_defined("as_strided", "the tensor", x);
  if (sizes.size() != strides.size())
    fail("as_strided: got {} sizes but {} strides", sizes.size(), strides.size());
  const std::int64_t start = offset.value_or(x.storage_offset());
  std::int64_t last = start;
  bool none = false;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] < 0 || strides[d] < 0)
      fail("as_strided: sizes {} and strides {} must not be negative", sizes, strides);
    none |= sizes[d] == 0;
    std::int64_t reach;
    if (__builtin_mul_overflow(std::max<std::int64_t>(sizes[d] - 1, 0), strides[d], &reach) ||
        __builtin_add_overflow(last, reach, &last))
      fail("as_strided: sizes {} with strides {} are too large", sizes, strides);
  }
  const std::int64_t elements = std::int64_t(x.impl()->storage->bytes()) / x.element_size();
  if (start < 0 || (!none && last >= elements))
    fail("as_strided: sizes {}, strides {} and offset {} reach outside the storage of {} elements", sizes,
         strides, start, elements);
  const Region region{sizes, strides, start - x.storage_offset(), x.sizes(), x.strides()};
  if (autograd::recording({x}) && (reaches_outside(region) || overlaps_itself(x)))
    fail(
        "as_strided: sizes {}, strides {} and offset {} reach outside the elements of a tensor of shape {}, strides "
        "{} and offset {}, which has a gradient only for its own",
        sizes, strides, start, x.sizes(), x.strides(), x.storage_offset());
  return record("as_strided", make_view(x, sizes, strides, start), {x},
                [=](const Tensor& dy) { return embed_region(dy, region); });
}

Tensor Tensor::as_strided(IntArrayRef sizes, IntArrayRef strides, optional<std::int64_t> offset) const {
  return wengert::as_strided(*this, sizes, strides, offset);
}

}  // namespace wengert
