// y = x as another element type.
#include "kernels/map.h"

namespace wengert::kernels::WENGERT_ISA {
namespace {

template <class To>
struct Cast : Exact {
  template <Any From>
  static To f(From x) {
    if constexpr (Same<To, bool>) {
      return x != 0;
    } else if constexpr (Same<To, Int> && Floating<From>) {
      return to_int64(x);
    } else {
      return static_cast<To>(x);
    }
  }
};

template <class To>
constexpr Functions casts_to = {{run<Cast<To>, To, To, bool>, run<Cast<To>, To, To, Int>,
                                 run<Cast<To>, To, To, float>, run<Cast<To>, To, To, double>},
                                kCheapGrain};
constexpr Functions casts[] = {casts_to<bool>, casts_to<Int>, casts_to<float>, casts_to<double>};

}  // namespace

MapFunction find_cast(ScalarType to, ScalarType from) { return casts[static_cast<int>(to)][from]; }

}  // namespace wengert::kernels::WENGERT_ISA
