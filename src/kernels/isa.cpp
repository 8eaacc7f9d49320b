#include "kernels/isa.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>

#include "wengert/base/error.h"

namespace wengert::kernels {
namespace {

Isa best_isa() {
  Isa best = has_isa(Isa::Avx512) ? Isa::Avx512 : has_isa(Isa::Avx2) ? Isa::Avx2 : Isa::Baseline;
  const char* wanted = std::getenv("WENGERT_ISA");
  for (Isa isa : {Isa::Baseline, Isa::Avx2})
    if (wanted && std::strcmp(wanted, name_of(isa)) == 0 && isa < best) best = isa;
  return best;
}

std::atomic<int> current{-1};

}  // namespace

bool has_isa(Isa isa) {
#ifdef WENGERT_BASELINE_ONLY
  return isa == Isa::Baseline;
#else
  // What x86-64-v3 and x86-64-v4 promise to the compiler, as far as it uses it.
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  if (isa == Isa::Avx2) return avx2;
  if (isa == Isa::Avx512)
    return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
  return true;
#endif
}

Isa current_isa() {
  int isa = current.load(std::memory_order_relaxed);
  if (isa < 0) current.store(isa = static_cast<int>(best_isa()), std::memory_order_relaxed);
  return static_cast<Isa>(isa);
}

void use_isa(Isa isa) {
  if (!has_isa(isa)) throw Error(std::string("use_isa: this processor has no ") + name_of(isa));
  current.store(static_cast<int>(isa), std::memory_order_relaxed);
}

const char* name_of(Isa isa) {
  return isa == Isa::Avx512 ? "avx512" : isa == Isa::Avx2 ? "avx2" : "baseline";
}

}  // namespace wengert::kernels
