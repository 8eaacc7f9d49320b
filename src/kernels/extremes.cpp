// max, min and their places. The first of equal elements wins; the first NaN wins over everything.
#include "kernels/parallel_reduce.h"
#include "kernels/reduce.h"
#include "kernels/simd.h"

namespace wengert::kernels::WENGERT_ISA {

template <class T>
static bool is_nan(T x) {
  return x != x;
}

template <bool largest, class T>
static bool better(T x, T best) {
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
static std::int64_t find(const T* x, std::int64_t n, T value) {
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
static Extreme<T> in_row(const T* x, std::int64_t n, bool want_index) {
  if constexpr (!__is_same(T, bool) && !__is_same(T, std::int64_t)) {
    constexpr std::int64_t block = 4096;
    Extreme<T> best{x[0], 0};
    for (std::int64_t j = 0; j < n; j += block) {
      const std::int64_t size = least(block, n - j);
      const T value = largest ? extreme<Larger>(x + j, size) : extreme<Smaller>(x + j, size);
      if (better<largest>(value, best.value)) best = {value, j};
    }
    if (want_index) best.index += find(x + best.index, least(block, n - best.index), best.value);
    return best;
  } else {
    Extreme<T> best{x[0], 0};
    for (std::int64_t j = 1; j < n; ++j)
      if (better<largest>(x[j], best.value)) best = {x[j], j};
    return best;
  }
}

template <bool largest, class T>
static void rows(const T* x, Box box, T* y, std::int64_t* index) {
  const std::int64_t n = box.reduced, piece = box.outer >= 16 ? n : least(n, kCheapGrain);
  const std::int64_t pieces = divide_up(n, piece);
  const Scratch<Extreme<T>> found(box.outer * pieces);
  parallel_for(box.outer * pieces, items_per_block(piece), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t t = begin; t < end; ++t) {
      const std::int64_t j = t % pieces * piece;
      Extreme<T> e = in_row<largest>(x + t / pieces * n + j, least(piece, n - j), index != nullptr);
      found[t] = {e.value, e.index + j};
    }
  });
  for (std::int64_t o = 0; o < box.outer; ++o) {
    Extreme<T> best = found[o * pieces];
    for (std::int64_t p = 1; p < pieces; ++p)
      if (const Extreme<T>& e = found[o * pieces + p]; better<largest>(e.value, best.value)) best = e;
    if (y) y[o] = best.value;
    if (index) index[o] = best.index;
  }
}

template <bool largest, class T>
static void columns(const T* x, Box box, T* y, std::int64_t* index) {
  constexpr std::int64_t tile = 256;
  const std::int64_t tiles = divide_up(box.inner, tile);
  const std::int64_t grain = items_per_block(box.reduced * least(box.inner, tile));
  parallel_for(box.outer * tiles, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t t = begin; t < end; ++t) {
      const std::int64_t o = t / tiles, i = t % tiles * tile, w = least(tile, box.inner - i);
      const T* p = x + o * box.reduced * box.inner + i;
      T best[tile];
      std::int64_t place[tile] = {};
      for (std::int64_t j = 0; j < w; ++j) best[j] = p[j];
      for (std::int64_t r = 1; r < box.reduced; ++r) {
        p += box.inner;
        for (std::int64_t j = 0; j < w; ++j) {
          const bool take = better<largest>(p[j], best[j]);
          best[j] = take ? p[j] : best[j];
          place[j] = take ? r : place[j];
        }
      }
      for (std::int64_t j = 0; y && j < w; ++j) y[o * box.inner + i + j] = best[j];
      for (std::int64_t j = 0; index && j < w; ++j) index[o * box.inner + i + j] = place[j];
    }
  });
}

template <bool largest, class T>
static void extremes(const Extremes<T>& a) {
  if (a.box.outer * a.box.inner == 0 || a.box.reduced == 0) return;
  (a.box.inner == 1 ? rows<largest, T> : columns<largest, T>)(a.x, a.box, a.y, a.index);
}

template <class T>
void max(const Extremes<T>& a) {
  extremes<true>(a);
}
WENGERT_FLOATING(max)
template decltype(max<std::int64_t>) max<std::int64_t>;
template decltype(max<bool>) max<bool>;

template <class T>
void min(const Extremes<T>& a) {
  extremes<false>(a);
}
WENGERT_FLOATING(min)
template decltype(min<std::int64_t>) min<std::int64_t>;
template decltype(min<bool>) min<bool>;

}  // namespace wengert::kernels::WENGERT_ISA
