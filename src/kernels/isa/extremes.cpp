// The largest and the smallest of a row. NaN wins over everything.
#include "kernels/isa/lanes.h"
#include "kernels/isa/rows.h"

namespace wengert::kernels::WENGERT_ISA {

template <class T>
const ExtremesTable<T>& extremes_table() {
  static constexpr ExtremesTable<T> table{extreme<Larger, T>, extreme<Smaller, T>};
  return table;
}
template const ExtremesTable<float>& extremes_table<float>();
template const ExtremesTable<double>& extremes_table<double>();

}  // namespace wengert::kernels::WENGERT_ISA
