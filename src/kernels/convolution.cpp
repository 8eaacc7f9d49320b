// Convolution as a matrix product whose right factor is never made.
//
// Copied into planes with the padding around it, x meets tap k of every output p at offset[k] + p, one number
// per tap: rows of the planes are as long for the output as for the input, and what an output's row has too
// many is thrown away. So y[o, p] = sum_k weight[o, k] x[offset[k] + p] is a product of the weights with
// shifted looks at x. With a stride s the samples 0, s, 2s, ..., then 1, 1 + s, ... get planes of their own,
// and a tap's offset leads into one of them.
//
// The transposed convolution is the same with the roles exchanged: the places q of dx with one value of
// (q + padding) mod s take the same taps, and are a product of the weights with shifted looks at dy. dweight
// are the dots of dy with those looks at x.
#include "kernels/convolution.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <vector>

#include "kernels/fold.h"
#include "kernels/isa.h"
#include "kernels/isa/rows.h"
#include "wengert/error.h"

namespace wengert::kernels {
namespace {

using Int = std::int64_t;

constexpr Int kBand = 512;  // outputs computed at once, all channels of which stay in the first cache
constexpr Int kSlack = 64;  // elements behind the last plane that a vector may read

Int divide_down(Int a, Int b) { return a >= 0 ? a / b : -divide_up(-a, b); }

/// Memory for one task each, for as many as run at the same time.
template <class T>
class Scratch {
 public:
  Scratch(Int tasks, Int size) {
    const std::size_t n = std::size_t(std::min<Int>(tasks, num_threads()));
    try {
      for (std::size_t i = 0; i < n; ++i)
        free_.push_back(all_.emplace_back(std::make_unique_for_overwrite<T[]>(std::size_t(size))).get());
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
struct Planes2d {
  Int channels, row_phases, col_phases, rows, pitch;
  Int plane() const { return rows * pitch; }
  Int size() const { return channels * row_phases * col_phases * plane() + kSlack; }
};

/// One group of one image of x as the forward pass looks at it.
struct Looks {
  Taps rows, cols;
  Planes2d planes;
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

  template <class T>
  void copy(const T* x, T* y) const {
    const Int in_rows = rows.w.in, in_cols = cols.w.in;
    for (Int c = 0; c < planes.channels; ++c, x += in_rows * in_cols)
      for (Int i = 0; i < rows.phases; ++i)
        for (Int j = 0; j < cols.phases; ++j, y += planes.plane())
          WENGERT_BEST(convolution_table<T>)
              .sample(x, in_rows, in_cols, {rows.phase(i) - rows.w.padding, rows.w.stride, planes.rows},
                      {cols.phase(j) - cols.w.padding, cols.w.stride, planes.pitch}, y);
    std::fill_n(y, kSlack, T(0));
  }
};

/// Rows for product(): as many as it takes, then powers of two.
Int rows_of_block(Int left, Int most) {
  while (most > left) most /= 2;
  return most;
}

/// weight(row, k) in the order in which product() reads it.
template <class T, class Weight>
std::vector<T> packed(Int rows, Int taps, Weight weight) {
  std::vector<T> a;
  a.reserve(std::size_t(rows * taps));
  const Int most = WENGERT_BEST(convolution_table<T>).rows;
  for (Int r = 0, m; r < rows; r += m) {
    m = rows_of_block(rows - r, most);
    for (Int k = 0; k < taps; ++k)
      for (Int i = 0; i < m; ++i) a.push_back(weight(r + i, k));
  }
  return a;
}

/// Where the results of a product go: rows x cols of a channel's plane, from `first` on.
struct Target {
  Int rows, cols, first, row_step, col_step, channel;
};

/// channels x (rows x cols) results: the weights times looks at b, whose rows lie `pitch` apart.
template <class T>
void multiply(Int channels, const T* a, const T* bias, const std::vector<Int>& offset, const T* b, Int pitch,
              const Target& to, T* y, T* band) {
  const ConvolutionTable<T>& table = WENGERT_BEST(convolution_table<T>);
  const Int taps = Int(offset.size());
  // Rows in one run, if not most of it is thrown away.
  const Int rows = 2 * to.cols < pitch ? 1 : std::clamp<Int>(kBand / pitch, 1, to.rows);
  const Int cols = rows == 1 ? std::min(to.cols, kBand) : to.cols;
  constexpr Int distance = kBand + kSlack;
  for (Int r = 0; r < to.rows; r += rows)
    for (Int c = 0; c < to.cols; c += cols) {
      const Int height = std::min(rows, to.rows - r), width = std::min(cols, to.cols - c);
      for (Int o = 0, m; o < channels; o += m) {
        m = rows_of_block(channels - o, table.rows);
        T start[8] = {};
        for (Int i = 0; bias && i < m; ++i) start[i] = bias[o + i];
        table.product(m, a + o * taps, start, offset.data(), taps, b + r * pitch + c,
                      (height - 1) * pitch + width, band, distance);
        for (Int i = 0; i < m; ++i)
          table.place(band + i * distance, height, width, pitch,
                      y + (o + i) * to.channel + to.first + r * to.row_step + c * to.col_step, to.row_step,
                      to.col_step);
      }
    }
}
constexpr Int kBandSize = 8 * (kBand + kSlack);

/// The part of a plane of dx that meets the same taps: rows q = first + t stride for t in [begin, end).
struct Part {
  Int tap, phase, begin, end;
  Part(const Taps& taps, Int k)
      : tap(k),
        phase(taps.phase(k)),
        begin(std::max<Int>(0, divide_up(std::max<Int>(0, taps.w.padding - phase), taps.w.stride))),
        end(divide_down(taps.w.padding + taps.w.in - 1 - phase, taps.w.stride) + 1) {}
};

/// All parts that have places, and the rows [first, last) of dy that they look at.
struct Parts {
  Taps taps;
  std::vector<Part> list;
  Int first = 0, last = 0;
  explicit Parts(const Window& w) : taps(w) {
    for (Int k = 0; k < taps.phases; ++k) {
      const Part part(taps, k);
      if (part.begin >= part.end) continue;
      first = list.empty() ? part.begin : std::min(first, part.begin);
      last = list.empty() ? part.end : std::max(last, part.end);
      list.push_back(part);
    }
    first -= taps.last_shift();
  }
  bool all_places() const { return taps.phases == taps.w.stride; }
};

}  // namespace

template <class T>
void convolution(const T* x, const T* weight, const T* bias, const ConvShape& s, T* y) {
  const Int in = s.in / s.groups, out = s.out / s.groups, in_plane = s.rows.in * s.cols.in,
            out_plane = s.rows.out * s.cols.out;
  const Looks looks(s);
  const Int taps = Int(looks.offset.size());
  std::vector<T> a;
  for (Int g = 0; g < s.groups; ++g) {
    const T* w = weight + g * out * taps;
    const auto block = packed<T>(out, taps, [&](Int o, Int k) { return w[o * taps + k]; });
    a.insert(a.end(), block.begin(), block.end());
  }
  const Target to{s.rows.out, s.cols.out, 0, s.cols.out, 1, out_plane};
  const Int tasks = s.n * s.groups;
  Scratch<T> scratch(tasks, looks.planes.size() + kBandSize);
  const Int grain = items_per_block(out * taps * out_plane, 8 * kCheapGrain);
  parallel_for(tasks, grain, [&](Int begin, Int end) {
    scratch.lend([&](T* memory) {
      for (Int t = begin; t < end; ++t) {
        const Int g = t % s.groups;
        looks.copy(x + t * in * in_plane, memory);
        multiply(out, a.data() + g * out * taps, bias ? bias + g * out : bias, looks.offset, memory,
                 looks.planes.pitch, to, y + t * out * out_plane, memory + looks.planes.size());
      }
    });
  });
}

template <class T>
void convolution_transposed(const T* dy, const T* weight, const T* bias, const ConvShape& s, T* dx) {
  const Int in = s.in / s.groups, out = s.out / s.groups, in_plane = s.rows.in * s.cols.in,
            out_plane = s.rows.out * s.cols.out, kernel = s.rows.kernel * s.cols.kernel;
  const Parts rows(s.rows), cols(s.cols);
  const Planes2d planes{out, 1, 1, rows.last - rows.first, cols.last - cols.first};

  struct Product {
    std::vector<Int> offset, tap;  // [out, taps of rows, taps of columns]
    std::vector<T> a;
    Target to;
  };
  std::vector<Product> products;
  for (const Part& r : rows.list)
    for (const Part& c : cols.list) {
      Product p;
      p.to = {r.end - r.begin,
              c.end - c.begin,
              (r.begin * s.rows.stride + r.phase - s.rows.padding) * s.cols.in + c.begin * s.cols.stride +
                  c.phase - s.cols.padding,
              s.rows.stride * s.cols.in,
              s.cols.stride,
              in_plane};
      for (Int o = 0; o < out; ++o)
        for (Int i = r.tap; i < s.rows.kernel; i += rows.taps.period)
          for (Int j = c.tap; j < s.cols.kernel; j += cols.taps.period) {
            p.offset.push_back(o * planes.plane() +
                               (r.begin - rows.taps.shift(i) - rows.first) * planes.pitch +
                               (c.begin - cols.taps.shift(j) - cols.first));
            p.tap.push_back(o * in * kernel + i * s.cols.kernel + j);
          }
      const Int taps = Int(p.tap.size());
      for (Int g = 0; g < s.groups; ++g) {
        const T* w = weight + g * out * in * kernel;
        const auto block =
            packed<T>(in, taps, [&](Int row, Int k) { return w[p.tap[std::size_t(k)] + row * kernel]; });
        p.a.insert(p.a.end(), block.begin(), block.end());
      }
      products.push_back(std::move(p));
    }

  const Int tasks = s.n * s.groups;
  Scratch<T> scratch(tasks, planes.size() + kBandSize);
  const Int grain = items_per_block(out * in * kernel * out_plane, 8 * kCheapGrain);
  parallel_for(tasks, grain, [&](Int begin, Int end) {
    scratch.lend([&](T* memory) {
      for (Int t = begin; t < end; ++t) {
        const Int g = t % s.groups;
        const T* from = dy + t * out * out_plane;
        T *to = dx + t * in * in_plane, *copy = memory;
        if (!(rows.all_places() && cols.all_places()))  // places that meet no tap
          for (Int c = 0; c < in; ++c)
            std::fill_n(to + c * in_plane, in_plane, bias ? bias[g * in + c] : T(0));
        for (Int o = 0; o < out; ++o, from += out_plane, copy += planes.plane())
          WENGERT_BEST(convolution_table<T>)
              .sample(from, s.rows.out, s.cols.out, {rows.first, 1, planes.rows},
                      {cols.first, 1, planes.pitch}, copy);
        std::fill_n(copy, kSlack, T(0));
        for (const Product& p : products)
          multiply(in, p.a.data() + Int(p.offset.size()) * g * in, bias ? bias + g * in : bias, p.offset,
                   memory, planes.pitch, p.to, to, memory + planes.size());
      }
    });
  });
}

template <class T>
void convolution_weight(const T* x, const T* dy, const ConvShape& s, T* dweight) {
  const Int in = s.in / s.groups, out = s.out / s.groups, in_plane = s.rows.in * s.cols.in,
            out_plane = s.rows.out * s.cols.out;
  const ConvolutionTable<T>& table = WENGERT_BEST(convolution_table<T>);
  const Looks looks(s);
  const Int taps = Int(looks.offset.size()), pitch = looks.planes.pitch, weights = s.out * taps;
  if (weights == 0) return;

  // dy in rows as long as x's, with zeros where x has more; or each row by itself, if that were most of it.
  const auto whole = [&](Int n) { return divide_up(n, table.lanes) * table.lanes; };
  const bool apart = 2 * s.cols.out < pitch;
  DotShape d{};
  d.taps = taps;
  d.rows = apart ? s.rows.out : 1;
  d.n = whole(apart ? s.cols.out : (s.rows.out - 1) * pitch + s.cols.out);
  d.a_pitch = apart ? d.n : pitch;
  d.b_pitch = pitch;
  d.a_row = apart ? d.rows * d.n : whole(s.rows.out * pitch);
  d.a_image = out * d.a_row;
  d.b_image = looks.planes.size();

  // A few images at a time, as many as fit into the second cache together.
  const Int images = std::clamp<Int>(131072 / (d.a_image + d.b_image), 1, std::max<Int>(1, s.n));
  const Int want = std::clamp<Int>((1 << 23) / weights, 2, 8);
  const Int piece = divide_up(divide_up(std::max<Int>(1, s.n), want), images) * images,
            pieces = std::max<Int>(1, divide_up(s.n, piece));
  std::vector<T> shares(std::size_t(pieces * weights));
  Scratch<T> scratch(pieces, images * (d.a_image + d.b_image));
  parallel_for(s.n, piece, [&](Int begin, Int end) {
    scratch.lend([&](T* memory) {
      DotShape shape = d;
      T *a = memory + images * d.b_image, *share = shares.data() + begin / piece * weights;
      for (Int i = begin; i < end; i += images)
        for (Int g = 0; g < s.groups; ++g) {
          shape.images = std::min(images, end - i);
          for (Int j = 0; j < shape.images; ++j) {
            const Int t = (i + j) * s.groups + g;
            looks.copy(x + t * in * in_plane, memory + j * d.b_image);
            T* to = a + j * d.a_image;
            const T* from = dy + t * out * out_plane;
            for (Int o = 0; o < out; ++o, from += out_plane, to += d.a_row) {
              table.sample(from, s.rows.out, s.cols.out, {0, 1, s.rows.out}, {0, 1, d.a_pitch}, to);
              std::fill(to + s.rows.out * d.a_pitch, to + d.a_row, T(0));
            }
          }
          table.dots(out, a, memory, looks.offset.data(), shape, share + g * out * taps);
        }
    });
  });
  for (Int w = 0; w < weights; ++w) {
    double sum = 0;
    for (Int p = 0; p < pieces; ++p) sum += double(shares[std::size_t(p * weights + w)]);
    dweight[w] = T(sum);
  }
}

#define WENGERT_INSTANTIATE(T)                                                              \
  template void convolution(const T*, const T*, const T*, const ConvShape&, T*);            \
  template void convolution_transposed(const T*, const T*, const T*, const ConvShape&, T*); \
  template void convolution_weight(const T*, const T*, const ConvShape&, T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels
