#include "ops/reduce_dims.h"

#include <algorithm>

#include "autograd/record.h"
#include "ops/make_view.h"
#include "tensor/check.h"
#include "tensor/elementwise.h"
#include "wengert/ops/expand.h"

namespace wengert {

Dims fold_dims(const char* op, IntArrayRef dims, std::int64_t n) {
  Dims set;
  for (const std::int64_t given : dims) {
    const auto d = std::size_t(wrap_dim(op, given, n));
    if (set[d]) fail("{}: dimension {} is given twice in {}", op, given, dims);
    set.set(d);
  }
  return dims.empty() ? Dims((1u << n) - 1) : set;
}

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

Tensor drop_dims(const Tensor& x, Dims dims) {
  const TensorImpl& t = *x.impl();
  Shape sizes, strides;
  for (std::int64_t d = 0; d < t.sizes.size(); ++d)
    if (!dims[std::size_t(d)]) {
      sizes.push_back(t.sizes[d]);
      strides.push_back(t.strides[d]);
    }
  return autograd::record("squeeze", make_view(x, sizes, strides, t.offset), {x},
                          [dims](const Tensor& dy) { return restore_dims(dy, dims); });
}

Tensor restore_dims(const Tensor& y, Dims dims) {
  const TensorImpl& t = *y.impl();
  Shape sizes, strides;
  const std::int64_t n = t.sizes.size() + std::int64_t(dims.count());
  for (std::int64_t d = 0, from = 0; d < n; ++d) {
    const bool folded = dims[std::size_t(d)];
    sizes.push_back(folded ? 1 : t.sizes[from]);
    strides.push_back(folded ? 0 : t.strides[from]);
    from += !folded;
  }
  return autograd::record("unsqueeze", make_view(y, sizes, strides, t.offset), {y},
                          [dims](const Tensor& dy) { return drop_dims(dy, dims); });
}

Tensor unfold(const Tensor& dy, const Shape& sizes, Dims dims, bool keepdim) {
  const bool has_them = keepdim || dy.dim() == 0;
  return expand(has_them ? dy : restore_dims(dy, dims), sizes);
}

}  // namespace wengert
