// Views that repeat elements; the gradient is summed over what is repeated, which backward does.
#include "wengert/ops/expand.h"
#include "autograd/record.h"
#include "ops/make_view.h"
#include "tensor/check.h"
#include "tensor/tensor.h"

namespace wengert {

using autograd::record;

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

Tensor Tensor::expand(IntArrayRef sizes) const { return wengert::expand(*this, sizes); }
Tensor Tensor::expand_as(const Tensor& other) const { return wengert::expand_as(*this, other); }

}  // namespace wengert
