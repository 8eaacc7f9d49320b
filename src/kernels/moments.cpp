// The two-pass moments: mean = sum_r x_r / n, m2 = sum_r (x_r - mean)^2.
#include <limits>
#include <vector>

#include "kernels/isa.h"
#include "kernels/isa/rows.h"
#include "kernels/parallel_reduce.h"
#include "kernels/runs.h"

namespace wengert::kernels {

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
  kernels::mean<T>({x, box, center.data()});
  if (box.inner == 1) {
    const Scratch<double> d = fold_rows<2>(
        box.outer, box.reduced, [&](std::int64_t o, std::int64_t j, std::int64_t count, double* s) {
          table.row_deviations(x + o * box.reduced + j, count, center[std::size_t(o)], s, s + 1);
        });
    for (std::int64_t o = 0; o < box.outer; ++o) finish(o, center[std::size_t(o)], d[2 * o], d[2 * o + 1]);
  } else {
    const Scratch<double> d = fold_columns<2, T>(
        box.outer, box.reduced, box.inner,
        [&](std::int64_t o, std::int64_t r, std::int64_t count, std::int64_t i, std::int64_t w, auto& acc) {
          table.column_deviations(x + (o * box.reduced + r) * box.inner + i, count, w, box.inner,
                                  center.data() + o * box.inner + i, acc[0], acc[1]);
        });
    const std::int64_t columns = box.out_size();
    for (std::int64_t i = 0; i < columns; ++i) finish(i, center[std::size_t(i)], d[i], d[columns + i]);
  }
}

template void moments(const float*, Box, float*, double*);
template void moments(const double*, Box, double*, double*);

}  // namespace wengert::kernels
