// Resizing of images: every output is a mix of up to two rows and two columns.
#include "kernels/resize.h"

#include <algorithm>

#include "kernels/parallel.h"

namespace wengert::kernels {
namespace {

/// f(plane, output row) for all.
template <class F>
void each_row(std::int64_t planes, const Resizing& r, F f) {
  const std::int64_t size = std::max(r.in_rows * r.in_cols, r.out_rows * r.out_cols);
  parallel_for(planes, items_per_block(size), [&](std::int64_t p, std::int64_t stop) {
    for (; p < stop; ++p)
      for (std::int64_t o = 0; o < r.out_rows; ++o) f(p, o);
  });
}

/// A mix of one alone is no product with 0, which would make NaN of an infinite neighbour.
template <class T>
T mix(const Mix& m, T low, T high) {
  return m.low == m.high ? low : T(1 - T(m.share)) * low + T(m.share) * high;
}

}  // namespace

template <class T>
void resize(const T* x, std::int64_t planes, const Resizing& r, T* y) {
  each_row(planes, r, [&](std::int64_t p, std::int64_t o) {
    const Mix& m = r.rows[o];
    const T* image = x + p * r.in_rows * r.in_cols;
    const T *low = image + m.low * r.in_cols, *high = image + m.high * r.in_cols;
    T* out = y + (p * r.out_rows + o) * r.out_cols;
    for (std::int64_t q = 0; q < r.out_cols; ++q) {
      const Mix& c = r.cols[q];
      out[q] = mix(m, mix(c, low[c.low], low[c.high]), mix(c, high[c.low], high[c.high]));
    }
  });
}

template <class T>
void resize_backward(const T* dy, std::int64_t planes, const Resizing& r, T* dx) {
  each_row(planes, r, [&](std::int64_t p, std::int64_t o) {
    const Mix& m = r.rows[o];
    T* image = dx + p * r.in_rows * r.in_cols;
    const auto add = [&](std::int64_t row, T share) {
      T* to = image + row * r.in_cols;
      const T* from = dy + (p * r.out_rows + o) * r.out_cols;
      for (std::int64_t q = 0; q < r.out_cols; ++q) {
        const Mix& c = r.cols[q];
        const T g = share * from[q];
        to[c.low] += c.low == c.high ? g : T(1 - T(c.share)) * g;
        if (c.low != c.high) to[c.high] += T(c.share) * g;
      }
    };
    add(m.low, m.low == m.high ? T(1) : T(1 - T(m.share)));
    if (m.low != m.high) add(m.high, T(m.share));
  });
}

#define WENGERT_INSTANTIATE(T)                                       \
  template void resize(const T*, std::int64_t, const Resizing&, T*); \
  template void resize_backward(const T*, std::int64_t, const Resizing&, T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels
