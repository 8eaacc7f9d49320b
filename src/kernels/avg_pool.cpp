// Average pooling: windows of fixed or of adapted size are the same once each output has its span.
#include "kernels/parallel_reduce.h"
#include "kernels/isa.h"
#include "kernels/isa/rows.h"
#include "kernels/pool.h"

namespace wengert::kernels {
namespace {

double divisor(const Averages& a, const Span& r, const Span& c) {
  return a.divisor != 0 ? a.divisor : double(r.count) * double(c.count);
}

/// The sum over rows r and columns c of a plane.
template <class T>
double sum(const T* x, std::int64_t width, const Span& r, const Span& c) {
  const std::int64_t n = c.end - c.begin;
  const auto row_sum = WENGERT_BEST(sum_table<T>).row[int(Term::Value)];
  if (n == width && r.begin < r.end) return row_sum(x + r.begin * width, (r.end - r.begin) * width);
  double s = 0;
  for (std::int64_t h = r.begin; h < r.end; ++h) {
    const T* row = x + h * width + c.begin;
    if (n >= 32)
      s += row_sum(row, n);
    else
      for (std::int64_t j = 0; j < n; ++j) s += double(row[j]);
  }
  return s;
}

template <class F>
void each_plane(std::int64_t planes, const Averages& a, F f) {
  const std::int64_t size = std::max(a.in_rows * a.in_cols, a.out_rows * a.out_cols);
  parallel_for(planes, items_per_block(size), [&](std::int64_t p, std::int64_t stop) {
    for (; p < stop; ++p)
      for (std::int64_t o = 0; o < a.out_rows; ++o)
        for (std::int64_t q = 0; q < a.out_cols; ++q)
          f(p * a.in_rows * a.in_cols, (p * a.out_rows + o) * a.out_cols + q, a.rows[o], a.cols[q]);
  });
}

}  // namespace

template <class T>
void avg_pool(const T* x, std::int64_t planes, const Averages& a, T* y) {
  each_plane(planes, a, [&](std::int64_t image, std::int64_t out, const Span& r, const Span& c) {
    y[out] = T(sum(x + image, a.in_cols, r, c) / divisor(a, r, c));
  });
}

template <class T>
void avg_pool_backward(const T* dy, std::int64_t planes, const Averages& a, T* dx) {
  each_plane(planes, a, [&](std::int64_t image, std::int64_t out, const Span& r, const Span& c) {
    const T share = T(double(dy[out]) / divisor(a, r, c));
    for (std::int64_t h = r.begin; h < r.end; ++h) {
      T* row = dx + image + h * a.in_cols;
      for (std::int64_t j = c.begin; j < c.end; ++j) row[j] += share;
    }
  });
}

#define WENGERT_INSTANTIATE(T)                                         \
  template void avg_pool(const T*, std::int64_t, const Averages&, T*); \
  template void avg_pool_backward(const T*, std::int64_t, const Averages&, T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels
