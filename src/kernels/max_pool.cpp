// Max pooling. A row of outputs is made tap by tap: for one element of the window, the outputs for which it
// lies inside the image are a range, and over that the loop has no conditions.
#include "kernels/max_pool.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include "kernels/parallel.h"

namespace wengert::kernels {
namespace {

/// a / b rounded up, for b > 0.
std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return a / b + (a % b > 0 ? 1 : 0); }

/// An element of the window that output o in [begin, end) sees at o stride + offset.
struct Tap {
  std::int64_t offset, begin, end;
};

/// All taps that some output sees, in order. Skips those between the images of a wide padding, of which there
/// may be billions.
std::vector<Tap> taps(const Window& w) {
  std::vector<Tap> list;
  for (std::int64_t k = 0; k < w.kernel;) {
    const std::int64_t offset = k * w.dilation - w.padding;
    const std::int64_t begin = std::max<std::int64_t>(0, ceil_div(-offset, w.stride));
    const std::int64_t end = std::min(w.out, ceil_div(w.in - offset, w.stride));
    if (begin < end) {
      list.push_back({offset, begin, end});
      ++k;
    } else if (begin == 0) {
      break;  // beyond the last place even for the first output
    } else {
      const std::int64_t last = std::min(begin, w.out) - 1;  // the last output that is still before place 0
      k = std::max(k + 1, ceil_div(w.padding - last * w.stride, w.dilation));
    }
  }
  return list;
}

/// The first place in [0, in) that each output sees, or -1.
std::vector<std::int64_t> first_places(const Window& w) {
  std::vector<std::int64_t> first(static_cast<std::size_t>(w.out), -1);
  std::int64_t o = 0;
  for (std::int64_t& f : first) {
    const std::int64_t start = o++ * w.stride - w.padding;
    const std::int64_t k = start < 0 ? ceil_div(-start, w.dilation) : 0;
    if (k < w.kernel && start + k * w.dilation < w.in) f = start + k * w.dilation;
  }
  return first;
}

/// Takes x[0], x[stride], ... into best where they are larger; P is an integer as wide as T.
template <int fixed_stride, bool with_place, class T, class P>
void take_every(const T* x, std::int64_t stride, std::int64_t n, P place, T* best, P* places) {
  const std::int64_t step = fixed_stride ? fixed_stride : stride;
  for (std::int64_t j = 0; j < n; ++j) {
    const T v = x[j * step];
    const bool larger = int(v > best[j]) | int(v != v);
    best[j] = larger ? v : best[j];
    if constexpr (with_place) places[j] = larger ? place : places[j];
  }
}
template <bool with_place, class T, class P>
void take(const T* x, std::int64_t stride, std::int64_t n, P place, T* best, P* places) {
  const auto f = stride == 1   ? take_every<1, with_place, T, P>
                 : stride == 2 ? take_every<2, with_place, T, P>
                               : take_every<0, with_place, T, P>;
  f(x, stride, n, place, best, places);
}

constexpr std::int64_t kTile = 256;  // outputs of a row at a time

template <bool with_place, class P, class T>
void pool_planes(const T* x, std::int64_t planes, const Window& rows, const Window& cols, T* y,
                 std::int64_t* out) {
  const std::vector<Tap> col_taps = taps(cols);
  const std::vector<std::int64_t> first_row = first_places(rows), first_col = first_places(cols);
  parallel_for(planes, items_per_block(rows.in * cols.in), [&](std::int64_t plane, std::int64_t stop) {
    T best[kTile];
    P places[kTile];  // the place - j stride, for j counted inside the tile
    for (; plane < stop; ++plane)
      for (std::int64_t o = 0; o < rows.out; ++o) {
        const T* image = x + plane * rows.in * cols.in;
        const std::int64_t first = first_row[std::size_t(o)];
        const std::int64_t last =
            std::min(rows.in - 1, o * rows.stride - rows.padding + (rows.kernel - 1) * rows.dilation);
        for (std::int64_t t = 0; t < cols.out; t += kTile) {
          const std::int64_t n = std::min(kTile, cols.out - t);
          const std::int64_t* first_in_tile = first_col.data() + t;
          for (std::int64_t j = 0; j < n; ++j) {
            best[j] = -std::numeric_limits<T>::infinity();
            if (with_place) places[j] = P(first * cols.in + first_in_tile[j] - j * cols.stride);
          }
          for (std::int64_t h = first; h >= 0 && h <= last; h += rows.dilation)
            for (const Tap& tap : col_taps) {
              const std::int64_t begin = std::max(tap.begin, t), end = std::min(tap.end, t + n);
              if (begin >= end) continue;
              const std::int64_t origin = h * cols.in + t * cols.stride + tap.offset, j = begin - t;
              take<with_place>(image + origin + j * cols.stride, cols.stride, end - begin, P(origin),
                               best + j, places + j);
            }
          const std::int64_t at = (plane * rows.out + o) * cols.out + t;
          std::copy_n(best, n, y + at);
          if (with_place)
            for (std::int64_t j = 0; j < n; ++j)
              out[at + j] = first < 0 || first_in_tile[j] < 0 ? -1 : places[j] + j * cols.stride;
        }
      }
  });
}

}  // namespace

template <class T>
void max_pool(const T* x, std::int64_t planes, const Window& rows, const Window& cols, T* y,
              std::int64_t* places) {
  using Narrow = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  const std::int64_t far = rows.in * cols.in + kTile * cols.stride;  // no place - j stride is farther from 0
  if (!places)
    pool_planes<false, Narrow>(x, planes, rows, cols, y, places);
  else if (far <= std::numeric_limits<Narrow>::max())
    pool_planes<true, Narrow>(x, planes, rows, cols, y, places);
  else
    pool_planes<true, std::int64_t>(x, planes, rows, cols, y, places);
}

template <class T>
void max_pool_backward(const T* dy, const std::int64_t* places, std::int64_t planes, std::int64_t outputs,
                       std::int64_t inputs, T* dx) {
  parallel_for(planes, items_per_block(std::max(inputs, outputs)), [&](std::int64_t p, std::int64_t stop) {
    for (; p < stop; ++p)
      for (std::int64_t j = p * outputs; j < (p + 1) * outputs; ++j)
        if (places[j] >= 0) dx[p * inputs + places[j]] += dy[j];
  });
}

#define WENGERT_INSTANTIATE(T)                                                                             \
  template void max_pool(const T*, std::int64_t, const Window&, const Window&, T*, std::int64_t*);         \
  template void max_pool_backward(const T*, const std::int64_t*, std::int64_t, std::int64_t, std::int64_t, \
                                  T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels
