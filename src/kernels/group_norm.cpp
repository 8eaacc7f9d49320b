// A row is as layer norm's, but each channel in it has a weight and a bias of its own. Long channels are taken
// one by one; for short ones weight and bias are written out, once for each value. Rows of a few values, as
// instance norm has them on small planes, are taken as norm_narrow.h says.
#include "kernels/group_norm.h"

#include "kernels/layer_norm.h"
#include "kernels/norm_narrow.h"
#include "kernels/norm_parts.h"

namespace wengert::kernels::WENGERT_ISA {

static bool has_short_channels(Groups s) { return s.inner <= 32; }

/// [channels, inner]; nothing of null.
template <class T>
static Scratch<T> written_out(const T* per_channel, Groups s) {
  Scratch<T> all(per_channel ? s.channels * s.inner : 0);
  for (std::int64_t c = 0; per_channel && c < s.channels; ++c)
    for (std::int64_t i = 0; i < s.inner; ++i) all[c * s.inner + i] = per_channel[c];
  return all;
}

/// total[c] = the sum of parts[n, c, i] over n and i.
template <class S, class T>
static void sum_parts(const S* parts, std::int64_t n, std::int64_t channels, std::int64_t inner, T* total) {
  if (!total) return;
  const Scratch<double> sum(channels);
  for (std::int64_t k = 0; k < n; ++k)
    for (std::int64_t c = 0; c < channels; ++c)
      for (std::int64_t i = 0; i < inner; ++i) sum[c] += double(*parts++);
  for (std::int64_t c = 0; c < channels; ++c) total[c] = T(sum[c]);
}

template <class T>
static void keep(const GroupNorm<T>& a, std::int64_t r, const Statistics<T>& s) {
  a.mean[r] = s.mean;
  a.rstd[r] = s.rstd;
  if (a.var) a.var[r] = T(s.var);
}

template <class T>
static void forward_narrow(const GroupNorm<T>& a, const T* weight, const T* bias, std::int64_t r,
                           std::int64_t end) {
  const std::int64_t cols = a.shape.cols(), groups = a.shape.groups;
  for (; r < end; r += kLanes<T>) {
    const std::int64_t rows = least(kLanes<T>, end - r);
    Statistics<T> s[kLanes<T>];
    T* const y = a.y + r * cols;
    narrow_forward(a.x + r * cols, rows, cols, a.eps, y, s);
    for (std::int64_t l = 0; l < rows; ++l) keep(a, r + l, s[l]);
    if (!weight && !bias) continue;
    each_round(rows * cols, r % groups * cols, groups * cols,
               [&](std::int64_t k, std::int64_t at_weight, std::int64_t n) {
                 const T *const w = from(weight, at_weight), *const b = from(bias, at_weight);
                 T* const part = y + k;
                 each<T>(n, [&](auto at) {
                   auto v = at(part);
                   if (w) v = v * at(w);
                   if (b) v = v + at(b);
                   at.put(part, v);
                 });
               });
  }
}

template <class T>
void group_norm(const GroupNorm<T>& a) {
  const Groups shape = a.shape;
  const std::int64_t cols = shape.cols(), inner = shape.inner;
  const bool in_short = has_short_channels(shape);
  const Scratch<T> weights = written_out(in_short ? a.weight : nullptr, shape),
                   biases = written_out(in_short ? a.bias : nullptr, shape);
  parallel_for(shape.rows(), items_per_block(cols), [&](std::int64_t begin, std::int64_t end) {
    if (in_short && is_narrow<T>(cols)) return forward_narrow(a, weights.data(), biases.data(), begin, end);
    each_few_sets(begin, end, cols, [&](std::int64_t r, std::int64_t rows) {
      Statistics<T> s[kSets];
      statistics(a.x + r * cols, rows, cols, Runs{1, cols, cols}, a.eps, s);
      for (std::int64_t i = 0; i < rows; ++i, ++r) {
        const std::int64_t group = r % shape.groups, c0 = group * shape.per_group();
        const T* const x = a.x + r * cols;
        T* const y = a.y + r * cols;
        if (in_short) {
          row_forward(x, cols, s[i], from(weights.data(), group * cols), from(biases.data(), group * cols),
                      y);
        } else {
          for (std::int64_t j = 0; j < shape.per_group(); ++j)
            run_forward(x + j * inner, inner, s[i].mean, s[i].low,
                        scale_of(s[i].rstd, from(a.weight, c0 + j)), a.bias ? a.bias[c0 + j] : T(0),
                        y + j * inner);
        }
        keep(a, r, s[i]);
      }
    });
  });
}
WENGERT_FLOATING(group_norm)

/// Adds the shares of rows r ... end to dweight and dbias, which are written out as weight is.
template <class T>
static void backward_narrow(const GroupNormBackward<T>& a, const T* weight, std::int64_t r, std::int64_t end,
                            T* dweight, T* dbias) {
  const std::int64_t cols = a.shape.cols(), width = a.shape.groups * cols;
  alignas(64) T g[2 * kLanes<T> * kLanes<T>], xhat[2 * kLanes<T> * kLanes<T>];
  for (; r < end; r += kLanes<T>) {
    const std::int64_t rows = least(kLanes<T>, end - r), elements = rows * cols, start = r * cols % width;
    const T* const dy = a.dy + r * cols;
    each_round(elements, start, width, [&](std::int64_t k, std::int64_t at_weight, std::int64_t n) {
      const T *const from_dy = dy + k, *const w = from(weight, at_weight);
      T* const to = g + k;
      each<T>(n, [&](auto at) { at.put(to, w ? at(from_dy) * at(w) : at(from_dy)); });
    });
    narrow_backward(g, a.x + r * cols, rows, cols, a.mean + r, a.rstd + r, xhat);
    each_round(elements, start, width, [&](std::int64_t k, std::int64_t at_weight, std::int64_t n) {
      const T *const from_dy = dy + k, *const h = xhat + k;
      T *const dw = from(dweight, at_weight), *const db = from(dbias, at_weight);
      each<T>(n, [&](auto at) {
        if (dw) at.put(dw, at(dw) + at(from_dy) * at(h));
        if (db) at.put(db, at(db) + at(from_dy));
      });
    });
    if (!a.dx) continue;
    T* const dx = a.dx + r * cols;
    const T* const done = g;
    each<T>(elements, [&](auto at) { at.put(dx, at(done)); });
  }
}

template <class T>
static void backward_short(const GroupNormBackward<T>& a) {
  const Groups s = a.shape;
  const std::int64_t width = s.channels * s.inner;
  const Scratch<T> weights = written_out(a.weight, s), dweight(a.dweight ? width : 0),
                   dbias(a.dbias ? width : 0);
  if (is_narrow<T>(s.cols()))
    sum_over_samples(s.n, width, 16, dweight.data(), dbias.data(),
                     [&](std::int64_t begin, std::int64_t end, T* dw, T* db) {
                       backward_narrow(a, weights.data(), begin * s.groups, end * s.groups, dw, db);
                     });
  else
    layer_norm_backward<T>({a.dy, a.x, a.mean, a.rstd, weights.data(), s.rows(), s.cols(), a.dx,
                            dweight.data(), dbias.data(), s.groups});
  sum_parts(dweight.data(), 1, s.channels, s.inner, a.dweight);
  sum_parts(dbias.data(), 1, s.channels, s.inner, a.dbias);
}

template <class T>
static void backward_row(const GroupNormBackward<T>& a, std::int64_t r, double* dweight, double* dbias) {
  const std::int64_t inner = a.shape.inner, channels = a.shape.per_group(), cols = a.shape.cols();
  const T *const dy = a.dy + r * cols, *const x = a.x + r * cols;
  const T* const weight = from(a.weight, r % a.shape.groups * channels);
  const double n = double(cols), rstd = double(a.rstd[r]);
  GradientSums row;  // of g = dy weight, while those of the channels are of dy
  for (std::int64_t c = 0; c < channels; ++c) {
    GradientSums s;
    add_run(s, dy + c * inner, x + c * inner, inner, a.mean[r], a.rstd[r]);
    dbias[c] = s.g;
    dweight[c] = s.g_d_rstd;
    const double w = weight ? double(weight[c]) : 1;
    row.g += w * s.g;
    row.g_d_rstd += w * s.g_d_rstd;
    row.d += s.d;
  }
  const double low = row.low(n);
  for (std::int64_t c = 0; c < channels; ++c) dweight[c] -= low * rstd * dbias[c];
  if (!a.dx) return;
  RunGradient<T> run{a.mean[r], T(low), a.rstd[r], T(1), T(row.g / n), T(row.g_xhat(n, rstd) / n), a.rstd[r]};
  for (std::int64_t c = 0; c < channels; ++c) {
    if (weight) run.weight = weight[c];
    run_backward(dy + c * inner, x + c * inner, inner, run, a.dx + r * cols + c * inner);
  }
}

template <class T>
static void backward_long(const GroupNormBackward<T>& a) {
  const Groups s = a.shape;
  const Scratch<double> dweight(s.n * s.channels), dbias(s.n * s.channels);
  parallel_for(s.rows(), items_per_block(s.cols()), [&](std::int64_t r, std::int64_t end) {
    for (; r < end; ++r)
      backward_row(a, r, dweight.data() + r * s.per_group(), dbias.data() + r * s.per_group());
  });
  sum_parts(dweight.data(), s.n, s.channels, 1, a.dweight);
  sum_parts(dbias.data(), s.n, s.channels, 1, a.dbias);
}

template <class T>
void group_norm_backward(const GroupNormBackward<T>& a) {
  (has_short_channels(a.shape) ? backward_short<T> : backward_long<T>)(a);
  if (a.dx && a.shape.cols() == 1)  // without the last bits of g - mean(g)
    for (std::int64_t r = 0; r < a.shape.rows(); ++r) a.dx[r] = 0;
}
WENGERT_FLOATING(group_norm_backward)

}  // namespace wengert::kernels::WENGERT_ISA
