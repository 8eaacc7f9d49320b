// y = f(a, b, c): the functions of elementwise.inc that take three arguments, and the choice between two.
#include "kernels/map.h"

namespace wengert::kernels::WENGERT_ISA {
namespace {

#define TERNARY WENGERT_MAP
#include "kernels/elementwise.inc"

constexpr Functions ternaries[] = {
#define TERNARY(name, ...) functions<name, 3, false>(),
#include "kernels/elementwise.inc"
};

WENGERT_MAP(choose, Exact, []<class T>(bool condition, T a, T b) { return condition ? a : b; })

/// Values that are only moved are integers of their size.
template <class T>
constexpr RunFunction run_choose = &run<choose, T, T, bool, T, T>;
constexpr Functions chooses = {{run_choose<std::uint8_t>, run_choose<std::uint64_t>,
                                run_choose<std::uint32_t>, run_choose<std::uint64_t>},
                               kCheapGrain};

}  // namespace

MapFunction find(Ternary f, ScalarType t) { return ternaries[static_cast<int>(f)][t]; }
MapFunction find_where(ScalarType t) { return chooses[t]; }

}  // namespace wengert::kernels::WENGERT_ISA
