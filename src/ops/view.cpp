// Views of the elements in other sizes; the gradient is the view that leads back.
#include "wengert/ops/view.h"
#include "autograd/history.h"
#include "autograd/record.h"
#include "ops/make_view.h"
#include "tensor/check.h"
#include "tensor/tensor.h"

namespace wengert {

namespace {

/// sizes with their -1 replaced by what is left of x's elements, or of those along dimension `along`.
Shape resolve_sizes(const char* op, const Tensor& x, IntArrayRef sizes, std::int64_t along = -1) {
  const std::int64_t n = along < 0 ? x.numel() : x.sizes()[std::size_t(along)];
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
  if (known != n && along >= 0)
    fail("{}: dimension {} has size {}, which sizes {} do not multiply up to", op, along, n, sizes);
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
  if (parts.empty()) fail("unflatten: got no sizes for dimension {}", at);
  const Shape inner = resolve_sizes("unflatten", x, parts, at);
  Shape sizes = x.sizes();
  sizes.erase(at);
  for (std::int64_t i = inner.size() - 1; i >= 0; --i) sizes.insert(at, inner[i]);
  return view(x, sizes);
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

}  // namespace wengert
