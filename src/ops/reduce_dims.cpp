#include "ops/reduce_dims.h"

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
