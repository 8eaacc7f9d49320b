#include "ops/leave_one_out.h"
#include "autograd/record.h"
#include "kernels/reduce.h"
#include "ops/reduce_dims.h"
#include "tensor/check.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/any.h"
#include "wengert/ops/where.h"

namespace wengert {

bool has_zero(const Tensor& x) {
  const NoGradGuard quiet;
  return any(x == 0).item<bool>();
}

Tensor without_each(const Tensor& x, std::int64_t d) {
  const std::int64_t n = x.sizes()[std::size_t(d)];
  const Tensor itself = square_mask(x.dim() + 1, d, n, [](auto k, auto i) { return k == i; });
  return where(itself, 1, restore_dims(x, Dims(1u << d)));
}

}  // namespace wengert
