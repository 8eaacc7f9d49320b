// Average pooling: windows of fixed or of adapted size are the same once each output has its span.
#include "kernels/avg_pool.h"

#include "kernels/parallel.h"
#include "kernels/row_sums.h"

namespace wengert::kernels::WENGERT_ISA {

static double divisor(const Averages& a, const Span& r, const Span& c) {
  return a.divisor != 0 ? a.divisor : double(r.count) * double(c.count);
}

/// The sum over rows r and columns c of a plane.
template <class T>
static double sum(const T* x, std::int64_t width, const Span& r, const Span& c) {
  const std::int64_t n = c.end - c.begin;
  if (n == width && r.begin < r.end)
    return row_sum<Term::Value>(x + r.begin * width, (r.end - r.begin) * width);
  double s = 0;
  for (std::int64_t h = r.begin; h < r.end; ++h) {
    const T* row = x + h * width + c.begin;
    if (n >= 32)
      s += row_sum<Term::Value>(row, n);
    else
      for (std::int64_t j = 0; j < n; ++j) s += double(row[j]);
  }
  return s;
}

template <class F>
static void each_plane(std::int64_t planes, const Averages& a, F f) {
  const std::int64_t size = greatest(a.in_rows * a.in_cols, a.out_rows * a.out_cols);
  parallel_for(planes, items_per_block(size), [&](std::int64_t p, std::int64_t stop) {
    for (; p < stop; ++p)
      for (std::int64_t o = 0; o < a.out_rows; ++o)
        for (std::int64_t q = 0; q < a.out_cols; ++q)
          f(p * a.in_rows * a.in_cols, (p * a.out_rows + o) * a.out_cols + q, a.rows[o], a.cols[q]);
  });
}

template <class T>
void avg_pool(const AvgPool<T>& p) {
  each_plane(p.planes, p.a, [&](std::int64_t image, std::int64_t out, const Span& r, const Span& c) {
    p.y[out] = T(sum(p.x + image, p.a.in_cols, r, c) / divisor(p.a, r, c));
  });
}
WENGERT_FLOATING(avg_pool)

template <class T>
void avg_pool_backward(const AvgPoolBackward<T>& p) {
  each_plane(p.planes, p.a, [&](std::int64_t image, std::int64_t out, const Span& r, const Span& c) {
    const T share = T(double(p.dy[out]) / divisor(p.a, r, c));
    for (std::int64_t h = r.begin; h < r.end; ++h) {
      T* row = p.dx + image + h * p.a.in_cols;
      for (std::int64_t j = c.begin; j < c.end; ++j) row[j] += share;
    }
  });
}
WENGERT_FLOATING(avg_pool_backward)

}  // namespace wengert::kernels::WENGERT_ISA
