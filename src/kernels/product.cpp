// prod, any, all, and the running sum and product along a dimension.
#include "kernels/parallel_reduce.h"
#include "kernels/reduce.h"

namespace wengert::kernels::WENGERT_ISA {

// float accumulates in double; integers in unsigned, where overflow wraps.
template <class T>
struct WideType {
  using type = double;
};
template <>
struct WideType<std::int64_t> {
  using type = std::uint64_t;
};
template <class T>
using Wide = typename WideType<T>::type;

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

// Walks down a few columns together, in the order of memory.
template <class Op, class T>
static void scan(const Reduce<T>& a, Op op) {
  constexpr std::int64_t tile = 256;
  const Box box = a.box;
  const T* const x = a.x;
  T* const y = a.y;
  const std::int64_t n = box.reduced, inner = box.inner, tiles = divide_up(inner, tile);
  if (n == 0) return;
  const std::int64_t grain = items_per_block(n * least(inner, tile));
  parallel_for(box.outer * tiles, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t t = begin; t < end; ++t) {
      const std::int64_t i = t % tiles * tile, w = least(tile, inner - i), first = t / tiles * n * inner + i;
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
static void fold(const T* x, Box box, R* y, Acc start, Op op, Finish finish) {
  if (box.inner != 1) return fold_simply(x, box, y, start, op, finish);
  parallel_for(box.outer, items_per_block(box.reduced), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t o = begin; o < end; ++o) {
      constexpr std::int64_t lanes = 32;
      Acc acc[lanes];
      for (Acc& s : acc) s = start;
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

template <class T>
void prod(const Reduce<T>& a) {
  const auto times = [](Wide<T> s, auto x) { return s * Wide<T>(x); };
  fold<Wide<T>>(a.x, a.box, a.y, Wide<T>(1), times, [](Wide<T> s) { return T(s); });
}
WENGERT_FLOATING(prod)
template decltype(prod<std::int64_t>) prod<std::int64_t>;

using Byte = unsigned char;  // a bool that loops become vector code with

template <class T>
void any(const Quantify<T>& a) {
  fold<Byte>(
      a.x, a.box, a.y, 0, [](Byte s, auto x) { return Byte(s | (x != 0)); }, [](Byte s) { return s != 0; });
}
WENGERT_FLOATING(any)
template decltype(any<std::int64_t>) any<std::int64_t>;
template decltype(any<bool>) any<bool>;

template <class T>
void all(const Quantify<T>& a) {
  fold<Byte>(
      a.x, a.box, a.y, 1, [](Byte s, auto x) { return Byte(s & (x != 0)); }, [](Byte s) { return s != 0; });
}
WENGERT_FLOATING(all)
template decltype(all<std::int64_t>) all<std::int64_t>;
template decltype(all<bool>) all<bool>;

template <class T>
void cumsum(const Reduce<T>& a) {
  scan(a, Plus{});
}
WENGERT_FLOATING(cumsum)
template decltype(cumsum<std::int64_t>) cumsum<std::int64_t>;

template <class T>
void cumprod(const Reduce<T>& a) {
  scan(a, Times{});
}
WENGERT_FLOATING(cumprod)
template decltype(cumprod<std::int64_t>) cumprod<std::int64_t>;

}  // namespace wengert::kernels::WENGERT_ISA
