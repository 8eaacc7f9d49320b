// Copies in reverse order; the gradient is reversed back.
#include "wengert/ops/flip.h"
#include "autograd/record.h"
#include "kernels/elementwise.h"
#include "tensor/check.h"
#include "tensor/tensor.h"

namespace wengert {

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

Tensor Tensor::flip(IntArrayRef dims) const { return wengert::flip(*this, dims); }

}  // namespace wengert
