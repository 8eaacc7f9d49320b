// as_strided: any box of elements inside a contiguous tensor, y[i, j, ...] = x_flat[offset + i s0 + j s1 +
// ...].
//
// Its gradient puts dy back where the elements came from; elements that y shows several times (an expanded
// dimension, stride 0) get the sum. The gradient of that is as_strided again.
#include "ops/as_strided.h"

#include "autograd/record.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "ops/view.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/reduction.h"
#include "wengert/ops/views.h"

namespace wengert {

using autograd::record;

namespace {

/// The region's elements themselves, in contiguous x.
Tensor take_region(const Tensor& x, const Region& r) {
  return make_alias(x, r.sizes, r.strides, x.storage_offset() + r.offset);
}

/// Sums over repeated dimensions, so that every element of the region is written once.
Tensor without_repeats(const Tensor& dy, Region& r) {
  Tensor sum = dy;
  for (std::int64_t d = 0; d < r.sizes.size(); ++d)
    if (r.strides[d] == 0 && r.sizes[d] > 1) {
      sum = sum.sum(d, /*keepdim=*/true);
      r.sizes[d] = 1;
    }
  return sum;
}

}  // namespace

Tensor read_region(const Tensor& x, const Region& r) {
  Tensor y;
  {
    NoGradGuard quiet;
    y = take_region(x.contiguous(), r).clone();
  }
  const Shape sizes = x.impl()->sizes;
  return record("as_strided", y, {x}, [=](const Tensor& dy) { return embed_region(dy, sizes, r); });
}

Tensor embed_region(const Tensor& dy, const Shape& sizes, const Region& region) {
  Tensor y;
  {
    NoGradGuard quiet;
    y = zeros(sizes, dy.dtype());
    Region once = region;
    const Tensor sum = without_repeats(dy, once);
    const Tensor place = take_region(y, once);
    if (overlaps_itself(place))
      fail("as_strided: the gradient of a view whose elements overlap other than by expand is not known");
    place.copy_(sum);
  }
  return record("embed", y, {dy}, [=](const Tensor& ddy) { return read_region(ddy, region); });
}

Tensor clear_region(const Tensor& x, const Region& region) {
  Tensor y;
  {
    NoGradGuard quiet;
    y = x.is_contiguous() ? x.clone() : x.contiguous();
    take_region(y, region).zero_();
  }
  return record("clear", y, {x}, [=](const Tensor& dy) { return clear_region(dy, region); });
}

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
  if (x.requires_grad() && GradMode::is_enabled() && !x.is_contiguous())
    fail("as_strided: recording it needs a contiguous tensor, got shape {} with strides {}", x.sizes(),
         x.strides());
  const Shape whole = x.impl()->sizes;
  const Region region{sizes, strides, start - x.storage_offset()};
  return record("as_strided", make_view(x, sizes, strides, start), {x},
                [=](const Tensor& dy) { return embed_region(dy, whole, region); });
}

Tensor Tensor::as_strided(IntArrayRef sizes, IntArrayRef strides,
                                 optional<std::int64_t> offset) const {
  return wengert::as_strided(*this, sizes, strides, offset);
}

}  // namespace wengert
