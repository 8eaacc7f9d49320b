// y = f(a, b): the functions of elementwise.inc that take two arguments.
#include "kernels/map.h"

namespace wengert::kernels::WENGERT_ISA {
namespace {

#define BINARY WENGERT_MAP
#define COMPARISON WENGERT_MAP
#include "kernels/elementwise.inc"

constexpr Functions binaries[] = {
#define BINARY(name, ...) functions<name, 2, false>(),
#include "kernels/elementwise.inc"
};
constexpr Functions comparisons[] = {
#define COMPARISON(name, ...) functions<name, 2, true>(),
#include "kernels/elementwise.inc"
};

}  // namespace

MapFunction find(Binary f, ScalarType t) { return binaries[static_cast<int>(f)][t]; }
MapFunction find(Comparison f, ScalarType t) { return comparisons[static_cast<int>(f)][t]; }

}  // namespace wengert::kernels::WENGERT_ISA
