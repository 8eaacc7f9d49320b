#include "kernels/optim.h"

#include <type_traits>

#include "kernels/isa.h"
#include "kernels/parallel.h"

namespace wengert::kernels {
namespace {

template <class T>
const OptimTable<T>& table() {
#ifdef WENGERT_BASELINE_ONLY
  constexpr const OptimTable<float>* floats[] = {&baseline::optim_float};
  constexpr const OptimTable<double>* doubles[] = {&baseline::optim_double};
#else
  constexpr const OptimTable<float>* floats[] = {&baseline::optim_float, &avx2::optim_float,
                                                 &avx512::optim_float};
  constexpr const OptimTable<double>* doubles[] = {&baseline::optim_double, &avx2::optim_double,
                                                   &avx512::optim_double};
#endif
  const int isa = static_cast<int>(current_isa());
  if constexpr (std::is_same_v<T, float>)
    return *floats[isa];
  else
    return *doubles[isa];
}

/// An array that may be missing, from element i on.
template <class T>
T* from(T* array, std::int64_t i) {
  return array ? array + i : nullptr;
}

/// f(rule, n, arrays...) in blocks that threads share.
template <class Rule, class Function, class... Arrays>
void in_blocks(const Rule& rule, Function f, std::int64_t n, Arrays... arrays) {
  parallel_for(n, kCheapGrain,
               [&](std::int64_t begin, std::int64_t end) { f(rule, end - begin, from(arrays, begin)...); });
}

}  // namespace

template <class T>
void sgd(const SgdRule& rule, std::int64_t n, T* p, const T* dp, T* buffer) {
  in_blocks(rule, table<T>().sgd, n, p, dp, buffer);
}
template <class T>
void adam(const AdamRule& rule, std::int64_t n, T* p, const T* dp, T* m, T* v, T* largest) {
  in_blocks(rule, table<T>().adam, n, p, dp, m, v, largest);
}
template <class T>
void rmsprop(const RmspropRule& rule, std::int64_t n, T* p, const T* dp, T* v, T* mean, T* buffer) {
  in_blocks(rule, table<T>().rmsprop, n, p, dp, v, mean, buffer);
}
template <class T>
void adagrad(const AdagradRule& rule, std::int64_t n, T* p, const T* dp, T* sum) {
  in_blocks(rule, table<T>().adagrad, n, p, dp, sum);
}

template void sgd(const SgdRule&, std::int64_t, float*, const float*, float*);
template void sgd(const SgdRule&, std::int64_t, double*, const double*, double*);
template void adam(const AdamRule&, std::int64_t, float*, const float*, float*, float*, float*);
template void adam(const AdamRule&, std::int64_t, double*, const double*, double*, double*, double*);
template void rmsprop(const RmspropRule&, std::int64_t, float*, const float*, float*, float*, float*);
template void rmsprop(const RmspropRule&, std::int64_t, double*, const double*, double*, double*, double*);
template void adagrad(const AdagradRule&, std::int64_t, float*, const float*, float*);
template void adagrad(const AdagradRule&, std::int64_t, double*, const double*, double*);

}  // namespace wengert::kernels
