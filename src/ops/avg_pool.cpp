// Average pooling over windows of a fixed size, or over parts of the image ("adaptive"):
//
//   y[o] = (sum over the places p of o's window of x[p]) / count(o)
//
// This is linear in x, so the gradient is the transposed map (each dx[p] gets dy[o] / count(o) from every
// window that sees it), and the gradient of that is the pooling itself.
#include <vector>

#include "autograd/record.h"
#include "kernels/avg_pool.h"
#include "ops/pool_window.h"
#include "tensor/dense.h"
#include "tensor/dispatch.h"
#include "wengert/ops/avg_pool.h"
#include "wengert/ops/creation.h"

namespace wengert {

using autograd::record;
using kernels::Span;
using kernels::Window;

namespace {

/// A pooling as its nodes keep it.
struct Pooling {
  const char *op, *backward_op;
  int dims;
  bool adaptive = false;
  std::array<Window, 2> windows{};  // adaptive: in and out only
  bool count_include_pad = true;
  std::int64_t divisor = 0;
};

std::vector<Span> spans(const Pooling& pooling, const Window& w) {
  std::vector<Span> list;
  for (std::int64_t o = 0; o < w.out; ++o) {
    if (pooling.adaptive) {
      const std::int64_t begin = o * w.in / w.out, end = ((o + 1) * w.in + w.out - 1) / w.out;
      list.push_back({begin, end, end - begin});
    } else {
      const std::int64_t begin = o * w.stride - w.padding, end = std::min(begin + w.kernel, w.in + w.padding);
      const Span inside{std::max<std::int64_t>(begin, 0), std::min(end, w.in), 0};
      list.push_back(
          {inside.begin, inside.end, pooling.count_include_pad ? end - begin : inside.end - inside.begin});
    }
  }
  return list;
}

/// Calls f with the spans of both dimensions.
template <class F>
void with_averages(const Pooling& pooling, F f) {
  const auto& [rows, cols] = pooling.windows;
  const std::vector<Span> row_spans = spans(pooling, rows), col_spans = spans(pooling, cols);
  f(kernels::Averages{row_spans.data(), col_spans.data(), rows.in, cols.in, rows.out, cols.out,
                      double(pooling.divisor)});
}

Tensor spread(const Pooling& pooling, const Tensor& dy);

Tensor averaged(const Pooling& pooling, const Tensor& x) {
  const auto& [rows, cols] = pooling.windows;
  const Tensor y = make_tensor(resized(x.impl()->sizes, pooling.dims, {rows.out, cols.out}), x.dtype());
  const Tensor dense_x = dense(x);
  if (y.numel() > 0)
    with_averages(pooling, [&](const kernels::Averages& averages) {
      dispatch_floating(pooling.op, x.dtype(), [&]<class T>(T) {
        kernels::avg_pool<T>({elements<const T>(dense_x), y.numel() / (averages.out_rows * averages.out_cols),
                              averages, elements<T>(y)});
      });
    });
  return record(pooling.op, y, {x}, [pooling](const Tensor& dy) { return spread(pooling, dy); });
}

Tensor spread(const Pooling& pooling, const Tensor& dy) {
  const auto& [rows, cols] = pooling.windows;
  const Tensor dx = zeros(resized(dy.impl()->sizes, pooling.dims, {rows.in, cols.in}), dy.dtype());
  const Tensor dense_dy = dense(dy);
  if (dy.numel() > 0)
    with_averages(pooling, [&](const kernels::Averages& averages) {
      dispatch_floating(pooling.op, dy.dtype(), [&]<class T>(T) {
        kernels::avg_pool_backward<T>({elements<const T>(dense_dy),
                                       dy.numel() / (averages.out_rows * averages.out_cols), averages,
                                       elements<T>(dx)});
      });
    });
  return record(pooling.backward_op, dx, {dy},
                [pooling](const Tensor& ddx) { return averaged(pooling, ddx); });
}

Tensor adaptive(const char* op, const char* backward_op, int dims, const Tensor& x, IntArrayRef output_size) {
  const Images images(op, x, dims);
  if (output_size.size() != std::size_t(dims) && output_size.size() != 1)
    fail("{}: output_size has {} values, wants {}", op, output_size.size(), dims);
  Pooling pooling{op, backward_op, dims, true};
  const Pair out = pair(op, "output_size", output_size, dims, 1);
  for (std::size_t i = 0; i < 2; ++i) {
    if (out[i] < 0) fail("{}: output_size {} is negative", op, out[i]);
    pooling.windows[i].in = images.size[i];
    pooling.windows[i].out = out[i];
  }
  return averaged(pooling, x);
}

Pooling fixed(const char* op, const char* backward_op, int dims, const Tensor& x, IntArrayRef kernel_size,
              IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad) {
  const Images images(op, x, dims);
  return {op,
          backward_op,
          dims,
          false,
          windows(op, images.size, dims, kernel_size, stride, padding, 1, ceil_mode),
          count_include_pad};
}

}  // namespace

Tensor avg_pool1d(const Tensor& x, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad) {
  return averaged(fixed("avg_pool1d", "avg_pool1d_backward", 1, x, kernel_size, stride, padding, ceil_mode,
                        count_include_pad),
                  x);
}
Tensor avg_pool2d(const Tensor& x, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad, optional<std::int64_t> divisor_override) {
  Pooling pooling = fixed("avg_pool2d", "avg_pool2d_backward", 2, x, kernel_size, stride, padding, ceil_mode,
                          count_include_pad);
  if (divisor_override == 0) fail("avg_pool2d: divisor_override is 0");
  pooling.divisor = divisor_override.value_or(0);
  return averaged(pooling, x);
}
Tensor adaptive_avg_pool1d(const Tensor& x, IntArrayRef output_size) {
  return adaptive("adaptive_avg_pool1d", "adaptive_avg_pool1d_backward", 1, x, output_size);
}
Tensor adaptive_avg_pool2d(const Tensor& x, IntArrayRef output_size) {
  return adaptive("adaptive_avg_pool2d", "adaptive_avg_pool2d_backward", 2, x, output_size);
}

}  // namespace wengert
