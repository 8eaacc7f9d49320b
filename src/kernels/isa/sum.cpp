// row_sums.h for the files that are compiled once.
#include "kernels/row_sums.h"

namespace wengert::kernels::WENGERT_ISA {

template <class T>
const SumTable<T>& sum_table() {
  static constexpr SumTable<T> table{
      {row_sum<Term::Value, T>, row_sum<Term::Magnitude, T>, row_sum<Term::Square, T>},
      {column_sums<Term::Value, T>, column_sums<Term::Magnitude, T>, column_sums<Term::Square, T>},
      row_deviations<T>,
      column_deviations<T>};
  return table;
}
template const SumTable<float>& sum_table<float>();
template const SumTable<double>& sum_table<double>();

}  // namespace wengert::kernels::WENGERT_ISA
