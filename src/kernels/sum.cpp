// sum, mean, and the two-pass moments:
//   sum = sum_r x_r,  mean = sum / n,  m2 = sum_r (x_r - mean)^2
#include <cmath>
#include <limits>

#include "kernels/parallel_reduce.h"
#include "kernels/isa.h"
#include "kernels/isa/rows.h"
#include "kernels/runs.h"

namespace wengert::kernels {
namespace {

// Columns fewer than a vector is wide are read as if k rows were one: [rows, width] -> [rows / k, k width].
// Then the k partial sums of each column are added, and the rows that were left over.
template <class T>
std::vector<double> narrow_column_sums(const T* x, std::int64_t rows, std::int64_t width, Term term);

template <class T>
std::vector<double> column_sums(const T* x, Box box, Term term) {
  if (box.outer == 1 && box.inner < 32 && box.reduced >= 1024)
    return narrow_column_sums(x, box.reduced, box.inner, term);
  const auto columns = WENGERT_BEST(sum_table<T>).columns[int(term)];
  return fold_columns<1, T>(
      box.outer, box.reduced, box.inner,
      [&](std::int64_t o, std::int64_t r, std::int64_t n, std::int64_t i, std::int64_t w, auto& acc) {
        columns(x + (o * box.reduced + r) * box.inner + i, n, w, box.inner, acc[0]);
      });
}

template <class T>
std::vector<double> narrow_column_sums(const T* x, std::int64_t rows, std::int64_t width, Term term) {
  const std::int64_t k = 64 / width, wide_rows = rows / k, rest = rows % k;
  const std::vector<double> wide = column_sums(x, {1, wide_rows, k * width}, term);
  std::vector<double> totals = column_sums(x + wide_rows * k * width, {1, rest, width}, term);
  for (std::int64_t j = 0; j < k * width; ++j) totals[std::size_t(j % width)] += wide[std::size_t(j)];
  return totals;
}

template <class T>
std::vector<double> row_sums(const T* x, Box box, Term term) {
  const auto row = WENGERT_BEST(sum_table<T>).row[int(term)];
  return fold_rows<1>(box.outer, box.reduced, [&](std::int64_t o, std::int64_t j, std::int64_t n, double* s) {
    *s = row(x + o * box.reduced + j, n);
  });
}

template <class T, class Finish>
void sums(const T* x, Box box, Term term, T* y, Finish finish) {
  const std::vector<double> totals = box.inner == 1 ? row_sums(x, box, term) : column_sums(x, box, term);
  for (std::int64_t i = 0; i < box.out_size(); ++i) y[i] = T(finish(totals[std::size_t(i)]));
}

}  // namespace

template <class T>
void sum(const T* x, Box box, T* y) {
  if constexpr (std::is_same_v<T, std::int64_t>) {
    const auto add = [](std::uint64_t a, std::int64_t b) { return a + std::uint64_t(b); };  // wraps
    fold_simply<std::uint64_t>(x, box, y, 0, add, [](std::uint64_t a) { return std::int64_t(a); });
  } else {
    sums(x, box, Term::Value, y, [](double s) { return s; });
  }
}

void sum(const bool* x, Box box, std::int64_t* y) {
  fold_simply<std::int64_t>(
      x, box, y, 0, [](std::int64_t a, bool b) { return a + b; }, [](std::int64_t a) { return a; });
}

template <class T>
void mean(const T* x, Box box, T* y) {
  sums(x, box, Term::Value, y, [n = double(box.reduced)](double s) { return s / n; });
}

template <class T>
void moments(const T* x, Box box, T* mean, double* m2) {
  const double n = double(box.reduced);
  const SumTable<T>& table = WENGERT_BEST(sum_table<T>);
  // The deviations are taken from the mean as rounded to T (exact for values near it); what the rounding
  // lost, d / n, is put back at the end.
  const auto finish = [&](std::int64_t i, T center, double d, double d2) {
    if (box.reduced == 0) {
      if (mean) mean[i] = std::numeric_limits<T>::quiet_NaN();
      if (m2) m2[i] = 0;
      return;
    }
    const Statistics<T> s = finish_statistics(x + i / box.inner * box.reduced * box.inner + i % box.inner,
                                              Runs{box.reduced, 1, box.inner}, center, d, d2, 0);
    if (mean) mean[i] = T(double(s.mean) + double(s.low));
    if (m2) m2[i] = s.var * n;
  };
  if (box.inner == 1 && (box.outer >= 16 || box.reduced <= 2 * kCheapGrain)) {
    parallel_for(box.outer, items_per_block(box.reduced), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t o = begin; o < end; ++o) {  // the second pass finds the row in cache
        const T* row = x + o * box.reduced;
        const T center = T(table.row[int(Term::Value)](row, box.reduced) / n);
        double d, d2;
        table.row_deviations(row, box.reduced, center, &d, &d2);
        finish(o, center, d, d2);
      }
    });
    return;
  }
  std::vector<T> center(std::size_t(box.out_size()));
  kernels::mean(x, box, center.data());
  if (box.inner == 1) {
    const std::vector<double> d = fold_rows<2>(
        box.outer, box.reduced, [&](std::int64_t o, std::int64_t j, std::int64_t count, double* s) {
          table.row_deviations(x + o * box.reduced + j, count, center[std::size_t(o)], s, s + 1);
        });
    for (std::size_t o = 0; o < center.size(); ++o)
      finish(std::int64_t(o), center[o], d[2 * o], d[2 * o + 1]);
  } else {
    const std::vector<double> d = fold_columns<2, T>(
        box.outer, box.reduced, box.inner,
        [&](std::int64_t o, std::int64_t r, std::int64_t count, std::int64_t i, std::int64_t w, auto& acc) {
          table.column_deviations(x + (o * box.reduced + r) * box.inner + i, count, w, box.inner,
                                  center.data() + o * box.inner + i, acc[0], acc[1]);
        });
    const std::size_t columns = center.size();
    for (std::size_t i = 0; i < columns; ++i) finish(std::int64_t(i), center[i], d[i], d[columns + i]);
  }
}

