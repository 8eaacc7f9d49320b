// What the elementwise files of isa/ offer to the files above: tables of functions on runs, one set for each
// instruction set. This header is included on both sides, so it declares and defines no function.
#pragma once
#include <cstdint>

#include "kernels/map_list.h"

namespace wengert::kernels {

/// What a kernel does to a run of n elements. data[k] is operand k's first element, operand 0 the output;
/// stride[k] counts elements. params are the map's p and q. It must not throw.
using RunFunction = void (*)(char* const* data, const std::int64_t* stride, std::int64_t n,
                             const double* params);

/// y[r ys + c] = x[c xs + r] for r < rows, c < cols, in elements. `stream`: past the caches.
using TransposeFunction = void (*)(char* y, std::int64_t ys, const char* x, std::int64_t xs,
                                   std::int64_t rows, std::int64_t cols, bool stream);

/// The element types in the order of ScalarType: bool, int64, float32, float64.
inline constexpr int kTypes = 4;

// A null entry: the map has no meaning for this type.
struct UnaryTable {
  RunFunction map[static_cast<int>(Unary::kCount)][kTypes];
  RunFunction test[static_cast<int>(Test::kCount)][kTypes];
};

struct BinaryTable {
  RunFunction map[static_cast<int>(Binary::kCount)][kTypes];
  RunFunction compare[static_cast<int>(Comparison::kCount)][kTypes];
  RunFunction ternary[static_cast<int>(Ternary::kCount)][kTypes];
};

struct MoveTable {
  RunFunction where[kTypes];
  RunFunction cast[kTypes][kTypes];  // [to][from]
  TransposeFunction transpose[kTypes];
};

namespace baseline {
extern const UnaryTable unary_table;
extern const BinaryTable binary_table;
extern const MoveTable move_table;
}  // namespace baseline
namespace avx2 {
extern const UnaryTable unary_table;
extern const BinaryTable binary_table;
extern const MoveTable move_table;
}  // namespace avx2
namespace avx512 {
extern const UnaryTable unary_table;
extern const BinaryTable binary_table;
extern const MoveTable move_table;
}  // namespace avx512

}  // namespace wengert::kernels
