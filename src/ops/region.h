// A box inside a tensor, given by sizes, strides and an offset: what every view is to its base.
#pragma once
#include "autograd/record.h"
#include "ops/make_view.h"
#include "tensor/tensor.h"
#include "wengert/tensor.h"

namespace wengert {

struct Region {
  Shape sizes, strides;
  std::int64_t offset;  // from the first element of the tensor that the region lies in
  Shape whole, layout;  // that tensor's sizes and strides; it may have gaps (a transposed base)
};

/// True when the region reaches outside of the memory between the first and the last element of its tensor.
bool reaches_outside(const Region& region);

/// A copy of the region's elements in x. Recorded.
Tensor read_region(const Tensor& x, const Region& region);

/// Zeros of the whole shape with dy added into the region: the gradient of read_region. Recorded.
Tensor embed_region(const Tensor& dy, const Region& region);

/// A copy of x with zeros in the region. Recorded.
Tensor clear_region(const Tensor& x, const Region& region);

/// The part of x that `cut` makes of x's whole region, recorded as op.
template <class F>
Tensor view_region(const char* op, const Tensor& x, F cut) {
  Region region{x.sizes(), x.strides(), x.storage_offset(), {}, {}};
  cut(region);
  const Tensor y = make_view(x, region.sizes, region.strides, region.offset);
  if (!autograd::recording({x})) return y;
  Region in_gradient{x.sizes(), contiguous_strides(x.sizes()), 0, x.sizes(), contiguous_strides(x.sizes())};
  cut(in_gradient);
  return autograd::record(op, y, {x}, [r = in_gradient](const Tensor& dy) {
    const Tensor* sum = autograd::gathered(0);
    if (!sum) return embed_region(dy, r);
    make_alias(*sum, r.sizes, r.strides, sum->storage_offset() + r.offset).add_(dy);
    return Tensor();
  });
}

}  // namespace wengert
