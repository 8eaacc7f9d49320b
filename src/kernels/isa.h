// One kernel source, three instruction sets. A file of this folder whose code stands in
//
//   namespace wengert::kernels::WENGERT_ISA {
//
// is compiled once for each (CMakeLists.txt), WENGERT_ISA being baseline, avx2 or avx512; the best that this
// processor has is chosen at each call. To write a kernel:
//
//   kernels/scale.h:    template <class T>
//                       struct Scale {  // y = a x
//                         const T* x;
//                         std::int64_t n;
//                         T a;
//                         T* y;
//                       };
//                       WENGERT_KERNEL(scale, Scale)
//
//   kernels/scale.cpp:  template <class T>
//                       void scale(const Scale<T>& s) {
//                         parallel_for(s.n, kCheapGrain, [&](std::int64_t begin, std::int64_t end) {
//                           for (std::int64_t i = begin; i < end; ++i) s.y[i] = s.a * s.x[i];
//                         });
//                       }
//                       WENGERT_FLOATING(scale)
//
//   who calls it:       kernels::scale<T>({.x = x, .n = n, .a = 2, .y = y});
//
// Such a file must not use inline functions that other files may use as well, those of the standard library
// (std::min, std::vector) in particular: the linker keeps any one copy of them, and the one compiled for
// AVX-512 kills older processors. simd.h, scratch.h and math.h have what it needs; tests/kernels/isa_symbols.sh
// looks for offenders. A helper is static, in the namespace above, or WENGERT_INLINE.
#pragma once

#define WENGERT_INLINE [[gnu::always_inline]] inline

namespace wengert::kernels {

enum class Isa { Baseline, Avx2, Avx512 };

/// Whether this processor (and this build) runs code compiled for it.
bool has_isa(Isa isa);
/// The one in use: the best of has_isa(), or a lower one named in the environment (WENGERT_ISA=baseline,
/// avx2).
Isa current_isa();
/// Changes it, for tests. Throws Error if has_isa() is false.
void use_isa(Isa isa);
/// "baseline", "avx2" or "avx512".
const char* name_of(Isa isa);

#ifdef WENGERT_BASELINE_ONLY
#define WENGERT_EACH_ISA(...) \
  namespace baseline {        \
  __VA_ARGS__                 \
  }
#define WENGERT_CHOOSE(what) (baseline::what)
#else
#define WENGERT_EACH_ISA(...) \
  namespace baseline {        \
  __VA_ARGS__                 \
  }                           \
  namespace avx2 {            \
  __VA_ARGS__                 \
  }                           \
  namespace avx512 {          \
  __VA_ARGS__                 \
  }
#define WENGERT_CHOOSE(what) \
  (current_isa() == Isa::Avx512 ? avx512::what : current_isa() == Isa::Avx2 ? avx2::what : baseline::what)
#endif

/// Declares name<T>(const Arguments<T>&): its three versions, and the function that calls the best of them.
#define WENGERT_KERNEL(name, Arguments)                                     \
  WENGERT_EACH_ISA(template <class T> void name(const Arguments<T>& args);) \
  template <class T>                                                        \
  void name(const Arguments<T>& args) {                                     \
    WENGERT_CHOOSE(name<T>)(args);                                          \
  }

/// The same for a kernel of one element type: name(const Arguments&).
#define WENGERT_UNTYPED_KERNEL(name, Arguments)       \
  WENGERT_EACH_ISA(void name(const Arguments& args);) \
  inline void name(const Arguments& args) { WENGERT_CHOOSE(name)(args); }

/// Compiles a kernel for both floating-point types.
#define WENGERT_FLOATING(name)                \
  template decltype(name<float>) name<float>; \
  template decltype(name<double>) name<double>;

}  // namespace wengert::kernels
