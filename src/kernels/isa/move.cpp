// Kernels that move values: choice, conversion, transposition.
#include "kernels/elementwise.h"
#include "kernels/transpose.h"

namespace wengert::kernels::WENGERT_ISA {
namespace {

/// Values that are only moved are integers of their size.
using Byte = std::uint8_t;
using Word = std::uint32_t;
using Long = std::uint64_t;

struct where : Exact {
  template <class T>
  static T f(bool condition, T a, T b) {
    return condition ? a : b;
  }
};

template <class To>
struct cast : Exact {
  template <Any From>
  static To f(From x) {
    if constexpr (Same<To, bool>) {
      return x != 0;
    } else if constexpr (Same<To, std::int64_t> && Floating<From>) {
      return to_int64(x);
    } else {
      return static_cast<To>(x);
    }
  }
};

template <class To, class From>
constexpr RunFunction run_cast = &run<cast<To>, To, To, From>;
template <class T>
constexpr RunFunction run_where = &run<where, T, T, bool, T, T>;

}  // namespace

extern constexpr MoveTable move_table = {
    {run_where<Byte>, run_where<Long>, run_where<Word>, run_where<Long>},
    {{run_cast<bool, bool>, run_cast<bool, std::int64_t>, run_cast<bool, float>, run_cast<bool, double>},
     {run_cast<std::int64_t, bool>, run_cast<std::int64_t, std::int64_t>, run_cast<std::int64_t, float>,
      run_cast<std::int64_t, double>},
     {run_cast<float, bool>, run_cast<float, std::int64_t>, run_cast<float, float>, run_cast<float, double>},
     {run_cast<double, bool>, run_cast<double, std::int64_t>, run_cast<double, float>,
      run_cast<double, double>}},
    {transpose<Byte>, transpose<Long>, transpose<Word>, transpose<Long>}};

}  // namespace wengert::kernels::WENGERT_ISA
