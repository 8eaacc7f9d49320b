// Which instruction set the vector loops use. The files in isa/ are compiled once for each; the best that
// this processor has is chosen at the first call.
#pragma once

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

}  // namespace wengert::kernels
