// Short sums of x, |x|, x^2 and of deviations, along rows and down columns.
#include "kernels/isa/lanes.h"
#include "kernels/isa/rows.h"

namespace wengert::kernels::WENGERT_ISA {

template <Term term, class V>
static inline V map(V x) {
  if constexpr (term == Term::Value) return x;
  if constexpr (term == Term::Magnitude) return x < 0 ? -x : x;
  if constexpr (term == Term::Square) return x * x;
}

template <Term term, class T>
static double row(const T* x, std::int64_t n) {
  double s[1];
  sums<1, T>(
      n, [&](auto at, auto& sum) { sum[0] += map<term>(at(x)); }, s);
  return s[0];
}

// Four rows at a time, so that acc is read and written once for four.
template <Term term, class T>
static void columns(const T* x, std::int64_t rows, std::int64_t width, std::int64_t stride, T* acc) {
  std::int64_t r = 0;
  for (; r + 4 <= rows; r += 4, x += 4 * stride)
    each<T>(width, [&](auto at) {
      at.put(acc, at(acc) + ((map<term>(at(x)) + map<term>(at(x + stride))) +
                             (map<term>(at(x + 2 * stride)) + map<term>(at(x + 3 * stride)))));
    });
  for (; r < rows; ++r, x += stride)
    each<T>(width, [&](auto at) { at.put(acc, at(acc) + map<term>(at(x))); });
}

template <class T>
static void row_deviations(const T* x, std::int64_t n, T center, double* d, double* d2) {
  double s[2];
  sums<2, T>(
      n,
      [&](auto at, auto& sum) {
        const auto e = at(x) - center;
        sum[0] += e;
        sum[1] += e * e;
      },
      s);
  *d = s[0];
  *d2 = s[1];
}

template <class T>
static void column_deviations(const T* x, std::int64_t rows, std::int64_t width, std::int64_t stride,
                              const T* center, T* d, T* d2) {
  std::int64_t r = 0;
  for (; r + 4 <= rows; r += 4, x += 4 * stride)
    each<T>(width, [&](auto at) {
      const auto c = at(center);
      const auto e0 = at(x) - c, e1 = at(x + stride) - c, e2 = at(x + 2 * stride) - c,
                 e3 = at(x + 3 * stride) - c;
      at.put(d, at(d) + ((e0 + e1) + (e2 + e3)));
      at.put(d2, at(d2) + ((e0 * e0 + e1 * e1) + (e2 * e2 + e3 * e3)));
    });
  for (; r < rows; ++r, x += stride)
    each<T>(width, [&](auto at) {
      const auto e = at(x) - at(center);
      at.put(d, at(d) + e);
      at.put(d2, at(d2) + e * e);
    });
}

template <class T>
const SumTable<T>& sum_table() {
  static constexpr SumTable<T> table{
      {row<Term::Value, T>, row<Term::Magnitude, T>, row<Term::Square, T>},
      {columns<Term::Value, T>, columns<Term::Magnitude, T>, columns<Term::Square, T>},
      row_deviations<T>,
      column_deviations<T>};
  return table;
}
template const SumTable<float>& sum_table<float>();
template const SumTable<double>& sum_table<double>();

}  // namespace wengert::kernels::WENGERT_ISA
