// Kernels that move values: choice, conversion, transposition.
#include "kernels/isa/run.h"

namespace wengert::kernels::WENGERT_ISA {
namespace {

/// Values that are only moved are integers of their size.
using Byte = std::uint8_t;
using Word = std::uint32_t;
using Long = std::uint64_t;

struct where : Vector {
  template <class T>
  static T f(bool condition, T a, T b) {
    return condition ? a : b;
  }
};

template <class To>
struct cast : Vector {
  template <Any From>
  static To f(From x) {
    if constexpr (Same<To, bool>) {
      return x != 0;
    } else if constexpr (Same<To, std::int64_t> && Floating<From>) {
      return to_int64(x);
    } else {
      return static_cast<To>(x);
    }
  }
};

template <class To, class From>
constexpr RunFunction run_cast = &run<cast<To>, To, To, From>;
template <class T>
constexpr RunFunction run_where = &run<where, T, T, bool, T, T>;

/// y[r ys + c] = x[c xs + r] for a square of kTile lines: each line of x is read once, each line of y written
/// once.
constexpr std::int64_t kTile = 16;
template <class T>
void transpose_tile(T* y, std::int64_t ys, const T* x, std::int64_t xs) {
  T t[kTile][kTile];
  for (std::int64_t c = 0; c < kTile; ++c)
    for (std::int64_t r = 0; r < kTile; ++r) t[r][c] = x[c * xs + r];
  for (std::int64_t r = 0; r < kTile; ++r)
    for (std::int64_t c = 0; c < kTile; ++c) y[r * ys + c] = t[r][c];
}

/// Tiles in blocks of which both sides stay in the cache and in few enough pages.
template <class T>
void transpose(char* y_bytes, std::int64_t ys, const char* x_bytes, std::int64_t xs, std::int64_t rows,
               std::int64_t cols) {
  constexpr std::int64_t block = 8 * kTile;
  const auto end = [](std::int64_t begin, std::int64_t step, std::int64_t n) {
    return n - begin < step ? n : begin + step;
  };
  T* const y = reinterpret_cast<T*>(y_bytes);
  const T* const x = reinterpret_cast<const T*>(x_bytes);
  for (std::int64_t cb = 0; cb < cols; cb += block) {
    for (std::int64_t rb = 0; rb < rows; rb += block) {
      for (std::int64_t r = rb; r < end(rb, block, rows); r += kTile) {
        for (std::int64_t c = cb; c < end(cb, block, cols); c += kTile) {
          if (rows - r >= kTile && cols - c >= kTile) {
            transpose_tile(y + r * ys + c, ys, x + c * xs + r, xs);
          } else {
            for (std::int64_t i = r; i < end(r, kTile, rows); ++i)
              for (std::int64_t j = c; j < end(c, kTile, cols); ++j) y[i * ys + j] = x[j * xs + i];
          }
        }
      }
    }
  }
}

}  // namespace

extern constexpr MoveTable move_table = {
    {run_where<Byte>, run_where<Long>, run_where<Word>, run_where<Long>},
    {{run_cast<bool, bool>, run_cast<bool, std::int64_t>, run_cast<bool, float>, run_cast<bool, double>},
     {run_cast<std::int64_t, bool>, run_cast<std::int64_t, std::int64_t>, run_cast<std::int64_t, float>,
      run_cast<std::int64_t, double>},
     {run_cast<float, bool>, run_cast<float, std::int64_t>, run_cast<float, float>, run_cast<float, double>},
     {run_cast<double, bool>, run_cast<double, std::int64_t>, run_cast<double, float>,
      run_cast<double, double>}},
    {transpose<Byte>, transpose<Long>, transpose<Word>, transpose<Long>}};

}  // namespace wengert::kernels::WENGERT_ISA
