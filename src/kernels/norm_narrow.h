// Norms of rows so short that they hardly fill a vector: as many rows together as a vector has lanes, each in a
// lane of its own. For kernels only.
#pragma once
#include "kernels/norm_statistics.h"
#include "kernels/transpose_corner.h"

namespace wengert::kernels::WENGERT_ISA {

template <class T>
static bool is_narrow(std::int64_t cols) {
  return cols <= 2 * kLanes<T>;
}

template <std::int64_t bytes>
struct BitsOf {
  typedef std::uint64_t type;
};
template <>
struct BitsOf<4> {
  typedef std::uint32_t type;
};

/// y[r ys + c] = x[c xs + r] for r < rows, c < cols.
template <class T>
static void turn(T* y, std::int64_t ys, const T* x, std::int64_t xs, std::int64_t rows, std::int64_t cols) {
  using Bits = typename BitsOf<sizeof(T)>::type;
  constexpr std::int64_t corner = 16 / sizeof(T);
  const std::int64_t full_rows = rows - rows % corner, full_cols = cols - cols % corner;
  for (std::int64_t r = 0; r < full_rows; r += corner)
    for (std::int64_t c = 0; c < full_cols; c += corner)
      transpose_corner(reinterpret_cast<Bits*>(y + r * ys + c), ys,
                       reinterpret_cast<const Bits*>(x + c * xs + r), xs);
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = r < full_rows ? full_cols : 0; c < cols; ++c) y[r * ys + c] = x[c * xs + r];
}

/// Up to kLanes rows of x[rows, cols], turned: element j of row l at [j][l], and 0 in lanes without a row.
template <class T>
struct Lanes {
  static constexpr std::int64_t L = kLanes<T>;
  alignas(64) T t[2 * L][L];
  void read(const T* x, std::int64_t rows, std::int64_t cols) {
    for (std::int64_t l = rows; l < L; ++l)
      for (std::int64_t j = 0; j < cols; ++j) t[j][l] = 0;
    turn(&t[0][0], L, x, cols, cols, rows);
  }
  void write(T* x, std::int64_t rows, std::int64_t cols) const { turn(x, cols, &t[0][0], L, rows, cols); }
};

/// f(element, weight's element, n) for the pieces of n consecutive elements of rows whose weights, [width] in
/// all, come round again and again; the first has the weight at `start`.
template <class F>
static void each_round(std::int64_t elements, std::int64_t start, std::int64_t width, F f) {
  for (std::int64_t k = 0; k < elements; start = 0) {
    const std::int64_t n = elements - k < width - start ? elements - k : width - start;
    f(k, start, n);
    k += n;
  }
}

/// The statistics of up to kLanes rows, and xhat = ((x - mean) - low) rstd.
template <class T>
static void narrow_forward(const T* x, std::int64_t rows, std::int64_t cols, double eps, T* xhat,
                           Statistics<T>* s) {
  constexpr std::int64_t L = kLanes<T>;
  const At<Vec<T>> lanes{0};
  Lanes<T> v;
  v.read(x, rows, cols);
  Vec<T> sum = {}, sum_d = {}, sum_d2 = {};
  for (std::int64_t j = 0; j < cols; ++j) sum += lanes(v.t[j]);
  const Vec<T> rounded = sum * T(1 / double(cols));
  for (std::int64_t j = 0; j < cols; ++j) {
    const Vec<T> d = lanes(v.t[j]) - rounded;
    sum_d += d;
    sum_d2 += d * d;
  }
  double d[L], d2[L];
  T mean[L] = {}, low[L] = {}, rstd[L] = {};
  for (std::int64_t l = 0; l < L; ++l) {
    d[l] = double(sum_d[l]);
    d2[l] = double(sum_d2[l]);
    mean[l] = rounded[l];
  }
  for (std::int64_t l = 0; l < rows; ++l) s[l].mean = mean[l];
  finish_statistics(x, rows, cols, Runs{1, cols, cols}, d, d2, eps, s);
  for (std::int64_t l = 0; l < rows; ++l) {
    mean[l] = s[l].mean;
    low[l] = s[l].low;
    rstd[l] = s[l].rstd;
  }
  for (std::int64_t j = 0; j < cols; ++j)
    lanes.put(v.t[j], ((lanes(v.t[j]) - lanes(mean)) - lanes(low)) * lanes(rstd));
  v.write(xhat, rows, cols);
}

/// g, which is dy weight of up to kLanes rows, becomes dx; xhat is a result too.
template <class T>
static void narrow_backward(T* g, const T* x, std::int64_t rows, std::int64_t cols, const T* means,
                            const T* rstds, T* xhat) {
  constexpr std::int64_t L = kLanes<T>;
  const At<Vec<T>> lanes{0};
  Lanes<T> vg, vx;
  vg.read(g, rows, cols);
  vx.read(x, rows, cols);
  T of_lanes[2][L] = {};
  for (std::int64_t l = 0; l < rows; ++l) {
    of_lanes[0][l] = means[l];
    of_lanes[1][l] = rstds[l];
  }
  const Vec<T> mean = lanes(of_lanes[0]), rstd = lanes(of_lanes[1]);
  Vec<T> sum_g = {}, sum_g_d_rstd = {}, sum_d = {};
  for (std::int64_t j = 0; j < cols; ++j) {
    const Vec<T> d = lanes(vx.t[j]) - mean, gj = lanes(vg.t[j]);
    sum_g += gj;
    sum_g_d_rstd += gj * (d * rstd);
    sum_d += d;
  }
  const T n = T(cols);
  const Vec<T> low = sum_d / n, mean_g = sum_g / n, mean_gx = (sum_g_d_rstd - low * rstd * sum_g) / n;
  for (std::int64_t j = 0; j < cols; ++j) {
    const Vec<T> h = ((lanes(vx.t[j]) - mean) - low) * rstd;
    lanes.put(vg.t[j], (lanes(vg.t[j]) - mean_g - h * mean_gx) * rstd);
    lanes.put(vx.t[j], h);
  }
  vg.write(g, rows, cols);
  vx.write(xhat, rows, cols);
}

}  // namespace wengert::kernels::WENGERT_ISA
