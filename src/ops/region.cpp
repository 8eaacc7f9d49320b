// Reading a region of a contiguous tensor, and the gradient of that, which puts dy back where the elements came
// from; elements that the region shows several times (an expanded dimension, stride 0) get the sum. The gradient
// of the gradient is reading again.
#include "ops/region.h"
#include "autograd/record.h"
#include "base/fail.h"
#include "tensor/tensor.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/creation.h"

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

}  // namespace wengert
