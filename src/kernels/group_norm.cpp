// A row is as layer norm's, but each channel in it has a weight and a bias of its own. Long channels are taken
// one by one; for short ones weight and bias are written out, once for each value.
#include "kernels/group_norm.h"

#include "kernels/layer_norm.h"
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
void group_norm(const GroupNorm<T>& a) {
  const Groups shape = a.shape;
  const std::int64_t cols = shape.cols(), inner = shape.inner;
  const bool in_short = has_short_channels(shape);
  const Scratch<T> weights = written_out(in_short ? a.weight : nullptr, shape),
                   biases = written_out(in_short ? a.bias : nullptr, shape);
  parallel_for(shape.rows(), items_per_block(cols), [&](std::int64_t begin, std::int64_t end) {
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
        a.mean[r] = s[i].mean;
        a.rstd[r] = s[i].rstd;
        if (a.var) a.var[r] = T(s[i].var);
      }
    });
  });
}
WENGERT_FLOATING(group_norm)

template <class T>
static void backward_short(const GroupNormBackward<T>& a) {
  const Groups s = a.shape;
  const std::int64_t width = s.channels * s.inner;
  const Scratch<T> weights = written_out(a.weight, s), dweight(a.dweight ? width : 0),
                   dbias(a.dbias ? width : 0);
  layer_norm_backward<T>({a.dy, a.x, a.mean, a.rstd, weights.data(), s.rows(), s.cols(), a.dx, dweight.data(),
                          dbias.data(), s.groups});
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
