// dweight[o, c, k] = sum_p dy[o, p] x[c, p stride + k dilation - padding], in one of two ways.
//
// With many channels, as a product: in a copy of x with the channels last, the values that an output sees lie
// in runs, kW channels long (one tap long with a dilation), and dweight is the product of dy with the runs of
// all positions. With few channels the runs are shorter than a vector; then as dots of dy with shifted looks
// at x (convolution.cpp), along the positions. (Dots meet a NaN of x with zeros of dy where their rows have too
// many: it reaches all of dweight's taps.)
#include "kernels/padded_copy.h"

namespace wengert::kernels::WENGERT_ISA {

/// Sizes of one group of one image.
struct Sizes {
  Int in, out, in_plane, out_plane;
  explicit Sizes(const ConvShape& s)
      : in(s.in / s.groups),
        out(s.out / s.groups),
        in_plane(s.rows.in * s.cols.in),
        out_plane(s.rows.out * s.cols.out) {}
};

/// How many of n images to take at a time: `most`, if so many fit into the second cache.
static Int batch(Int n, Int most, Int elements_each) {
  return greatest(1, least(least(most, 131072 / elements_each), greatest(1, n)));
}

/// The share of some images: [out, rows.kernel, cols.kernel, in].
template <class T>
class ByProduct {
 public:
  static bool suits(const ConvShape& s) { return run(s) >= kLanes<T>; }

  explicit ByProduct(const ConvShape& shape)
      : s_(shape),
        z_(shape),
        rows_((s_.rows.out - 1) * s_.rows.stride + (s_.rows.kernel - 1) * s_.rows.dilation + 1),
        cols_((s_.cols.out - 1) * s_.cols.stride + (s_.cols.kernel - 1) * s_.cols.dilation + 1),
        images(batch(s_.n, kTerms / z_.out_plane, rows_ * cols_ * z_.in + z_.out * z_.out_plane)),
        offset_(images * z_.out_plane) {
    Int k = 0;
    for (Int i = 0; i < images; ++i)
      for (Int r = 0; r < s_.rows.out; ++r)
        for (Int c = 0; c < s_.cols.out; ++c)
          offset_[k++] = (i * rows_ * cols_ + r * s_.rows.stride * cols_ + c * s_.cols.stride) * z_.in;
  }

  Int memory() const { return x_size() + images * z_.out * z_.out_plane + kBandSize; }

  /// Where element i of a share belongs in dweight.
  Int place(Int i) const {
    const Int taps = s_.rows.kernel * s_.cols.kernel, c = i % z_.in, tap = i / z_.in;
    return (tap / taps * z_.in + c) * taps + tap % taps;
  }

  /// Adds images [first, first + n) of group g.
  void add(const T* x, const T* dy, Int first, Int n, Int g, T* memory, T* share) const {
    T *const a = memory + x_size(), *const band = a + images * z_.out * z_.out_plane;
    for (Int i = 0; i < n; ++i) {
      const Int t = (first + i) * s_.groups + g;
      copy_x(x + t * z_.in * z_.in_plane, memory + i * rows_ * cols_ * z_.in);
      copy_dy(dy + t * z_.out * z_.out_plane, i, n, a);
    }
    const Int terms = n * z_.out_plane, length = run(s_), row = s_.cols.kernel * z_.in;
    for (Int o = 0, m; o < z_.out; o += m) {
      m = rows_of_block(z_.out - o);
      for (Int i = 0; i < s_.rows.kernel; ++i)
        for (Int j = 0; j < row; j += length)
          multiply(m, a + o * terms, terms,
                   memory + (i * s_.rows.dilation * cols_ + j / z_.in * s_.cols.dilation) * z_.in, length,
                   band, share + (o * s_.rows.kernel + i) * row + j);
    }
  }

 private:
  static constexpr Int kTerms = 2048;  // in one sum

  static Int run(const ConvShape& s) { return s.in / s.groups * (s.cols.dilation == 1 ? s.cols.kernel : 1); }
  Int x_size() const { return images * rows_ * cols_ * z_.in + kSlack; }

  void copy_x(const T* x, T* y) const {
    const Int first = least(s_.rows.padding, rows_), last = least(s_.rows.padding + s_.rows.in, rows_);
    const Int left = least(s_.cols.padding, cols_), right = least(s_.cols.padding + s_.cols.in, cols_);
    for (Int r = first; r < last; ++r)
      turn(x + (r - s_.rows.padding) * s_.cols.in, z_.in_plane, z_.in, right - left,
           y + (r * cols_ + left) * z_.in, z_.in);
  }
  void copy_dy(const T* dy, Int i, Int n, T* a) const {
    for (Int o = 0, m; o < z_.out; o += m) {
      m = rows_of_block(z_.out - o);
      turn(dy + o * z_.out_plane, z_.out_plane, m, z_.out_plane,
           a + o * n * z_.out_plane + i * z_.out_plane * m, m);
    }
  }
  /// share[m, width] += the products of m rows of dy with one run.
  void multiply(Int m, const T* a, Int terms, const T* b, Int width, T* band, T* share) const {
    const T zeros[8] = {};
    const Int distance = s_.rows.kernel * s_.cols.kernel * z_.in;
    for (Int j = 0; j < width; j += kBand)
      for (Int k = 0; k < terms; k += kTerms) {
        const Int n = least(kBand, width - j);
        product(m, a + k * m, zeros, offset_.data() + k, least(kTerms, terms - k), b + j, n, band,
                kBandDistance);
        for (Int i = 0; i < m; ++i)
          for (Int q = 0; q < n; ++q) share[i * distance + j + q] += band[i * kBandDistance + q];
      }
  }

