// Views: the same elements under another shape. Each is its sizes and strides, and its gradient is the view
// that leads back.
#include "ops/view.h"

#include <algorithm>

#include "autograd/history.h"
#include "autograd/record.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "wengert/ops/views.h"

namespace wengert {

using autograd::record;

Tensor make_view(const Tensor& x, const Shape& sizes, const Shape& strides, std::int64_t offset) {
  Tensor y = make_alias(x, sizes, strides, offset);
  if (is_floating(x.dtype())) {
    autograd::sync(*x.impl());
    TensorImpl &view = *y.impl(), &from = *x.impl();
    view.base = from.base ? from.base : detail::Ref<TensorImpl>(&from);
    view.seen = view.base->history;
  }
  return y;
}

// ---- Row-major elements in other sizes
// ----------------------------------------------------------------------------------------

namespace {

/// sizes with their -1 replaced by what is left of n elements.
Shape resolve_sizes(const char* op, const Tensor& x, IntArrayRef sizes) {
  const std::int64_t n = x.numel();
  Shape out = sizes;
  std::int64_t known = 1, unknown = -1;
  for (std::int64_t d = 0; d < out.size(); ++d) {
    if (out[d] == -1 && unknown < 0) {
      unknown = d;
    } else if (out[d] < 0) {
      fail("{}: sizes {} have {}", op, sizes, out[d] == -1 ? "more than one -1" : "a negative one");
    } else if (__builtin_mul_overflow(known, out[d], &known)) {
      fail("{}: sizes {} are too large", op, sizes);
    }
  }
  if (unknown >= 0) {
    if (known == 0) fail("{}: beside a size of 0, the -1 in {} could be any size", op, sizes);
    out[unknown] = n / known;
    known *= out[unknown];
  }
  if (known != n) fail("{}: shape {} has {} elements, sizes {} do not", op, x.sizes(), n, sizes);
  return out;
}

/// The strides with which x's elements can be seen in other sizes, if there are any: neighbouring dimensions
/// are joined as far as their memory is, and each joined one must be divided by the new sizes.
optional<Shape> strides_for_view(const Tensor& x, const Shape& sizes) {
  if (x.is_contiguous()) return contiguous_strides(sizes);
  Shape joined_sizes, joined_strides;  // the last dimension first
  for (std::int64_t d = x.dim() - 1; d >= 0; --d) {
    const std::int64_t size = x.sizes()[d], stride = x.strides()[d];
    if (size == 1) continue;
    if (!joined_sizes.empty() && stride == joined_strides.back() * joined_sizes.back())
      joined_sizes[joined_sizes.size() - 1] *= size;
    else {
      joined_sizes.push_back(size);
      joined_strides.push_back(stride);
    }
  }
  Shape strides = sizes;
  std::int64_t next = 0, left = 1, step = 1;
  for (std::int64_t d = sizes.size() - 1; d >= 0; --d) {
    if (left == 1 && sizes[d] != 1) {
      left = joined_sizes[next];
      step = joined_strides[next++];
    }
    if (left % sizes[d] != 0) return nullopt;
    strides[d] = step;
    step *= sizes[d];
    left /= sizes[d];
  }
  return strides;
}

Tensor viewed(const Tensor& x, const Shape& sizes, const Shape& strides) {
  const Shape before = x.impl()->sizes;
  return record("view", make_view(x, sizes, strides, x.storage_offset()), {x},
                [before](const Tensor& dy) { return dy.reshape(before); });
}

}  // namespace

Tensor view(const Tensor& x, IntArrayRef sizes) {
  check_defined("view", "the tensor", x);
  const Shape out = resolve_sizes("view", x, sizes);
  const optional<Shape> strides = strides_for_view(x, out);
  if (!strides)
    fail("view: shape {} with strides {} can't be seen as {} without a copy; use reshape, which copies",
         x.sizes(), x.strides(), out);
  return viewed(x, out, *strides);
}

Tensor reshape(const Tensor& x, IntArrayRef sizes) {
  check_defined("reshape", "the tensor", x);
  const Shape out = resolve_sizes("reshape", x, sizes);
  if (const optional<Shape> strides = strides_for_view(x, out)) return viewed(x, out, *strides);
  return viewed(x.contiguous(), out, contiguous_strides(out));
}

Tensor view_as(const Tensor& x, const Tensor& other) {
  check_defined("view_as", "other", other);
  return view(x, other.sizes());
}
Tensor reshape_as(const Tensor& x, const Tensor& other) {
  check_defined("reshape_as", "other", other);
  return reshape(x, other.sizes());
}

Tensor flatten(const Tensor& x, std::int64_t start_dim, std::int64_t end_dim) {
  check_defined("flatten", "the tensor", x);
  const std::int64_t start = wrap_dim("flatten", start_dim, x.dim()),
                     end = wrap_dim("flatten", end_dim, x.dim());
  if (start > end) fail("flatten: start_dim {} comes after end_dim {}", start_dim, end_dim);
  if (x.dim() == 0) return reshape(x, 1);
  Shape sizes = x.sizes();
  for (std::int64_t d = end; d > start; --d) {
    sizes[start] *= sizes[d];
    sizes.erase(d);
  }
  return reshape(x, sizes);
}

Tensor unflatten(const Tensor& x, std::int64_t d, IntArrayRef parts) {
  check_defined("unflatten", "the tensor", x);
  if (x.dim() == 0) fail("unflatten: a 0-d tensor has no dimension to unflatten");
  const std::int64_t at = wrap_dim("unflatten", d, x.dim());
  const std::int64_t n = x.sizes()[at];
  Shape inner = parts;
  std::int64_t known = 1, unknown = -1;
  for (std::int64_t i = 0; i < inner.size(); ++i) {
    if (inner[i] == -1 && unknown < 0)
      unknown = i;
    else
      known *= inner[i];
  }
  if (unknown >= 0 && known > 0) known *= inner[unknown] = n / known;
  if (inner.empty() || known != n)
    fail("unflatten: dimension {} has size {}, which sizes {} do not multiply up to", at, n, parts);
  Shape sizes = x.sizes();
  sizes.erase(at);
  for (std::int64_t i = inner.size() - 1; i >= 0; --i) sizes.insert(at, inner[i]);
  return view(x, sizes);
}

// ---- Dimensions in another order
// ----------------------------------------------------------------------------------------

Tensor permute(const Tensor& x, IntArrayRef dims) {
  check_defined("permute", "the tensor", x);
  if (std::int64_t(dims.size()) != x.dim())
    fail("permute: shape {} has {} dimensions, but the order {} has {}", x.sizes(), x.dim(), dims,
         dims.size());
  Shape sizes = x.sizes(), strides = x.strides(), back = x.sizes();
  unsigned seen = 0;
  for (std::int64_t i = 0; i < x.dim(); ++i) {
    const std::int64_t d = wrap_dim("permute", dims[std::size_t(i)], x.dim());
    if (seen & (1u << d)) fail("permute: dimension {} comes twice in {}", d, dims);
    seen |= 1u << d;
    sizes[i] = x.sizes()[std::size_t(d)];
    strides[i] = x.strides()[std::size_t(d)];
    back[d] = i;
  }
  return record("permute", make_view(x, sizes, strides, x.storage_offset()), {x},
                [back](const Tensor& dy) { return dy.permute(back); });
}

namespace {

Tensor exchange(const Tensor& x, std::int64_t a, std::int64_t b) {
  Shape sizes = x.sizes(), strides = x.strides();
  if (x.dim() > 0) {
    std::swap(sizes[a], sizes[b]);
    std::swap(strides[a], strides[b]);
  }
  return record("transpose", make_view(x, sizes, strides, x.storage_offset()), {x},
                [a, b](const Tensor& dy) { return dy.transpose(a, b); });
}

}  // namespace

Tensor transpose(const Tensor& x, std::int64_t dim0, std::int64_t dim1) {
  check_defined("transpose", "the tensor", x);
  return exchange(x, wrap_dim("transpose", dim0, x.dim()), wrap_dim("transpose", dim1, x.dim()));
}

Tensor t(const Tensor& x) {
  check_defined("t", "the tensor", x);
  if (x.dim() > 2) fail("t: wants at most 2 dimensions, got shape {}; use transpose or permute", x.sizes());
  return exchange(x, 0, std::max<std::int64_t>(x.dim() - 1, 0));
}

Tensor mT(const Tensor& x) {
  check_defined("mT", "the tensor", x);
  if (x.dim() < 2) fail("mT: wants a matrix or a batch of matrices, got shape {}", x.sizes());
  return exchange(x, x.dim() - 2, x.dim() - 1);
}

Tensor movedim(const Tensor& x, std::int64_t source, std::int64_t destination) {
  check_defined("movedim", "the tensor", x);
  const std::int64_t from = wrap_dim("movedim", source, x.dim()),
                     to = wrap_dim("movedim", destination, x.dim());
  Shape order;
  for (std::int64_t d = 0; d < x.dim(); ++d)
    if (d != from) order.push_back(d);
  if (x.dim() > 0) order.insert(to, from);
  return permute(x, order);
}

// ---- Dimensions of size 1
// ----------------------------------------------------------------------------------------

namespace {

/// Without the dimensions of size 1 that `drop` names.
Tensor squeezed(const Tensor& x, unsigned drop) {
  Shape sizes, strides;
  for (std::int64_t d = 0; d < x.dim(); ++d) {
    if (x.sizes()[std::size_t(d)] == 1 && (drop & (1u << d))) continue;
    sizes.push_back(x.sizes()[std::size_t(d)]);
    strides.push_back(x.strides()[std::size_t(d)]);
  }
  return viewed(x, sizes, strides);
}

}  // namespace

Tensor squeeze(const Tensor& x) {
  check_defined("squeeze", "the tensor", x);
  return squeezed(x, ~0u);
}

Tensor squeeze(const Tensor& x, std::int64_t d) {
  check_defined("squeeze", "the tensor", x);
  return squeezed(x, 1u << wrap_dim("squeeze", d, x.dim()));
}

Tensor unsqueeze(const Tensor& x, std::int64_t d) {
  check_defined("unsqueeze", "the tensor", x);
  const std::int64_t at = wrap_dim("unsqueeze", d, x.dim() + 1);
  Shape sizes = x.sizes(), strides = x.strides();
  strides.insert(at, at < x.dim() ? sizes[at] * strides[at] : 1);
  sizes.insert(at, 1);
  return viewed(x, sizes, strides);
}

Tensor expand(const Tensor& x, IntArrayRef sizes) {
  check_defined("expand", "the tensor", x);
  const std::int64_t added = std::int64_t(sizes.size()) - x.dim();
  if (added < 0) fail("expand: shape {} has more dimensions than {}", x.sizes(), sizes);
  Shape out = sizes;
  for (std::int64_t d = 0; d < out.size(); ++d) {
    const std::int64_t have = d < added ? 1 : x.sizes()[std::size_t(d - added)];
    if (out[d] == -1 && d >= added) out[d] = have;
    if (out[d] < 0 || (have != 1 && out[d] != have))
      fail("expand: shape {} can't be repeated to {}: size {} becomes {}", x.sizes(), sizes, have, out[d]);
  }
  return record("expand", make_view(x, out, broadcast_strides(x, out), x.storage_offset()), {x},
                [](const Tensor& dy) { return dy; });
}

Tensor expand_as(const Tensor& x, const Tensor& other) {
  check_defined("expand_as", "other", other);
  return expand(x, other.sizes());
}

// ---- The tensor itself under another shape
// ----------------------------------------------------------------------------------------

namespace {

/// Gives self the shape and history of y, a view of it. The elements stay, so views of self stay right.
Tensor& take_shape(const char* op, const Tensor& self, const Tensor& y) {
  if (GradMode::is_enabled() && self.requires_grad() && self.is_leaf())
    fail("{}: a leaf that requires a gradient can't change its shape while operations are recorded", op);
  TensorImpl& t = *self.impl();
  const TensorImpl& v = *y.impl();
  t.sizes = v.sizes;
  t.strides = v.strides;
  t.contiguous = v.contiguous;
  if (v.requires_grad) {
    t.node = v.node;
    t.output = v.output;
  } else if (t.node) {  // a leaf, not recorded: its gradient will have the new shape
    t.node->outputs()[0].sizes = v.sizes;
  }
  t.storage->advance(op);  // what saved this tensor saved its old shape
  return const_cast<Tensor&>(self);
}

}  // namespace

Tensor& Tensor::squeeze_() const { return take_shape("squeeze_", *this, squeeze()); }
Tensor& Tensor::squeeze_(std::int64_t d) const { return take_shape("squeeze_", *this, squeeze(d)); }
Tensor& Tensor::unsqueeze_(std::int64_t d) const { return take_shape("unsqueeze_", *this, unsqueeze(d)); }
Tensor& Tensor::t_() const { return take_shape("t_", *this, wengert::t(*this)); }
Tensor& Tensor::transpose_(std::int64_t dim0, std::int64_t dim1) const {
  return take_shape("transpose_", *this, transpose(dim0, dim1));
}

Tensor Tensor::view(IntArrayRef sizes) const { return wengert::view(*this, sizes); }
Tensor Tensor::view_as(const Tensor& other) const { return wengert::view_as(*this, other); }
Tensor Tensor::reshape(IntArrayRef sizes) const { return wengert::reshape(*this, sizes); }
Tensor Tensor::reshape_as(const Tensor& other) const { return wengert::reshape_as(*this, other); }
Tensor Tensor::flatten(std::int64_t start_dim, std::int64_t end_dim) const {
  return wengert::flatten(*this, start_dim, end_dim);
}
Tensor Tensor::unflatten(std::int64_t d, IntArrayRef sizes) const {
  return wengert::unflatten(*this, d, sizes);
}
Tensor Tensor::permute(IntArrayRef dims) const { return wengert::permute(*this, dims); }
Tensor Tensor::transpose(std::int64_t dim0, std::int64_t dim1) const {
  return wengert::transpose(*this, dim0, dim1);
}
Tensor Tensor::movedim(std::int64_t source, std::int64_t destination) const {
  return wengert::movedim(*this, source, destination);
}
Tensor Tensor::t() const { return wengert::t(*this); }
Tensor Tensor::mT() const { return wengert::mT(*this); }
Tensor Tensor::squeeze() const { return wengert::squeeze(*this); }
Tensor Tensor::squeeze(std::int64_t d) const { return wengert::squeeze(*this, d); }
Tensor Tensor::unsqueeze(std::int64_t d) const { return wengert::unsqueeze(*this, d); }
Tensor Tensor::expand(IntArrayRef sizes) const { return wengert::expand(*this, sizes); }
Tensor Tensor::expand_as(const Tensor& other) const { return wengert::expand_as(*this, other); }

}  // namespace wengert
