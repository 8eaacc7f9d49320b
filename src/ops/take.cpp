// Elements by their number in row-major order: indexing of the tensor as a vector.
#include "wengert/ops/take.h"
#include "ops/check_index.h"
#include "tensor/elementwise.h"
#include "wengert/ops/index.h"

namespace wengert {

Tensor take(const Tensor& x, const Tensor& i) {
  check_defined("take", "the tensor", x);
  check_index("take", i, x.numel(), 0, true);
  return index(x.reshape(-1), {i.reshape(-1)}).reshape(i.sizes());
}

}  // namespace wengert
