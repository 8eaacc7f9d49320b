// y = f(x): the functions of elementwise.inc that take one argument.
#include "kernels/map.h"

namespace wengert::kernels::WENGERT_ISA {
namespace {

#define UNARY WENGERT_MAP
#define PREDICATE WENGERT_MAP
#include "kernels/elementwise.inc"

WENGERT_MAP(cube, Vector, [](Floating auto x) { return x * x * x; })
WENGERT_MAP(reciprocal_square, Vector, [](Floating auto x) { return 1 / (x * x); })
WENGERT_MAP(identity, Exact, [](Floating auto x) { return x; })
WENGERT_MAP(one, Exact, []<Floating T>(T) { return T(1); })

/// x^p, where it is a few multiplications.
template <class T>
void run_pow(char* const* data, const std::int64_t* stride, std::int64_t n, const double* params) {
  const double p = params[0];
  const RunFunction f = p == 2      ? run<square, T, T, T>
                        : p == 3    ? run<cube, T, T, T>
                        : p == 0.5  ? run<sqrt, T, T, T>
                        : p == -0.5 ? run<rsqrt, T, T, T>
                        : p == -1   ? run<reciprocal, T, T, T>
                        : p == -2   ? run<reciprocal_square, T, T, T>
                        : p == 1    ? run<identity, T, T, T>
                        : p == 0    ? run<one, T, T, T>
                                    : run<pow, T, T, T>;
  f(data, stride, n, params);
}

template <class F>
constexpr Functions unary_functions = functions<F, 1, false>();
template <>
constexpr Functions unary_functions<pow> = {{nullptr, nullptr, run_pow<float>, run_pow<double>},
                                            kCostlyGrain};

constexpr Functions unaries[] = {
#define UNARY(name, ...) unary_functions<name>,
#include "kernels/elementwise.inc"
};
constexpr Functions predicates[] = {
#define PREDICATE(name, ...) functions<name, 1, true>(),
#include "kernels/elementwise.inc"
};

}  // namespace

MapFunction find(Unary f, ScalarType t) { return unaries[static_cast<int>(f)][t]; }
MapFunction find(Predicate f, ScalarType t) { return predicates[static_cast<int>(f)][t]; }

}  // namespace wengert::kernels::WENGERT_ISA
