// max, min and their places. The first of equal elements wins; the first NaN wins over everything.
#include <type_traits>

#include "kernels/parallel_reduce.h"
#include "kernels/isa.h"
#include "kernels/isa/rows.h"

namespace wengert::kernels {
namespace {

template <class T>
bool is_nan(T x) {
  return x != x;
}

template <bool largest, class T>
bool better(T x, T best) {
  return (largest ? x > best : x < best) || (is_nan(x) && !is_nan(best));
}

template <class T>
struct Extreme {
  T value;
  std::int64_t index;
};

/// The first place of value (or of a NaN, when value is one) in x, which has it. Skips what has it not 64 at
/// a time.
template <class T>
std::int64_t find(const T* x, std::int64_t n, T value) {
  const auto hit = [&](T v) { return int(v == value) | (int(is_nan(value)) & int(is_nan(v))); };
  std::int64_t i = 0;
  for (; i + 64 <= n; i += 64) {
    int hits = 0;
    for (std::int64_t j = i; j < i + 64; ++j) hits |= hit(x[j]);
    if (hits) break;
  }
  while (!hit(x[i])) ++i;
  return i;
}

/// The extreme of x[0..n), n >= 1. Looks for the value in blocks, then for its place in the one block that
/// has it.
template <bool largest, class T>
Extreme<T> in_row(const T* x, std::int64_t n, bool want_index) {
  if constexpr (std::is_floating_point_v<T>) {
    const ExtremesTable<T>& table = WENGERT_BEST(extremes_table<T>);
    const auto extreme = largest ? table.max : table.min;
    constexpr std::int64_t block = 4096;
    Extreme<T> best{x[0], 0};
    for (std::int64_t j = 0; j < n; j += block) {
      const T value = extreme(x + j, std::min(block, n - j));
      if (better<largest>(value, best.value)) best = {value, j};
    }
    if (want_index) best.index += find(x + best.index, std::min(block, n - best.index), best.value);
    return best;
  } else {
    Extreme<T> best{x[0], 0};
    for (std::int64_t j = 1; j < n; ++j)
      if (better<largest>(x[j], best.value)) best = {x[j], j};
    return best;
  }
}

template <bool largest, class T>
void rows(const T* x, Box box, T* y, std::int64_t* index) {
  const std::int64_t n = box.reduced, piece = box.outer >= 16 ? n : std::min(n, kCheapGrain);
  const std::int64_t pieces = divide_up(n, piece);
  std::vector<Extreme<T>> found(std::size_t(box.outer * pieces));
  parallel_for(box.outer * pieces, items_per_block(piece), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t t = begin; t < end; ++t) {
      const std::int64_t j = t % pieces * piece;
      Extreme<T> e = in_row<largest>(x + t / pieces * n + j, std::min(piece, n - j), index != nullptr);
      found[std::size_t(t)] = {e.value, e.index + j};
    }
  });
  for (std::int64_t o = 0; o < box.outer; ++o) {
    Extreme<T> best = found[std::size_t(o * pieces)];
    for (std::int64_t p = 1; p < pieces; ++p)
      if (const Extreme<T>& e = found[std::size_t(o * pieces + p)]; better<largest>(e.value, best.value))
        best = e;
    if (y) y[o] = best.value;
    if (index) index[o] = best.index;
  }
}

template <bool largest, class T>
void columns(const T* x, Box box, T* y, std::int64_t* index) {
  constexpr std::int64_t tile = 256;
  const std::int64_t tiles = divide_up(box.inner, tile);
  const std::int64_t grain = items_per_block(box.reduced * std::min(box.inner, tile));
  parallel_for(box.outer * tiles, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t t = begin; t < end; ++t) {
      const std::int64_t o = t / tiles, i = t % tiles * tile, w = std::min(tile, box.inner - i);
      const T* p = x + o * box.reduced * box.inner + i;
      T best[tile];
      std::int64_t place[tile] = {};
      std::copy_n(p, w, best);
      for (std::int64_t r = 1; r < box.reduced; ++r) {
        p += box.inner;
        for (std::int64_t j = 0; j < w; ++j) {
          const bool take = better<largest>(p[j], best[j]);
          best[j] = take ? p[j] : best[j];
          place[j] = take ? r : place[j];
        }
      }
      if (y) std::copy_n(best, w, y + o * box.inner + i);
      if (index) std::copy_n(place, w, index + o * box.inner + i);
    }
  });
}

template <bool largest, class T>
void extremes(const T* x, Box box, T* y, std::int64_t* index) {
  if (box.out_size() == 0 || box.reduced == 0) return;
  box.inner == 1 ? rows<largest>(x, box, y, index) : columns<largest>(x, box, y, index);
}

}  // namespace

template <class T>
void max(const T* x, Box box, T* y, std::int64_t* index) {
  extremes<true>(x, box, y, index);
}
template <class T>
void min(const T* x, Box box, T* y, std::int64_t* index) {
  extremes<false>(x, box, y, index);
}

#define WENGERT_INSTANTIATE(T)                         \
  template void max(const T*, Box, T*, std::int64_t*); \
  template void min(const T*, Box, T*, std::int64_t*);
WENGERT_INSTANTIATE(bool)
WENGERT_INSTANTIATE(std::int64_t)
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels
