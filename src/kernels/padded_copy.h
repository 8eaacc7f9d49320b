// What the products of a convolution share: the padded copy of x, and where the taps look at it. For kernels only.
//
// With stride 1 the copy of a channel is its plane with the padding around it: a 3 x 3 plane padded by 1,
//
//     0 0 0 0 0     and tap (i, j) of a 3 x 3 kernel sees, for all outputs p at once, the copy from place
//     0 a b c 0     offset = 5 i + j on: output (r, c) at offset + 5 r + c. Outputs lie `pitch` = 5 apart, and
//     0 d e f 0     the two too many at the end of each row are thrown away.
//     0 g h i 0
//     0 0 0 0 0
//
// With a stride s there are s x s such copies, of the places with one value of (row mod s, column mod s) each.
#pragma once
#include "kernels/convolution.h"
#include "kernels/convolution_loops.h"
#include "kernels/parallel_reduce.h"
#include "kernels/scratch.h"
#include "kernels/workspaces.h"

namespace wengert::kernels::WENGERT_ISA {

using Int = std::int64_t;

/// Elements behind the last of a copy that a vector may read.
static constexpr Int kSlack = 64;
/// Outputs of a channel computed at once, so few that they stay in the first cache.
static constexpr Int kBand = 512;
/// Between the rows of a band: a multiple of 4 KiB would put them all into the same places of the cache.
static constexpr Int kBandDistance = kBand + 64;
static constexpr Int kBandSize = 8 * kBandDistance;

static inline Int gcd(Int a, Int b) {
  while (b != 0) {
    const Int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/// Taps of one dimension by the phase that they meet: tap k is shift(k) places into the samples phase(k),
/// phase(k) + stride, ... Taps k, k + period, ... share a phase.
struct Taps {
  Window w;
  Int period, phases;
  explicit Taps(const Window& window)
      : w(window), period(w.stride / gcd(w.stride, w.dilation)), phases(least(period, w.kernel)) {}
  Int phase(Int k) const { return k * w.dilation % w.stride; }
  Int shift(Int k) const { return k * w.dilation / w.stride; }
  Int last_shift() const { return shift(w.kernel - 1); }
};

/// The padded copy of some channels: [channels, phases of rows, phases of columns, rows, pitch].
struct Copies {
  Int channels, row_phases, col_phases, rows, pitch;
  Int plane() const { return rows * pitch; }
  Int size() const { return channels * row_phases * col_phases * plane() + kSlack; }
};

/// One group of one image of x as the forward pass looks at it.
struct Looks {
  Taps rows, cols;
  Copies planes;
  Int taps;
  Scratch<Int> offset;  // [channels, rows.kernel, cols.kernel]

  explicit Looks(const ConvShape& s)
      : rows(s.rows),
        cols(s.cols),
        planes{s.in / s.groups, rows.phases, cols.phases, s.rows.out + rows.last_shift(),
               s.cols.out + cols.last_shift()},
        taps(planes.channels * s.rows.kernel * s.cols.kernel),
        offset(taps) {
    Int k = 0;
    for (Int c = 0; c < planes.channels; ++c)
      for (Int i = 0; i < s.rows.kernel; ++i)
        for (Int j = 0; j < s.cols.kernel; ++j) {
          const Int plane = (c * rows.phases + i % rows.period) * cols.phases + j % cols.period;
          offset[k++] = plane * planes.plane() + rows.shift(i) * planes.pitch + cols.shift(j);
        }
  }

  /// y is zeros, or the copy of another image.
  template <class T>
  void copy(const T* x, T* y) const {
    const Int in_rows = rows.w.in, in_cols = cols.w.in;
    for (Int c = 0; c < planes.channels; ++c, x += in_rows * in_cols)
      for (Int i = 0; i < rows.phases; ++i)
        for (Int j = 0; j < cols.phases; ++j, y += planes.plane())
          sample(x, in_rows, in_cols, {rows.phase(i) - rows.w.padding, rows.w.stride, planes.rows},
                 {cols.phase(j) - cols.w.padding, cols.w.stride, planes.pitch}, y);
  }
};

/// Rows for product(): as many as it takes, then powers of two.
static inline Int rows_of_block(Int left) {
  Int rows = kRows;
  while (rows > left) rows /= 2;
  return rows;
}

/// f(memory) with one of the workspaces.
template <class T, class F>
static void lend(Workspaces& workspaces, F f) {
  void* memory = workspaces.take();
  f(static_cast<T*>(memory));
  workspaces.give_back(memory);
}

}  // namespace wengert::kernels::WENGERT_ISA
