// Views: the same elements under another shape.
#include "ops/view.h"

#include "autograd/history.h"
#include "autograd/record.h"
#include "core/check.h"
#include "core/tensor.h"
#include "wengert/ops.h"

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

Tensor expand(const Tensor& x, IntArrayRef sizes) {
  check_defined("expand", "the tensor", x);
  const std::int64_t added = std::int64_t(sizes.size()) - x.dim();
  if (added < 0) fail("expand: shape {} has more dimensions than {}", x.sizes(), sizes);
  Shape out = sizes;
  for (std::int64_t d = 0; d < out.size(); ++d) {
    const std::int64_t have = d < added ? 1 : x.sizes()[d - added];
    if (out[d] == -1 && d >= added) out[d] = have;
    if (out[d] < 0 || (have != 1 && out[d] != have))
      fail("expand: shape {} can't be repeated to {}: size {} becomes {}", x.sizes(), sizes, have, out[d]);
  }
  return record("expand", make_view(x, out, broadcast_strides(x, out), x.storage_offset()), {x},
                [](const Tensor& dy) { return dy; });
}

}  // namespace wengert
