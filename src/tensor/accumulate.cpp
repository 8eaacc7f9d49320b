#include "tensor/accumulate.h"

#include <algorithm>

#include "tensor/dispatch.h"
#include "tensor/reduce_box.h"

namespace wengert {

void accumulate(const Tensor& sum, const Tensor& x) {
  const TensorImpl &y = *sum.impl(), &a = *x.impl();
  const kernels::Loop loop = y.contiguous && a.contiguous
                                 ? kernels::Loop::flat(y.numel, {1, 1, 1})
                                 : kernels::Loop(y.sizes, {y.strides, y.strides, a.strides});
  kernels::binary(kernels::Binary::add, y.dtype, loop, y.data(), y.data(), a.data());
  y.storage->advance("backward");
}

bool sums_to(const Shape& x, const Shape& sizes) {
  const std::int64_t extra = x.size() - sizes.size();
  if (extra < 0) return false;
  for (std::int64_t d = 0; d < sizes.size(); ++d)
    if (sizes[d] != x[extra + d] && sizes[d] != 1) return false;
  return true;
}

Tensor sum_to(const Tensor& x, const Shape& sizes) {
  const Shape& from = x.impl()->sizes;
  const std::int64_t extra = from.size() - sizes.size();
  Dims repeated;
  for (std::int64_t d = 0; d < from.size(); ++d)
    repeated[std::size_t(d)] = d < extra || sizes[d - extra] != from[d];
  return sum_elements(x, repeated, sizes);
}

bool has_nan(const Tensor& x) {
  if (!x.defined() || !is_floating(x.dtype())) return false;
  const Tensor nan = map("isnan", kernels::Predicate::isnan, x);
  const bool* p = elements<const bool>(nan);
  return std::find(p, p + nan.numel(), true) != p + nan.numel();
}

}  // namespace wengert
