// Copies in row-major order.
#include "wengert/ops/clone.h"
#include "autograd/history.h"
#include "ops/copy.h"
#include "ops/in_place.h"

namespace wengert {

Tensor Tensor::clone() const { return copied("clone", *this, get().sizes, dtype()); }

Tensor Tensor::contiguous() const {
  return is_contiguous() ? *this : copied("contiguous", *this, get().sizes, dtype());
}

}  // namespace wengert
