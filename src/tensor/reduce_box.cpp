#include "tensor/reduce_box.h"

#include "tensor/dispatch.h"
#include "tensor/elementwise.h"

namespace wengert {

Shape folded_sizes(const Shape& sizes, Dims dims, bool keepdim) {
  Shape out;
  for (std::int64_t d = 0; d < sizes.size(); ++d)
    if (!dims[std::size_t(d)])
      out.push_back(sizes[d]);
    else if (keepdim)
      out.push_back(1);
  return out;
}

std::int64_t folded_count(const Shape& sizes, Dims dims) {
  std::int64_t n = 1;
  for (std::int64_t d = 0; d < sizes.size(); ++d)
    if (dims[std::size_t(d)]) n *= sizes[d];
  return n;
}

namespace {

/// The box for x's own memory, if its dimensions, from the largest stride to the smallest, are some that
/// stay, then those folded, then others that stay, without gaps, and those that stay are in order.
bool box_in_place(const TensorImpl& x, Dims dims, kernels::Box& box) {
  std::int64_t order[kMaxDims], n = 0;
  for (std::int64_t d = 0; d < x.sizes.size(); ++d) {
    if (x.sizes[d] == 1) continue;
    std::int64_t at = n++;
    for (; at > 0 && x.strides[order[at - 1]] < x.strides[d]; --at) order[at] = order[at - 1];
    order[at] = d;
  }
  std::int64_t step = 1, last_kept = kMaxDims;
  bool inside = true, outside = false;
  box = {};
  for (std::int64_t i = n - 1; i >= 0; --i) {
    const std::int64_t d = order[i];
    if (x.strides[d] != step) return false;
    step *= x.sizes[d];
    if (dims[std::size_t(d)]) {
      if (outside) return false;
      inside = false;
      box.reduced *= x.sizes[d];
    } else {
      if (d > last_kept) return false;
      last_kept = d;
      outside = !inside;
      (inside ? box.inner : box.outer) *= x.sizes[d];
    }
  }
  return true;
}

}  // namespace

Folding folding(const Tensor& x, Dims dims) {
  const TensorImpl& t = *x.impl();
  kernels::Box box;
  if (t.contiguous && std::int64_t(dims.count()) == t.sizes.size()) return {x, {1, t.numel, 1}};
  if (t.numel > 0 && box_in_place(t, dims, box)) return {x, box};

  Shape sizes, strides;
  for (const bool folded : {false, true})
    for (std::int64_t d = 0; d < t.sizes.size(); ++d)
      if (dims[std::size_t(d)] == folded) {
        sizes.push_back(t.sizes[d]);
        strides.push_back(t.strides[d]);
      }
  box = {1, folded_count(t.sizes, dims), 1};
  for (std::int64_t d = 0; d < t.sizes.size(); ++d)
    if (!dims[std::size_t(d)]) box.outer *= t.sizes[d];
  Tensor copy = make_tensor(sizes, t.dtype);
  copy_elements(copy, make_alias(x, sizes, strides, t.offset));
  return {copy, box};
}

Tensor sum_elements(const Tensor& x, Dims dims, const Shape& sizes) {
  const Folding f = folding(x, dims);
  const bool counts = x.dtype() == ScalarType::Bool;
  const Tensor y = make_tensor(sizes, counts ? ScalarType::Long : x.dtype());
  if (counts)
    kernels::count({elements<bool>(f.x), f.box, elements<std::int64_t>(y)});
  else
    dispatch_numbers("sum", x.dtype(), [&]<class T>(T) {
      kernels::sum<T>({elements<const T>(f.x), f.box, elements<T>(y)});
    });
  return y;
}

}  // namespace wengert
