// Copies of a tensor in another arrangement: repeated, reversed, rotated.
#include "autograd/record.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "kernels/maps.h"
#include "wengert/ops/joining.h"
#include "wengert/ops/linalg.h"
#include "wengert/ops/reduction.h"
#include "wengert/ops/views.h"

namespace wengert {

// A repeated dimension is a dimension of size 1 before it, expanded, and joined with it.
Tensor repeat(const Tensor& x, IntArrayRef repeats) {
  check_defined("repeat", "the tensor", x);
  const std::int64_t added = std::int64_t(repeats.size()) - x.dim();
  if (added < 0) fail("repeat: shape {} has more dimensions than repeats {}", x.sizes(), repeats);
  Shape sizes = x.sizes();
  for (std::int64_t d = 0; d < added; ++d) sizes.insert(0, 1);
  Tensor y = x.reshape(sizes);
  for (std::int64_t d = 0; d < sizes.size(); ++d) {
    const std::int64_t times = repeats[std::size_t(d)];
    if (times < 0) fail("repeat: repeats {} have a negative one", repeats);
    if (times == 1) continue;
    std::int64_t outer = 1, inner = 1;
    for (std::int64_t i = 0; i < d; ++i) outer *= sizes[i];
    for (std::int64_t i = d; i < sizes.size(); ++i) inner *= sizes[i];
    if (__builtin_mul_overflow(sizes[d], times, &sizes[d])) fail("repeat: {} times is too many", times);
    y = y.reshape({outer, 1, inner}).expand({outer, times, inner}).reshape(sizes);
  }
  return y.is_same(x) || y.impl()->storage == x.impl()->storage ? y.clone() : y;
}

Tensor tile(const Tensor& x, IntArrayRef repeats) {
  check_defined("tile", "the tensor", x);
  Shape all = repeats;
  while (all.size() < x.dim()) all.insert(0, 1);
  return repeat(x, all);
}

namespace {

/// y = x read backwards along each dimension whose bit is set.
Tensor reversed(const Tensor& x, unsigned bits) {
  const Tensor y = make_tensor(x.sizes(), x.dtype());
  Shape strides = x.strides();
  std::int64_t first = 0;
  for (std::int64_t d = 0; d < x.dim(); ++d) {
    if (!(bits & (1u << d))) continue;
    first += (x.sizes()[std::size_t(d)] - 1) * strides[d];
    strides[d] = -strides[d];
  }
  if (x.numel() > 0)
    kernels::copy(x.dtype(), kernels::Loop(y.sizes(), {y.strides(), strides}), y.data_ptr(),
                  static_cast<std::byte*>(x.data_ptr()) + first * x.element_size());
  return y;
}

Tensor flip_bits(const Tensor& x, unsigned bits) {
  return autograd::record("flip", reversed(x, bits), {x},
                          [bits](const Tensor& dy) { return flip_bits(dy, bits); });
}

}  // namespace

Tensor flip(const Tensor& x, IntArrayRef dims) {
  check_defined("flip", "the tensor", x);
  unsigned bits = 0;
  for (std::int64_t dim : dims) {
    const unsigned bit = 1u << wrap_dim("flip", dim, x.dim());
    if (bits & bit) fail("flip: dimension {} comes twice in {}", dim, dims);
    bits |= bit;
  }
  return flip_bits(x, bits);
}

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

Tensor Tensor::repeat(IntArrayRef repeats) const { return wengert::repeat(*this, repeats); }
Tensor Tensor::roll(IntArrayRef shifts, IntArrayRef dims) const {
  return wengert::roll(*this, shifts, dims);
}

Tensor Tensor::flip(IntArrayRef dims) const { return wengert::flip(*this, dims); }
}  // namespace wengert
