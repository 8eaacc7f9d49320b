// Softmax along one dimension, and its logarithm.
//
//   softmax:      y_j = exp(x_j - m) / s          dx_j = y_j (dy_j - sum_k dy_k y_k)
//   log_softmax:  y_j = x_j - m - log s           dx_j = dy_j - exp(y_j) sum_k dy_k
//   with m = max_k x_k, s = sum_k exp(x_k - m)
//
// The gradients are fused too, and recorded with their own.
#include "kernels/softmax.h"

#include "autograd/record.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "tensor/elementwise.h"
#include "tensor/tensor.h"
#include "wengert/ops/softmax.h"
#include "wengert/ops/unary.h"

namespace wengert {

using autograd::output;
using autograd::record;
using autograd::saving;

namespace {

/// x with dimension d in last place; for d in last place x itself.
Tensor with_last(const Tensor& x, std::int64_t d) {
  Shape sizes = x.impl()->sizes, strides = x.impl()->strides;
  if (d == sizes.size() - 1 || sizes.empty()) return x;
  std::swap(sizes[d], sizes[sizes.size() - 1]);
  std::swap(strides[d], strides[sizes.size() - 1]);
  return make_alias(x, sizes, strides, x.storage_offset());
}

/// A new tensor like xs[0], computed from the rows along d: f(T**, rows, cols, T* y) is given the inputs.
template <class F, std::size_t N>
Tensor along(const char* op, const Tensor* const (&xs)[N], std::int64_t d, F f) {
  const NoGradGuard quiet;
  const Tensor& x = *xs[0];
  const Tensor y = make_tensor(x.impl()->sizes, x.dtype());
  if (x.numel() == 0) return y;
  std::array<Tensor, N> rows;
  for (std::size_t i = 0; i < N; ++i) rows[i] = with_last(*xs[i], d).contiguous();
  const Tensor place = with_last(y, d);
  const Tensor result = place.is_contiguous() ? place : make_tensor(place.impl()->sizes, x.dtype());
  const std::int64_t cols = x.dim() == 0 ? 1 : x.sizes()[std::size_t(d)];
  dispatch_floating(op, x.dtype(), [&]<class T>(T) {
    std::array<const T*, N> in;
    for (std::size_t i = 0; i < N; ++i) in[i] = elements<const T>(rows[i]);
    f(in, x.numel() / cols, cols, elements<T>(result));
  });
  if (!place.is_contiguous()) copy_elements(place, result);
  return y;
}

Tensor softmax_backward(const Tensor& dy, const Tensor& y, std::int64_t d) {
  const Tensor dx = along("softmax", {&dy, &y}, d, []<class T>(auto in, auto rows, auto cols, T* out) {
    kernels::softmax_backward<T>({in[0], in[1], rows, cols, out});
  });
  return record(
      "softmax_backward", dx, {dy, y},
      saving(y, [d](const Tensor& ddx, const Tensor& saved_y) { return softmax_backward(ddx, saved_y, d); }),
      saving(dy, y, [d](const Tensor& ddx, const Tensor& saved_dy, const Tensor& saved_y) {
        return ddx * (saved_dy - (saved_dy * saved_y).sum(d, true)) - saved_dy * (ddx * saved_y).sum(d, true);
      }));
}

Tensor log_softmax_backward(const Tensor& dy, const Tensor& y, std::int64_t d) {
  const Tensor dx = along("log_softmax", {&dy, &y}, d, []<class T>(auto in, auto rows, auto cols, T* out) {
    kernels::log_softmax_backward<T>({in[0], in[1], rows, cols, out});
  });
  return record("log_softmax_backward", dx, {dy, y},
                saving(y, [d](const Tensor& ddx,
                              const Tensor& saved_y) { return ddx - (ddx * exp(saved_y)).sum(d, true); }),
                saving(dy, y, [d](const Tensor& ddx, const Tensor& saved_dy, const Tensor& saved_y) {
                  return -(ddx * exp(saved_y) * saved_dy.sum(d, true));
                }));
}

/// Checks, and converts.
Tensor prepared(const char* op, const Tensor& x, std::int64_t& d, optional<ScalarType> dtype) {
  check_defined(op, "the tensor", x);
  d = wrap_dim(op, d, x.dim());
  const Tensor converted = dtype ? x.to(*dtype) : x;
  if (!converted.is_floating_point())
    fail("{}: not defined for {}; pass a floating-point dtype", op, converted.dtype());
  return converted;
}

}  // namespace

Tensor softmax(const Tensor& x, std::int64_t d, optional<ScalarType> dtype) {
  const Tensor in = prepared("softmax", x, d, dtype);
  const Tensor y = along("softmax", {&in}, d, []<class T>(auto rows_in, auto rows, auto cols, T* out) {
    kernels::softmax<T>({rows_in[0], rows, cols, out});
  });
  return record("softmax", y, {in}, saving(output(y), [d](const Tensor& dy, const Tensor& saved_y) {
                  return softmax_backward(dy, saved_y, d);
                }));
}

Tensor log_softmax(const Tensor& x, std::int64_t d, optional<ScalarType> dtype) {
  const Tensor in = prepared("log_softmax", x, d, dtype);
  const Tensor y = along("log_softmax", {&in}, d, []<class T>(auto rows_in, auto rows, auto cols, T* out) {
    kernels::log_softmax<T>({rows_in[0], rows, cols, out});
  });
  return record("log_softmax", y, {in}, saving(output(y), [d](const Tensor& dy, const Tensor& saved_y) {
                  return log_softmax_backward(dy, saved_y, d);
                }));
}

Tensor Tensor::softmax(std::int64_t d, optional<ScalarType> dtype) const {
  return wengert::softmax(*this, d, dtype);
}
Tensor Tensor::log_softmax(std::int64_t d, optional<ScalarType> dtype) const {
  return wengert::log_softmax(*this, d, dtype);
}

}  // namespace wengert
