// Views with the dimensions in another order; the gradient is the view that leads back.
#include <algorithm>

#include "autograd/record.h"
#include "ops/make_view.h"
#include "tensor/check.h"
#include "wengert/ops/transpose.h"

namespace wengert {

using autograd::record;

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

Tensor& Tensor::t_() const { return take_shape("t_", *this, wengert::t(*this)); }

Tensor& Tensor::transpose_(std::int64_t dim0, std::int64_t dim1) const {
  return take_shape("transpose_", *this, transpose(dim0, dim1));
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

}  // namespace wengert
