// The two-pass moments: mean = sum_r x_r / n, m2 = sum_r (x_r - mean)^2.
#include "kernels/norm_statistics.h"
#include "kernels/parallel_reduce.h"
#include "kernels/reduce.h"

namespace wengert::kernels::WENGERT_ISA {

template <class T>
void moments(const Moments<T>& a) {
  const Box box = a.box;
  const std::int64_t n = box.reduced, columns = box.out_size();
  const Runs runs{n, 1, box.inner};
  const auto finish = [&](std::int64_t i, const Statistics<T>& s) {
    if (a.mean) a.mean[i] = T(double(s.mean) + double(s.low));
    a.m2[i] = s.var * double(n);
  };
  if (n == 0) {
    for (std::int64_t i = 0; i < columns; ++i) finish(i, {T(__builtin_nan("")), 0, 0, 0});
    return;
  }
  if (box.inner == 1 && (box.outer >= 16 || n <= 2 * kCheapGrain)) {
    parallel_for(box.outer, items_per_block(n), [&](std::int64_t o, std::int64_t end) {
      for (; o < end; ++o) {  // the second pass finds the row in cache
        Statistics<T> s;
        statistics(a.x + o * n, 1, 0, Runs{1, n, n}, 0, &s);
        finish(o, s);
      }
    });
    return;
  }
  const Scratch<T> center(columns);
  mean<T>({a.x, box, center.data()});
  const bool rows = box.inner == 1;
  const Scratch<double> d =
      rows ? fold_rows<2>(box.outer, n,
                          [&](std::int64_t o, std::int64_t j, std::int64_t count, double* s) {
                            row_deviations(a.x + o * n + j, count, center[o], s, s + 1);
                          })
           : fold_columns<2, T>(box.outer, n, box.inner,
                                [&](std::int64_t o, std::int64_t r, std::int64_t count, std::int64_t i,
                                    std::int64_t w, auto& acc) {
                                  column_deviations(a.x + (o * n + r) * box.inner + i, count, w, box.inner,
                                                    center.data() + o * box.inner + i, acc[0], acc[1]);
                                });
  for (std::int64_t i = 0; i < columns; ++i) {
    Statistics<T> s{center[i], 0, 0, 0};
    finish_statistics(a.x + i / box.inner * n * box.inner + i % box.inner, 1, 0, runs,
                      rows ? &d[2 * i] : &d[i], rows ? &d[2 * i + 1] : &d[columns + i], 0, &s);
    finish(i, s);
  }
}
WENGERT_FLOATING(moments)

}  // namespace wengert::kernels::WENGERT_ISA