template <class T>
void norm(const T* x, Box box, double p, T* y) {
  const auto magnitude = [](T v) { return std::fabs(double(v)); };
  const auto id = [](double a) { return T(a); };
  if (p == 1) {
    sums(x, box, Term::Magnitude, y, [](double s) { return s; });
  } else if (p == 2) {
    sums(x, box, Term::Square, y, [](double s) { return std::sqrt(s); });
  } else if (p == 0) {
    fold_simply<double>(
        x, box, y, 0.0, [](double a, T v) { return a + (v != 0); }, id);
  } else if (p == std::numeric_limits<double>::infinity()) {
    const auto larger = [&](double a, T v) { return magnitude(v) > a || v != v ? magnitude(v) : a; };
    fold_simply<double>(x, box, y, 0.0, larger, id);
  } else if (p == -std::numeric_limits<double>::infinity()) {
    const auto smaller = [&](double a, T v) { return magnitude(v) < a || v != v ? magnitude(v) : a; };
    fold_simply<double>(x, box, y, std::numeric_limits<double>::infinity(), smaller, id);
  } else {
    fold_simply<double>(
        x, box, y, 0.0, [&](double a, T v) { return a + std::pow(magnitude(v), p); },
        [&](double s) { return T(std::pow(s, 1 / p)); });
  }
}

template void sum(const float*, Box, float*);
template void sum(const double*, Box, double*);
template void sum(const std::int64_t*, Box, std::int64_t*);
template void mean(const float*, Box, float*);
template void mean(const double*, Box, double*);
template void moments(const float*, Box, float*, double*);
template void moments(const double*, Box, double*, double*);
template void norm(const float*, Box, double, float*);
template void norm(const double*, Box, double, double*);

}  // namespace wengert::kernels
