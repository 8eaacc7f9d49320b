// Max pooling, which keeps a map's strongest answers and drops where exactly they came from:
//
//   y[o] = max over k of x[o stride - padding + k dilation]
//
// The gradient goes to the element that was taken: dx[place[o]] += dy[o]. That is linear in dy, and its own
// gradient takes from the same places.
#include "wengert/ops/max_pool.h"
#include "autograd/record.h"
#include "kernels/max_pool.h"
#include "ops/pool_window.h"
#include "tensor/dense.h"
#include "tensor/dispatch.h"
#include "wengert/ops/creation.h"

namespace wengert {

using autograd::record;
using autograd::saving;

namespace {

/// x's elements at places that are -1 where there is none.
Tensor at_places(const Tensor& x, const Tensor& places, int dims) {
  const Tensor flat = places.flatten(-dims), missing = flat < 0;
  return x.flatten(-dims).gather(-1, flat.clamp_min(0)).masked_fill(missing, 0).reshape(places.sizes());
}

Tensor to_places(const char* op, const Tensor& dy, const Tensor& places, const Shape& sizes, int dims) {
  const Tensor dx = zeros(sizes, dy.dtype());
  const Tensor dense_dy = dense(dy);
  std::int64_t inputs = 1, outputs = 1;
  for (int d = 1; d <= dims; ++d) {
    inputs *= sizes[sizes.size() - d];
    outputs *= places.size(-d);
  }
  dispatch_floating(op, dy.dtype(), [&]<class T>(T) {
    kernels::max_pool_backward(elements<const T>(dense_dy), elements<const std::int64_t>(places),
                               dx.numel() / inputs, outputs, inputs, elements<T>(dx));
  });
  return record("max_pool_backward", dx, {dy},
                saving(places, [dims](const Tensor& ddx, const Tensor& saved_places) {
                  return at_places(ddx, saved_places, dims);
                }));
}

struct Pooled {
  Tensor y, places;
};

/// Without places where neither the caller nor the tape wants them.
Pooled pooled(const char* op, int dims, const Tensor& x, IntArrayRef kernel_size, IntArrayRef stride,
              IntArrayRef padding, IntArrayRef dilation, bool ceil_mode, bool want_places) {
  const Images images(op, x, dims);
  const auto [rows, cols] = windows(op, images.size, dims, kernel_size, stride, padding, dilation, ceil_mode);
  const Shape sizes = x.impl()->sizes, out = resized(sizes, dims, {rows.out, cols.out});
  Pooled result{make_tensor(out, x.dtype()), {}};
  if (want_places || autograd::recording({x})) result.places = make_tensor(out, ScalarType::Long);
  const Tensor dense_x = dense(x);
  const kernels::Window r = rows, c = cols;
  dispatch_floating(op, x.dtype(), [&]<class T>(T) {
    kernels::max_pool(elements<const T>(dense_x), images.planes, r, c, elements<T>(result.y),
                      elements<std::int64_t>(result.places));
  });
  result.y = record(op, result.y, {x},
                    saving(result.places, [op, sizes, dims](const Tensor& dy, const Tensor& saved_places) {
                      return to_places(op, dy, saved_places, sizes, dims);
                    }));
  return result;
}

}  // namespace

Tensor max_pool1d(const Tensor& x, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  IntArrayRef dilation, bool ceil_mode) {
  return pooled("max_pool1d", 1, x, kernel_size, stride, padding, dilation, ceil_mode, false).y;
}
Tensor max_pool2d(const Tensor& x, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  IntArrayRef dilation, bool ceil_mode) {
  return pooled("max_pool2d", 2, x, kernel_size, stride, padding, dilation, ceil_mode, false).y;
}
std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& x, IntArrayRef kernel_size,
                                                   IntArrayRef stride, IntArrayRef padding,
                                                   IntArrayRef dilation, bool ceil_mode) {
  Pooled p = pooled("max_pool1d", 1, x, kernel_size, stride, padding, dilation, ceil_mode, true);
  return {p.y, p.places};
}
std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& x, IntArrayRef kernel_size,
                                                   IntArrayRef stride, IntArrayRef padding,
                                                   IntArrayRef dilation, bool ceil_mode) {
  Pooled p = pooled("max_pool2d", 2, x, kernel_size, stride, padding, dilation, ceil_mode, true);
  return {p.y, p.places};
}

}  // namespace wengert
