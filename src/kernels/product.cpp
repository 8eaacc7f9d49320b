// prod, any, all, and the running sum and product along a dimension.
#include <type_traits>

#include "kernels/parallel_reduce.h"

namespace wengert::kernels {
namespace {

// float accumulates in double; integers in unsigned, where overflow wraps.
template <class T>
using Wide = std::conditional_t<std::is_floating_point_v<T>, double, std::uint64_t>;

struct Plus {
  template <class A>
  A operator()(A a, A b) const {
    return a + b;
  }
};
struct Times {
  template <class A>
  A operator()(A a, A b) const {
    return a * b;
  }
};

template <class Op, class T>
void scan_row(const T* x, std::int64_t n, T* y, Op op) {
  auto acc = Wide<T>(y[0] = x[0]);
  for (std::int64_t j = 1; j < n; ++j) y[j] = T(acc = op(acc, Wide<T>(x[j])));
}

// Walks down a few columns together, in the order of memory.
template <class Op, class T>
void scan(const T* x, Box box, T* y, Op op) {
  constexpr std::int64_t tile = 256;
  const std::int64_t n = box.reduced, inner = box.inner, tiles = divide_up(inner, tile);
  if (n == 0) return;
  const std::int64_t grain = items_per_block(n * std::min(inner, tile));
  parallel_for(box.outer * tiles, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t t = begin; t < end; ++t) {
      const std::int64_t i = t % tiles * tile, w = std::min(tile, inner - i),
                         first = t / tiles * n * inner + i;
      Wide<T> acc[tile];
      for (std::int64_t j = 0; j < w; ++j) acc[j] = Wide<T>(y[first + j] = x[first + j]);
      for (std::int64_t at = first + inner; at < first + n * inner; at += inner)
        for (std::int64_t j = 0; j < w; ++j) y[at + j] = T(acc[j] = op(acc[j], Wide<T>(x[at + j])));
    }
  });
}

/// fold_simply for an op that also joins two of its results, and a start that changes nothing: a row is
/// folded in lanes, which do not wait for each other.
template <class Acc, class T, class R, class Op, class Finish>
void fold(const T* x, Box box, R* y, Acc start, Op op, Finish finish) {
  if (box.inner != 1) return fold_simply(x, box, y, start, op, finish);
  parallel_for(box.outer, items_per_block(box.reduced), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t o = begin; o < end; ++o) {
      constexpr std::int64_t lanes = 32;
      Acc acc[lanes];
      std::fill_n(acc, lanes, start);
      const T* p = x + o * box.reduced;
      std::int64_t r = 0;
      for (; r + lanes <= box.reduced; r += lanes)
        for (std::int64_t j = 0; j < lanes; ++j) acc[j] = op(acc[j], p[r + j]);
      for (; r < box.reduced; ++r) acc[0] = op(acc[0], p[r]);
      for (std::int64_t j = 1; j < lanes; ++j) acc[0] = op(acc[0], acc[j]);
      y[o] = finish(acc[0]);
    }
  });
}

}  // namespace

template <class T>
void prod(const T* x, Box box, T* y) {
  const auto times = [](Wide<T> a, auto b) { return a * Wide<T>(b); };
  fold<Wide<T>>(x, box, y, Wide<T>(1), times, [](Wide<T> a) { return T(a); });
}

void prod(const bool* x, Box box, std::int64_t* y) {
  fold<bool>(
      x, box, y, true, [](bool a, bool b) { return a && b; }, [](bool a) { return std::int64_t(a); });
}

template <class T>
void any(const T* x, Box box, bool* y) {
  fold<unsigned char>(
      x, box, y, 0, [](unsigned char a, auto b) { return static_cast<unsigned char>(a | (b != 0)); },
      [](unsigned char a) { return a != 0; });
}

template <class T>
void all(const T* x, Box box, bool* y) {
  fold<unsigned char>(
      x, box, y, 1, [](unsigned char a, auto b) { return static_cast<unsigned char>(a & (b != 0)); },
      [](unsigned char a) { return a != 0; });
}

template <class T>
void cumsum(const T* x, Box box, T* y) {
  scan(x, box, y, Plus{});
}
template <class T>
void cumprod(const T* x, Box box, T* y) {
  scan(x, box, y, Times{});
}

#define WENGERT_NUMBERS(X) X(float) X(double) X(std::int64_t)
#define WENGERT_INSTANTIATE(T)              \
  template void prod(const T*, Box, T*);    \
  template void cumsum(const T*, Box, T*);  \
  template void cumprod(const T*, Box, T*); \
  template void any(const T*, Box, bool*);  \
  template void all(const T*, Box, bool*);
WENGERT_NUMBERS(WENGERT_INSTANTIATE)
template void any(const bool*, Box, bool*);
template void all(const bool*, Box, bool*);

}  // namespace wengert::kernels
