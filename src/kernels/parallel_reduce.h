// Long folds are cut into pieces at borders that depend on the shape alone: pieces may run on several
// threads, and their results are joined in order, so that every number of threads gives the same bits.
#pragma once
#include <cstdint>

#include "kernels/parallel.h"
#include "kernels/reduce.h"
#include "kernels/scratch.h"

namespace wengert::kernels::WENGERT_ISA {

/// Rows that a float accumulator takes in before it is emptied into a double.
static constexpr std::int64_t kShortRows = 64;

/// Rows of one piece when rows * cols elements are cut into `want` pieces or fewer, none below the grain.
static inline std::int64_t rows_per_piece(std::int64_t rows, std::int64_t cols, std::int64_t want = 16) {
  const std::int64_t pieces = greatest(1, least(rows * cols / (kCheapGrain / 2), want));
  return greatest(kShortRows, divide_up(divide_up(rows, pieces), kShortRows) * kShortRows);
}

/// K sums down the columns of `outer` matrices [rows, width]: add(o, r, n, i, w, acc) adds the terms of rows
/// r .. r + n, columns i .. i + w of matrix o to acc[k][0..w). Gives the totals as [K][outer * width].
template <int K, class T, class Add>
static inline Scratch<double> fold_columns(std::int64_t outer, std::int64_t rows, std::int64_t width,
                                           Add add) {
  constexpr std::int64_t tile = 1024;
  const std::int64_t tiles = divide_up(width, tile), columns = outer * width;
  const std::int64_t piece = rows_per_piece(rows, least(width, tile), outer * tiles >= 16 ? 1 : 16);
  const std::int64_t pieces = greatest(1, divide_up(rows, piece));
  Scratch<double> totals(pieces * K * columns);
  const auto run = [&](std::int64_t begin, std::int64_t end) {
    T acc[K][tile];
    for (std::int64_t task = begin; task < end; ++task) {
      const std::int64_t p = task % pieces, t = task / pieces % tiles, o = task / pieces / tiles;
      const std::int64_t i = t * tile, w = least(tile, width - i), stop = least(rows, (p + 1) * piece);
      for (std::int64_t r = p * piece; r < stop; r += kShortRows) {
        for (int k = 0; k < K; ++k)
          for (std::int64_t j = 0; j < w; ++j) acc[k][j] = 0;
        add(o, r, least(kShortRows, stop - r), i, w, acc);
        for (int k = 0; k < K; ++k) {
          double* total = totals.data() + ((p * K + k) * columns + o * width + i);
          for (std::int64_t j = 0; j < w; ++j) total[j] += double(acc[k][j]);
        }
      }
    }
  };
  parallel_for(outer * tiles * pieces, items_per_block(least(rows, piece) * least(width, tile)), run);
  for (std::int64_t p = 1; p < pieces; ++p)
    for (std::int64_t j = 0; j < K * columns; ++j) totals[j] += totals[p * K * columns + j];
  return totals;
}

/// K sums along `outer` rows of n elements: add(o, j, n, s) adds the terms of elements j .. j + n of row o to
/// s[0..K). Gives the totals as [outer][K].
template <int K, class Add>
static inline Scratch<double> fold_rows(std::int64_t outer, std::int64_t n, Add add) {
  const std::int64_t piece = outer >= 16 || n <= 2 * kCheapGrain ? greatest(1, n) : kCheapGrain;
  const std::int64_t pieces = greatest(1, divide_up(n, piece));
  Scratch<double> totals(outer * pieces * K);
  parallel_for(outer * pieces, items_per_block(piece), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t t = begin; t < end; ++t) {
      const std::int64_t j = t % pieces * piece;
      add(t / pieces, j, least(piece, n - j), totals.data() + t * K);
    }
  });
  if (pieces == 1) return totals;
  Scratch<double> joined(outer * K);
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t p = 0; p < pieces; ++p)
      for (int k = 0; k < K; ++k) joined[o * K + k] += totals[(o * pieces + p) * K + k];
  return joined;
}

/// y[o, i] = finish(op(... op(op(start, x[o, 0, i]), x[o, 1, i]) ..., x[o, reduced - 1, i])): for folds that
/// are rare, or exact in any order.
template <class Acc, class T, class R, class Op, class Finish>
static inline void fold_simply(const T* x, Box box, R* y, Acc start, Op op, Finish finish) {
  constexpr std::int64_t tile = 256;
  const std::int64_t tiles = divide_up(box.inner, tile);
  const auto run = [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t task = begin; task < end; ++task) {
      const std::int64_t o = task / tiles, i = task % tiles * tile, w = least(tile, box.inner - i);
      const T* p = x + o * box.reduced * box.inner + i;
      Acc acc[tile];
      if (w == 1) {
        Acc a = start;
        for (std::int64_t r = 0; r < box.reduced; ++r) a = op(a, p[r * box.inner]);
        acc[0] = a;
      } else {
        for (std::int64_t j = 0; j < w; ++j) acc[j] = start;
        for (std::int64_t r = 0; r < box.reduced; ++r, p += box.inner)
          for (std::int64_t j = 0; j < w; ++j) acc[j] = op(acc[j], p[j]);
      }
      for (std::int64_t j = 0; j < w; ++j) y[o * box.inner + i + j] = finish(acc[j]);
    }
  };
  parallel_for(box.outer * tiles, items_per_block(box.reduced * least(box.inner, tile)), run);
}

}  // namespace wengert::kernels::WENGERT_ISA
