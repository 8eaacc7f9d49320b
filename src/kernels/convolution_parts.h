// What the products of a convolution share: the padded copy of x, where the taps look at it, and memory.
#pragma once
#include <algorithm>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/convolution.h"
#include "kernels/isa.h"
#include "kernels/isa/rows.h"
#include "kernels/parallel_reduce.h"
#include "wengert/base/error.h"

namespace wengert::kernels::conv {

using Int = std::int64_t;

/// Elements behind the last of a copy that a vector may read.
inline constexpr Int kSlack = 64;
/// Outputs of a channel computed at once, so few that they stay in the first cache.
inline constexpr Int kBand = 512;
/// Between the rows of a band: a multiple of 4 KiB would put them all into the same places of the cache.
inline constexpr Int kBandDistance = kBand + 64;
inline constexpr Int kBandSize = 8 * kBandDistance;

/// Memory for one task each, for as many as run at the same time. It starts as zeros, and what one task has
/// written the next one sees.
template <class T>
class Workspaces {
 public:
  Workspaces(Int tasks, Int size) {
    const std::size_t n = std::size_t(std::min<Int>(tasks, num_threads()));
    try {
      for (std::size_t i = 0; i < n; ++i)
        free_.push_back(all_.emplace_back(std::make_unique<T[]>(std::size_t(size))).get());
    } catch (const std::bad_alloc&) {
      throw Error("convolution: no memory for " + std::to_string(n) + " padded copies of " +
                  std::to_string(size) + " elements");
    }
  }
  /// f(T* memory).
  template <class F>
  void lend(F f) {
    T* memory = take();
    f(memory);
    const std::lock_guard lock(mutex_);
    free_.push_back(memory);
  }

 private:
  T* take() {
    const std::lock_guard lock(mutex_);
    T* memory = free_.back();
    free_.pop_back();
    return memory;
  }
  std::mutex mutex_;
  std::vector<std::unique_ptr<T[]>> all_;
  std::vector<T*> free_;
};

/// Taps of one dimension by the phase that they meet: tap k is shift(k) places into the samples phase(k),
/// phase(k) + stride, ... Taps k, k + period, ... share a phase.
struct Taps {
  Window w;
  Int period, phases;
  explicit Taps(const Window& window)
      : w(window), period(w.stride / std::gcd(w.stride, w.dilation)), phases(std::min(period, w.kernel)) {}
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
  std::vector<Int> offset;  // [channels, rows.kernel, cols.kernel]

  explicit Looks(const ConvShape& s) : rows(s.rows), cols(s.cols) {
    planes = {s.in / s.groups, rows.phases, cols.phases, s.rows.out + rows.last_shift(),
              s.cols.out + cols.last_shift()};
    for (Int c = 0; c < planes.channels; ++c)
      for (Int i = 0; i < s.rows.kernel; ++i)
        for (Int j = 0; j < s.cols.kernel; ++j) {
          const Int plane = (c * rows.phases + i % rows.period) * cols.phases + j % cols.period;
          offset.push_back(plane * planes.plane() + rows.shift(i) * planes.pitch + cols.shift(j));
        }
  }

  /// y is zeros, or the copy of another image.
  template <class T>
  void copy(const T* x, T* y) const {
    const Int in_rows = rows.w.in, in_cols = cols.w.in;
    for (Int c = 0; c < planes.channels; ++c, x += in_rows * in_cols)
      for (Int i = 0; i < rows.phases; ++i)
        for (Int j = 0; j < cols.phases; ++j, y += planes.plane())
          WENGERT_BEST(convolution_table<T>)
              .sample(x, in_rows, in_cols, {rows.phase(i) - rows.w.padding, rows.w.stride, planes.rows},
                      {cols.phase(j) - cols.w.padding, cols.w.stride, planes.pitch}, y);
  }
};

/// Rows for product(): as many as it takes, then powers of two.
inline Int rows_of_block(Int left, Int most) {
  while (most > left) most /= 2;
  return most;
}

}  // namespace wengert::kernels::conv
