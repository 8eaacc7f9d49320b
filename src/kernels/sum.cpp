// Sums, means and norms: of all terms, along a row or down columns.
#include "kernels/math64.h"
#include "kernels/parallel_reduce.h"
#include "kernels/reduce.h"
#include "kernels/row_sums.h"

namespace wengert::kernels::WENGERT_ISA {

/// Columns fewer than a vector is wide are read as if k rows were one: [rows, width] -> [rows / k, k width].
/// Then the k partial sums of each column are added, and the rows that were left over.
template <Term term, class T>
static Scratch<double> narrow_column_sums(const T* x, std::int64_t rows, std::int64_t width);

template <Term term, class T>
static Scratch<double> all_column_sums(const T* x, Box box) {
  if (box.outer == 1 && box.inner < 32 && box.reduced >= 1024)
    return narrow_column_sums<term>(x, box.reduced, box.inner);
  return fold_columns<1, T>(
      box.outer, box.reduced, box.inner,
      [&](std::int64_t o, std::int64_t r, std::int64_t n, std::int64_t i, std::int64_t w, auto& acc) {
        column_sums<term>(x + (o * box.reduced + r) * box.inner + i, n, w, box.inner, acc[0]);
      });
}

template <Term term, class T>
static Scratch<double> narrow_column_sums(const T* x, std::int64_t rows, std::int64_t width) {
  const std::int64_t k = 64 / width, wide_rows = rows / k, rest = rows % k;
  const Scratch<double> wide = all_column_sums<term>(x, {1, wide_rows, k * width});
  Scratch<double> totals = all_column_sums<term>(x + wide_rows * k * width, {1, rest, width});
  for (std::int64_t j = 0; j < k * width; ++j) totals[j % width] += wide[j];
  return totals;
}

template <Term term, class T>
static Scratch<double> all_row_sums(const T* x, Box box) {
  return fold_rows<1>(box.outer, box.reduced, [&](std::int64_t o, std::int64_t j, std::int64_t n, double* s) {
    *s = row_sum<term>(x + o * box.reduced + j, n);
  });
}

template <Term term, class T, class Finish>
static void sums_of(const T* x, Box box, T* y, Finish finish) {
  const Scratch<double> totals = box.inner == 1 ? all_row_sums<term>(x, box) : all_column_sums<term>(x, box);
  for (std::int64_t i = 0; i < box.outer * box.inner; ++i) y[i] = T(finish(totals[i]));
}

template <class T>
void sum(const Reduce<T>& a) {
  sums_of<Term::Value>(a.x, a.box, a.y, [](double s) { return s; });
}
WENGERT_FLOATING(sum)

template <>
void sum(const Reduce<std::int64_t>& a) {
  const auto add = [](std::uint64_t s, std::int64_t x) { return s + std::uint64_t(x); };  // wraps
  fold_simply<std::uint64_t>(a.x, a.box, a.y, 0, add, [](std::uint64_t s) { return std::int64_t(s); });
}

void count(const Count& a) {
  fold_simply<std::int64_t>(
      a.x, a.box, a.y, 0, [](std::int64_t s, bool x) { return s + x; }, [](std::int64_t s) { return s; });
}

template <class T>
void mean(const Reduce<T>& a) {
  sums_of<Term::Value>(a.x, a.box, a.y, [n = double(a.box.reduced)](double s) { return s / n; });
}
WENGERT_FLOATING(mean)

template <class T>
void norm(const Norm<T>& a) {
  const double p = a.p, inf = __builtin_inf();
  const auto magnitude = [](T v) { return __builtin_fabs(double(v)); };
  const auto id = [](double s) { return T(s); };
  if (p == 1) {
    sums_of<Term::Magnitude>(a.x, a.box, a.y, [](double s) { return s; });
  } else if (p == 2) {
    sums_of<Term::Square>(a.x, a.box, a.y, [](double s) { return __builtin_sqrt(s); });
  } else if (p == 0) {
    fold_simply<double>(
        a.x, a.box, a.y, 0.0, [](double s, T v) { return s + (v != 0); }, id);
  } else if (p == inf) {
    const auto larger = [&](double s, T v) { return magnitude(v) > s || v != v ? magnitude(v) : s; };
    fold_simply<double>(a.x, a.box, a.y, 0.0, larger, id);
  } else if (p == -inf) {
    const auto smaller = [&](double s, T v) { return magnitude(v) < s || v != v ? magnitude(v) : s; };
    fold_simply<double>(a.x, a.box, a.y, inf, smaller, id);
  } else {
    fold_simply<double>(
        a.x, a.box, a.y, 0.0, [&](double s, T v) { return s + __builtin_pow(magnitude(v), p); },
        [&](double s) { return T(__builtin_pow(s, 1 / p)); });
  }
}
WENGERT_FLOATING(norm)

}  // namespace wengert::kernels::WENGERT_ISA
