// Convolution as a matrix product whose right factor is never made.
//
// Copied into planes with the padding around it, x meets tap k of every output p at offset[k] + p, one number
// per tap: rows of the planes are as long for the output as for the input, and what an output's row has too
// many is thrown away. So y[o, p] = sum_k weight[o, k] x[offset[k] + p] is a product of the weights with
// shifted looks at x. With a stride s the samples 0, s, 2s, ..., then 1, 1 + s, ... get planes of their own,
// and a tap's offset leads into one of them.
//
// The transposed convolution is the same with the roles exchanged: the places q of dx with one value of
// (q + padding) mod s take the same taps, and are a product of the weights with shifted looks at dy. For
// dweight see convolution_weight.cpp.
#include "kernels/convolution.h"

#include "kernels/convolution_parts.h"

namespace wengert::kernels {
namespace {

using namespace conv;

/// The weights of all groups in the order in which product() reads them: weight[r row_distance + tap[k]] is
/// that of row r and tap k.
template <class T>
std::vector<T> packed(const T* weight, Int groups, Int group_distance, Int rows, Int row_distance,
                      const std::vector<Int>& tap) {
  std::vector<T> a(std::size_t(groups * rows) * tap.size());
  const Int most = WENGERT_BEST(convolution_table<T>).rows;
  T* to = a.data();
  for (Int g = 0; g < groups; ++g, weight += group_distance)
    for (Int r = 0, m; r < rows; r += m) {
      m = rows_of_block(rows - r, most);
      for (Int k : tap)
        for (Int i = 0; i < m; ++i) *to++ = weight[(r + i) * row_distance + k];
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
  for (Int r = 0; r < to.rows; r += rows)
    for (Int c = 0; c < to.cols; c += cols) {
      const Int height = std::min(rows, to.rows - r), width = std::min(cols, to.cols - c);
      for (Int o = 0, m; o < channels; o += m) {
        m = rows_of_block(channels - o, table.rows);
        T start[8] = {};
        for (Int i = 0; bias && i < m; ++i) start[i] = bias[o + i];
        table.product(m, a + o * taps, start, offset.data(), taps, b + r * pitch + c,
                      (height - 1) * pitch + width, band, kBandDistance);
        for (Int i = 0; i < m; ++i)
          table.place(band + i * kBandDistance, height, width, pitch,
                      y + (o + i) * to.channel + to.first + r * to.row_step + c * to.col_step, to.row_step,
                      to.col_step);
      }
    }
}

/// The work of one task: some channels of one group of one image. With few images these are not all channels,
/// though then each part needs a copy of the image of its own.
struct Tasks {
  Int channels, each, parts, count;
  Tasks(Int images, Int channels_, Int kernel) : channels(channels_) {
    const Int want =
        std::clamp<Int>(8 / std::max<Int>(1, images), 1, std::max<Int>(1, channels * kernel / 64));
    each = std::max<Int>(8, divide_up(divide_up(channels, want), 8) * 8);  // whole blocks of rows
    parts = std::max<Int>(1, divide_up(channels, each));
    count = images * parts;
  }
  Int image(Int task) const { return task / parts; }
  Int first(Int task) const { return task % parts * each; }
  Int size(Int task) const { return std::min(each, channels - first(task)); }
};

/// The part of a plane of dx that meets the same taps: rows q = first + t stride for t in [begin, end).
struct Part {
  Int tap, phase, begin, end;
  Part(const Taps& taps, Int k) : tap(k), phase(taps.phase(k)) {
    const Int before = taps.w.padding - phase, behind = before + taps.w.in;  // of the last place, and 1
    begin = before <= 0 ? 0 : (before - 1) / taps.w.stride + 1;
    end = behind <= 0 ? 0 : (behind - 1) / taps.w.stride + 1;
  }
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
  std::vector<Int> tap(std::size_t(taps), 0);
  std::iota(tap.begin(), tap.end(), Int(0));
  const std::vector<T> a = packed(weight, s.groups, out * taps, out, taps, tap);
  const Target to{s.rows.out, s.cols.out, 0, s.cols.out, 1, out_plane};
  const Tasks tasks(s.n * s.groups, out, s.rows.kernel * s.cols.kernel);
  Workspaces<T> workspaces(tasks.count, looks.planes.size() + kBandSize);
  const Int grain = items_per_block(tasks.each * taps * out_plane, 8 * kCheapGrain);
  parallel_for(tasks.count, grain, [&](Int begin, Int end) {
    workspaces.lend([&](T* memory) {
      for (Int task = begin; task < end; ++task) {
        const Int t = tasks.image(task), o = tasks.first(task), at = t % s.groups * out + o;
        looks.copy(x + t * in * in_plane, memory);
        multiply(tasks.size(task), a.data() + at * taps, bias ? bias + at : bias, looks.offset, memory,
                 looks.planes.pitch, to, y + (t * out + o) * out_plane, memory + looks.planes.size());
      }
    });
  });
}

template <class T>
void convolution_transposed(const T* dy, const T* weight, const T* bias, const ConvShape& s, T* dx) {
  const Int in = s.in / s.groups, out = s.out / s.groups, in_plane = s.rows.in * s.cols.in,
            out_plane = s.rows.out * s.cols.out, kernel = s.rows.kernel * s.cols.kernel;
  const Parts rows(s.rows), cols(s.cols);
  const Copies planes{out, 1, 1, rows.last - rows.first, cols.last - cols.first};

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
      p.a = packed(weight, s.groups, out * in * kernel, in, kernel, p.tap);
      products.push_back(std::move(p));
    }

  const Tasks tasks(s.n * s.groups, in, kernel);
  Workspaces<T> workspaces(tasks.count, planes.size() + kBandSize);
  const Int grain = items_per_block(out * tasks.each * kernel * out_plane, 8 * kCheapGrain);
  parallel_for(tasks.count, grain, [&](Int begin, Int end) {
    workspaces.lend([&](T* memory) {
      for (Int task = begin; task < end; ++task) {
        const Int t = tasks.image(task), c = tasks.first(task), n = tasks.size(task),
                  at = t % s.groups * in + c;
        const T *from = dy + t * out * out_plane, *start = bias ? bias + at : bias;
        T *to = dx + (t * in + c) * in_plane, *copy = memory;
        if (!(rows.all_places() && cols.all_places()))  // places that meet no tap
          for (Int i = 0; i < n; ++i) std::fill_n(to + i * in_plane, in_plane, start ? start[i] : T(0));
        for (Int o = 0; o < out; ++o, from += out_plane, copy += planes.plane())
          WENGERT_BEST(convolution_table<T>)
              .sample(from, s.rows.out, s.cols.out, {rows.first, 1, planes.rows},
                      {cols.first, 1, planes.pitch}, copy);
        for (const Product& p : products)
          multiply(n, p.a.data() + Int(p.offset.size()) * at, start, p.offset, memory, planes.pitch, p.to, to,
                   memory + planes.size());
      }
    });
  });
}

#define WENGERT_INSTANTIATE(T)                                                   \
  template void convolution(const T*, const T*, const T*, const ConvShape&, T*); \
  template void convolution_transposed(const T*, const T*, const T*, const ConvShape&, T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)

}  // namespace wengert::kernels
