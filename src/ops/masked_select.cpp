// The elements where a mask is true: indexing with the mask.
#include "wengert/ops/masked_select.h"
#include "ops/in_place.h"
#include "tensor/elementwise.h"
#include "tensor/tensor.h"
#include "wengert/ops/index.h"

namespace wengert {

Tensor masked_select(const Tensor& x, const Tensor& mask) {
  check_defined("masked_select", "the tensor", x);
  check_defined("masked_select", "the mask", mask);
  if (mask.dtype() != kBool) fail("masked_select: the mask is {}, wants bool", mask.dtype());
  const Shape sizes = broadcast_shapes("masked_select", x.sizes(), mask.sizes());
  if (sizes.empty()) return masked_select(x.reshape(1), mask.reshape(1));
  return index(x.expand(sizes), {mask.expand(sizes)});
}

Tensor Tensor::masked_select(const Tensor& mask) const { return wengert::masked_select(*this, mask); }

}  // namespace wengert
