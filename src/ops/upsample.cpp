// Resizing of images: output o takes from the places around f(o), dimension by dimension,
//
//   y[o] = (1 - t) x[i] + t x[i + 1],  i = floor(f(o)), t = f(o) - i
//
// or x[i] alone ("nearest"). It is linear in x: the gradient is the transposed map, and the gradient of that
// is the resizing itself. Places are computed in the precision of x, as libtorch does, so that both choose
// the same neighbour where f(o) is next to an integer.
#include <algorithm>
#include <cmath>
#include <vector>

#include "autograd/record.h"
#include "kernels/resize.h"
#include "ops/upsample.h"
#include "tensor/dense.h"
#include "tensor/dispatch.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/upsample.h"

namespace wengert {

using autograd::record;
using kernels::Mix;

namespace {

/// A resizing as its nodes keep it. A given scale below or equal to 0 counts as none.
struct Resize {
  const char *op, *backward_op;
  int dims;
  Sampling sampling;
  Pair in{1, 1}, out{1, 1};
  std::array<double, 2> scale{};
};

/// Input elements per output element.
template <class T>
T step(const Resize& r, std::size_t d) {
  if (r.sampling == Sampling::Corners) return r.out[d] > 1 ? T(r.in[d] - 1) / T(r.out[d] - 1) : T(0);
  return r.scale[d] > 0 ? T(1 / r.scale[d]) : T(r.in[d]) / T(r.out[d]);
}

template <class T>
std::vector<Mix> mixes(const Resize& r, std::size_t d) {
  const std::int64_t last = r.in[d] - 1;
  const T per = step<T>(r, d);
  const auto place = [&](T f) { return f < T(last) ? std::int64_t(f) : last; };
  std::vector<Mix> list;
  for (std::int64_t o = 0; o < r.out[d]; ++o) {
    if (r.sampling == Sampling::Nearest || r.sampling == Sampling::NearestExact) {
      const std::int64_t i = place(r.sampling == Sampling::Nearest ? T(o) * per : (T(o) + T(0.5)) * per);
      list.push_back({i, i, 0});
      continue;
    }
    const T f = r.sampling == Sampling::Corners ? per * T(o) : std::max(per * (T(o) + T(0.5)) - T(0.5), T(0));
    const std::int64_t low = place(f), high = low < last ? low + 1 : last;
    const T share = std::clamp(f - T(low), T(0), T(1));
    list.push_back({low, share > 0 ? high : low, double(share)});
  }
  return list;
}

/// Calls f(T{}, what to do) for the element type of a tensor.
template <class F>
void with_resizing(const Resize& r, ScalarType dtype, F f) {
  dispatch_floating(r.op, dtype, [&]<class T>(T t) {
    const std::vector<Mix> rows = mixes<T>(r, 0), cols = mixes<T>(r, 1);
    f(t, kernels::Resizing{rows.data(), cols.data(), r.in[0], r.in[1], r.out[0], r.out[1]});
  });
}

Tensor spread(const Resize& r, const Tensor& dy);

Tensor resize(const Resize& r, const Tensor& x) {
  const Tensor y = make_tensor(resized(x.impl()->sizes, r.dims, r.out), x.dtype());
  const Tensor dense_x = dense(x);
  if (y.numel() > 0)
    with_resizing(r, x.dtype(), [&]<class T>(T, const kernels::Resizing& resizing) {
      kernels::resize(elements<const T>(dense_x), x.numel() / (r.in[0] * r.in[1]), resizing, elements<T>(y));
    });
  return record(r.op, y, {x}, [r](const Tensor& dy) { return spread(r, dy); });
}

Tensor spread(const Resize& r, const Tensor& dy) {
  const Tensor dx = zeros(resized(dy.impl()->sizes, r.dims, r.in), dy.dtype());
  const Tensor dense_dy = dense(dy);
  if (dy.numel() > 0)
    with_resizing(r, dy.dtype(), [&]<class T>(T, const kernels::Resizing& resizing) {
      kernels::resize_backward(elements<const T>(dense_dy), dy.numel() / (r.out[0] * r.out[1]), resizing,
                               elements<T>(dx));
    });
  return record(r.backward_op, dx, {dy}, [r](const Tensor& ddx) { return resize(r, ddx); });
}

Tensor checked(Resize r, const Tensor& x, IntArrayRef output_size) {
  r.in = Images(r.op, x, r.dims).size;
  if (output_size.size() != std::size_t(r.dims))
    fail("{}: output_size has {} values, wants {}", r.op, output_size.size(), r.dims);
  r.out = pair(r.op, "output_size", output_size, r.dims, 1);
  for (std::int64_t n : r.out)
    if (n < 1) fail("{}: output_size {} is below 1", r.op, n);
  return resize(r, x);
}

Sampling linear(bool align_corners) { return align_corners ? Sampling::Corners : Sampling::Linear; }

}  // namespace

Tensor upsample1d(const Tensor& x, IntArrayRef output_size, Sampling sampling, optional<double> scale) {
  const std::array<double, 2> scales{0, scale.value_or(0)};
  Resize r{"upsample_nearest1d", "upsample_nearest1d_backward", 1, sampling, {}, {}, scales};
  if (sampling == Sampling::Linear || sampling == Sampling::Corners) {
    r.op = "upsample_linear1d";
    r.backward_op = "upsample_linear1d_backward";
  }
  return checked(r, x, output_size);
}
Tensor upsample2d(const Tensor& x, IntArrayRef output_size, Sampling sampling, optional<double> scale_h,
                  optional<double> scale_w) {
  const std::array<double, 2> scales{scale_h.value_or(0), scale_w.value_or(0)};
  Resize r{"upsample_nearest2d", "upsample_nearest2d_backward", 2, sampling, {}, {}, scales};
  if (sampling == Sampling::Linear || sampling == Sampling::Corners) {
    r.op = "upsample_bilinear2d";
    r.backward_op = "upsample_bilinear2d_backward";
  }
  return checked(r, x, output_size);
}

Tensor upsample_nearest1d(const Tensor& x, IntArrayRef output_size, optional<double> scale) {
  return upsample1d(x, output_size, Sampling::Nearest, scale);
}
Tensor upsample_nearest2d(const Tensor& x, IntArrayRef output_size, optional<double> scale_h,
                          optional<double> scale_w) {
  return upsample2d(x, output_size, Sampling::Nearest, scale_h, scale_w);
}
Tensor upsample_linear1d(const Tensor& x, IntArrayRef output_size, bool align_corners,
                         optional<double> scale) {
  return upsample1d(x, output_size, linear(align_corners), scale);
}
Tensor upsample_bilinear2d(const Tensor& x, IntArrayRef output_size, bool align_corners,
                           optional<double> scale_h, optional<double> scale_w) {
  return upsample2d(x, output_size, linear(align_corners), scale_h, scale_w);
}

}  // namespace wengert
