// Runs a test once for each instruction set that this processor has.
#pragma once
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "kernels/isa.h"

template <class F>
void for_each_isa(F f) {
  using wengert::kernels::Isa;
  const Isa before = wengert::kernels::current_isa();
  for (Isa isa : {Isa::Baseline, Isa::Avx2, Isa::Avx512}) {
    if (!wengert::kernels::has_isa(isa)) continue;
    CAPTURE(std::string(wengert::kernels::name_of(isa)));
    wengert::kernels::use_isa(isa);
    f();
  }
  wengert::kernels::use_isa(before);
}

/// The same bits, or both NaN: which NaN an operation gives depends on the order of its operands.
template <class T>
bool same_bits(const T* a, const T* b, std::int64_t n, std::int64_t step_a = 1, std::int64_t step_b = 1) {
  for (std::int64_t i = 0; i < n; ++i, a += step_a, b += step_b)
    if (std::memcmp(a, b, sizeof(T)) != 0 && !(*a != *a && *b != *b)) return false;
  return true;
}
