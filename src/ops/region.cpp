// Reading a region of a tensor, and the gradient of that, which puts dy back where the elements came
// from; elements that the region shows several times (an expanded dimension, stride 0) get the sum. The gradient
// of the gradient is reading again.
#include "ops/region.h"
#include "autograd/record.h"
#include "base/fail.h"
#include "tensor/elementwise.h"
#include "tensor/tensor.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/creation.h"

namespace wengert {

using autograd::record;

namespace {

/// How many elements a layout spans, from the first to the last.
std::int64_t span_of(const Shape& sizes, const Shape& strides) {
  std::int64_t last = 0;
  for (std::int64_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 0) return 0;
    last += (sizes[d] - 1) * strides[d];
  }
  return last + 1;
}

/// Zeros whose elements lie as those of the tensor that the region lies in.
Tensor laid_out(const Region& r, ScalarType dtype) {
  return make_alias(zeros({span_of(r.whole, r.layout)}, dtype), r.whole, r.layout, 0);
}
/// The same with x's elements.
Tensor laid_out(const Tensor& x, const Region& r) {
  if (r.layout == contiguous_strides(r.whole)) return x.is_contiguous() ? x.clone() : x.contiguous();
  const Tensor y = laid_out(r, x.dtype());
  copy_elements(y, x);
  return y;
}

/// The region's elements themselves, in x laid out for it.
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

bool reaches_outside(const Region& r) {
  const std::int64_t span = span_of(r.sizes, r.strides);
  return span > 0 && (r.offset < 0 || r.offset + span > span_of(r.whole, r.layout));
}

Tensor read_region(const Tensor& x, const Region& r) {
  Tensor y;
  {
    NoGradGuard quiet;
    y = take_region(laid_out(x, r), r).clone();
  }
  return record("as_strided", y, {x}, [=](const Tensor& dy) { return embed_region(dy, r); });
}

Tensor embed_region(const Tensor& dy, const Region& region) {
  Tensor y;
  {
    NoGradGuard quiet;
    y = laid_out(region, dy.dtype());
    Region once = region;
    const Tensor sum = without_repeats(dy, once);
    const Tensor place = take_region(y, once);
    if (overlaps_itself(place))
      fail("as_strided: the gradient of a view whose elements overlap other than by expand is not known");
    place.copy_(sum);
    y = y.contiguous();
  }
  return record("embed", y, {dy}, [=](const Tensor& ddy) { return read_region(ddy, region); });
}

Tensor clear_region(const Tensor& x, const Region& region) {
  Tensor y;
  {
    NoGradGuard quiet;
    y = laid_out(x, region);
    take_region(y, region).zero_();
    y = y.contiguous();
  }
  return record("clear", y, {x}, [=](const Tensor& dy) { return clear_region(dy, region); });
}

}  // namespace wengert
