// Copies that are rotated: cut in two and joined the other way round.
#include "wengert/ops/roll.h"
#include "tensor/check.h"
#include "wengert/ops/cat.h"

namespace wengert {

Tensor roll(const Tensor& x, IntArrayRef shifts, IntArrayRef dims) {
  check_defined("roll", "the tensor", x);
  if (dims.empty() && shifts.size() == 1) return roll(x.reshape(-1), shifts, 0).reshape(x.sizes());
  if (shifts.size() != dims.size() || shifts.empty())
    fail("roll: wants as many shifts as dimensions, got {} and {}", shifts, dims);
  for (std::int64_t dim : dims) wrap_dim("roll", dim, x.dim());
  Tensor y = x;
  for (std::size_t i = 0; i < dims.size() && x.dim() > 0; ++i) {
    const std::int64_t n = x.size(dims[i]);
    if (n == 0) continue;
    const std::int64_t last = ((shifts[i] % n) + n) % n;  // so many elements come round to the front
    y = cat({y.narrow(dims[i], n - last, last), y.narrow(dims[i], 0, n - last)}, dims[i]);
  }
  return y.is_same(x) ? x.clone() : y;
}

Tensor Tensor::roll(IntArrayRef shifts, IntArrayRef dims) const { return wengert::roll(*this, shifts, dims); }

}  // namespace wengert