  const ConvShape& s_;
  const Sizes z_;
  const Int rows_, cols_;  // of the padded copy, as far as it is seen

 public:
  const Int images;

 private:
  Scratch<Int> offset_;  // [images, rows.out, cols.out]
};

/// The share of some images: [out, in, rows.kernel, cols.kernel].
template <class T>
class ByDots {
 public:
  explicit ByDots(const ConvShape& s) : s_(s), z_(s), looks_(s) {
    // dy in rows as long as x's, with zeros where x has more; or each row by itself, if that were most of it.
    const auto whole = [&](Int n) { return divide_up(n, kLanes<T>) * kLanes<T>; };
    const Int pitch = looks_.planes.pitch;
    const bool apart = 2 * s.cols.out < pitch;
    d_.taps = looks_.taps;
    d_.rows = apart ? s.rows.out : 1;
    d_.n = whole(apart ? s.cols.out : (s.rows.out - 1) * pitch + s.cols.out);
    d_.a_pitch = apart ? d_.n : pitch;
    d_.b_pitch = pitch;
    d_.a_row = apart ? d_.rows * d_.n : whole(s.rows.out * pitch);
    d_.a_image = z_.out * d_.a_row;
    d_.b_image = looks_.planes.size();
    images = batch(s.n, s.n, d_.a_image + d_.b_image);
  }

  Int memory() const { return images * (d_.a_image + d_.b_image); }
  Int place(Int i) const { return i; }

  void add(const T* x, const T* dy, Int first, Int n, Int g, T* memory, T* share) const {
    T* const a = memory + images * d_.b_image;
    for (Int i = 0; i < n; ++i) {
      const Int t = (first + i) * s_.groups + g;
      looks_.copy(x + t * z_.in * z_.in_plane, memory + i * d_.b_image);
      for (Int o = 0; o < z_.out; ++o)
        sample(dy + (t * z_.out + o) * z_.out_plane, s_.rows.out, s_.cols.out, {0, 1, s_.rows.out},
               {0, 1, d_.a_pitch}, a + i * d_.a_image + o * d_.a_row);
    }
    DotShape d = d_;
    d.images = n;
    dots(z_.out, a, memory, looks_.offset.data(), d, share);
  }

 private:
  const ConvShape& s_;
  const Sizes z_;
  const Looks looks_;
  DotShape d_{};

 public:
  Int images = 1;
};

/// All images, cut into pieces at fixed borders, whose shares are added in double.
template <class Way, class T>
static void weight_gradient(const ConvolutionWeight<T>& c) {
  const ConvShape& s = c.shape;
  const Way way(s);
  const Int weights = s.out * (s.in / s.groups) * s.rows.kernel * s.cols.kernel;
  const Int want = greatest(2, least((1 << 20) / weights, 8));
  const Int piece = divide_up(divide_up(greatest(1, s.n), want), way.images) * way.images;
  const Int pieces = greatest(1, divide_up(s.n, piece));
  const Scratch<T> shares(pieces * weights);
  Workspaces workspaces("convolution", pieces, way.memory() * Int(sizeof(T)));
  parallel_for(s.n, piece, [&](Int begin, Int end) {
    lend<T>(workspaces, [&](T* memory) {
      T* const share = shares.data() + begin / piece * weights;
      for (Int i = begin; i < end; i += way.images)
        for (Int g = 0; g < s.groups; ++g)
          way.add(c.x, c.dy, i, least(way.images, end - i), g, memory, share + g * (weights / s.groups));
    });
  });
  for (Int w = 0; w < weights; ++w) {
    double sum = 0;
    for (Int p = 0; p < pieces; ++p) sum += double(shares[p * weights + w]);
    c.dweight[way.place(w)] = T(sum);
  }
}

template <class T>
void convolution_weight(const ConvolutionWeight<T>& c) {
  if (c.shape.in == 0) return;
  if (ByProduct<T>::suits(c.shape))
    weight_gradient<ByProduct<T>>(c);
  else
    weight_gradient<ByDots<T>>(c);
}
WENGERT_FLOATING(convolution_weight)

}  // namespace wengert::kernels::WENGERT_ISA
