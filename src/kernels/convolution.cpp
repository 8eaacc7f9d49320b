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

#include "kernels/padded_copy.h"

namespace wengert::kernels::WENGERT_ISA {

/// The weights of all groups in the order in which product() reads them, to `a`: weight[r row_distance + tap(k)]
/// is that of row r and tap k.
template <class T, class Tap>
static void pack(const T* weight, Int groups, Int group_distance, Int rows, Int row_distance, Int taps,
                 Tap tap, T* a) {
  for (Int g = 0; g < groups; ++g, weight += group_distance)
    for (Int r = 0, m; r < rows; r += m) {
      m = rows_of_block(rows - r);
      for (Int k = 0; k < taps; ++k)
        for (Int i = 0; i < m; ++i) *a++ = weight[(r + i) * row_distance + tap(k)];
    }
}

/// Where the results of a product go: rows x cols of a channel's plane, from `first` on.
struct Target {
  Int rows, cols, first, row_step, col_step, channel;
};

/// channels x (rows x cols) results: the weights times looks at b, whose rows lie `pitch` apart.
template <class T>
static void multiply(Int channels, const T* a, const T* bias, const Int* offset, Int taps, const T* b,
                     Int pitch, const Target& to, T* y, T* band) {
  // Rows in one run, if not most of it is thrown away.
  const Int rows = 2 * to.cols < pitch ? 1 : greatest(1, least(kBand / pitch, to.rows));
  const Int cols = rows == 1 ? least(to.cols, kBand) : to.cols;
  for (Int r = 0; r < to.rows; r += rows)
    for (Int c = 0; c < to.cols; c += cols) {
      const Int height = least(rows, to.rows - r), width = least(cols, to.cols - c);
      for (Int o = 0, m; o < channels; o += m) {
        m = rows_of_block(channels - o);
        T start[8] = {};
        for (Int i = 0; bias && i < m; ++i) start[i] = bias[o + i];
        product(m, a + o * taps, start, offset, taps, b + r * pitch + c, (height - 1) * pitch + width, band,
                kBandDistance);
        for (Int i = 0; i < m; ++i)
          place(band + i * kBandDistance, height, width, pitch,
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
    const Int want = greatest(1, least(8 / greatest(1, images), greatest(1, channels * kernel / 64)));
    each = greatest(8, divide_up(divide_up(channels, want), 8) * 8);  // whole blocks of rows
    parts = greatest(1, divide_up(channels, each));
    count = images * parts;
  }
  Int image(Int task) const { return task / parts; }
  Int first(Int task) const { return task % parts * each; }
  Int size(Int task) const { return least(each, channels - first(task)); }
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
  Scratch<Part> list;
  Int count = 0, first = 0, last = 0;
  explicit Parts(const Window& w) : taps(w), list(taps.phases) {
    for (Int k = 0; k < taps.phases; ++k) {
      const Part part(taps, k);
      if (part.begin >= part.end) continue;
      first = count == 0 ? part.begin : least(first, part.begin);
      last = count == 0 ? part.end : greatest(last, part.end);
      list[count++] = part;
    }
    first -= taps.last_shift();
  }
  bool all_places() const { return taps.phases == taps.w.stride; }
};

template <class T>
void convolution(const Convolution<T>& c) {
  const ConvShape& s = c.shape;
  const Int in = s.in / s.groups, out = s.out / s.groups, in_plane = s.rows.in * s.cols.in,
            out_plane = s.rows.out * s.cols.out;
  const Looks looks(s);
  const Int taps = looks.taps;
  const Scratch<T> a(s.out * taps);
  pack(
      c.weight, s.groups, out * taps, out, taps, taps, [](Int k) { return k; }, a.data());
  const Target to{s.rows.out, s.cols.out, 0, s.cols.out, 1, out_plane};
  const Tasks tasks(s.n * s.groups, out, s.rows.kernel * s.cols.kernel);
  Workspaces workspaces("convolution", tasks.count, (looks.planes.size() + kBandSize) * Int(sizeof(T)));
  const Int grain = items_per_block(tasks.each * taps * out_plane, 8 * kCheapGrain);
  parallel_for(tasks.count, grain, [&](Int begin, Int end) {
    lend<T>(workspaces, [&](T* memory) {
      for (Int task = begin; task < end; ++task) {
        const Int t = tasks.image(task), o = tasks.first(task), at = t % s.groups * out + o;
        looks.copy(c.x + t * in * in_plane, memory);
        multiply(tasks.size(task), a.data() + at * taps, c.bias ? c.bias + at : c.bias, looks.offset.data(),
                 taps, memory, looks.planes.pitch, to, c.y + (t * out + o) * out_plane,
                 memory + looks.planes.size());
      }
    });
  });
}
WENGERT_FLOATING(convolution)

/// The places of dx that meet the same taps.
struct PhaseProduct {
  Int first_tap, taps;  // their part of the arrays of taps
  Target to;
};

template <class T>
void convolution_transposed(const ConvolutionTransposed<T>& c) {
  const ConvShape& s = c.shape;
  const Int in = s.in / s.groups, out = s.out / s.groups, in_plane = s.rows.in * s.cols.in,
            out_plane = s.rows.out * s.cols.out, kernel = s.rows.kernel * s.cols.kernel;
  const Parts rows(s.rows), cols(s.cols);
  const Copies planes{out, 1, 1, rows.last - rows.first, cols.last - cols.first};

  const Int count = rows.count * cols.count;
  const Scratch<PhaseProduct> products(count);
  const Scratch<Int> offset(out * kernel), tap(out * kernel);  // of one product after the other
  const Scratch<T> a(s.in * out * kernel);
  for (Int p = 0, k = 0; p < count; ++p) {
    const Part &r = rows.list[p / cols.count], &q = cols.list[p % cols.count];
    PhaseProduct& product = products[p];
    product.first_tap = k;
    product.to = {r.end - r.begin,
                  q.end - q.begin,
                  (r.begin * s.rows.stride + r.phase - s.rows.padding) * s.cols.in + q.begin * s.cols.stride +
                      q.phase - s.cols.padding,
                  s.rows.stride * s.cols.in,
                  s.cols.stride,
                  in_plane};
    for (Int o = 0; o < out; ++o)
      for (Int i = r.tap; i < s.rows.kernel; i += rows.taps.period)
        for (Int j = q.tap; j < s.cols.kernel; j += cols.taps.period, ++k) {
          offset[k] = o * planes.plane() + (r.begin - rows.taps.shift(i) - rows.first) * planes.pitch +
                      (q.begin - cols.taps.shift(j) - cols.first);
          tap[k] = o * in * kernel + i * s.cols.kernel + j;
        }
    product.taps = k - product.first_tap;
    const Int* taps = tap.data() + product.first_tap;
    pack(
        c.weight, s.groups, out * in * kernel, in, kernel, product.taps, [=](Int i) { return taps[i]; },
        a.data() + s.in * product.first_tap);
  }

  const Tasks tasks(s.n * s.groups, in, kernel);
  Workspaces workspaces("convolution", tasks.count, (planes.size() + kBandSize) * Int(sizeof(T)));
  const Int grain = items_per_block(out * tasks.each * kernel * out_plane, 8 * kCheapGrain);
  parallel_for(tasks.count, grain, [&](Int begin, Int end) {
    lend<T>(workspaces, [&](T* memory) {
      for (Int task = begin; task < end; ++task) {
        const Int t = tasks.image(task), first = tasks.first(task), n = tasks.size(task),
                  at = t % s.groups * in + first;
        const T *from = c.dy + t * out * out_plane, *start = c.bias ? c.bias + at : c.bias;
        T *to = c.dx + (t * in + first) * in_plane, *copy = memory;
        if (!(rows.all_places() && cols.all_places()))  // places that meet no tap
          for (Int i = 0; i < n; ++i)
            for (Int j = 0; j < in_plane; ++j) to[i * in_plane + j] = start ? start[i] : T(0);
        for (Int o = 0; o < out; ++o, from += out_plane, copy += planes.plane())
          sample(from, s.rows.out, s.cols.out, {rows.first, 1, planes.rows}, {cols.first, 1, planes.pitch},
                 copy);
        for (Int p = 0; p < count; ++p) {
          const PhaseProduct& product = products[p];
          multiply(n, a.data() + s.in * product.first_tap + at * product.taps, start,
                   offset.data() + product.first_tap, product.taps, memory, planes.pitch, product.to, to,
                   memory + planes.size());
        }
      }
    });
  });
}
WENGERT_FLOATING(convolution_transposed)

}  // namespace wengert::kernels::WENGERT_ISA
