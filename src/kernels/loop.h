// The box of elements that an elementwise kernel visits, reduced to as few dimensions as its strides allow.
#pragma once
#include <cstdint>
#include <initializer_list>

#include "wengert/base/shape.h"

namespace wengert::kernels {

/// An n-d box with a stride for each of up to four operands, operand 0 being the output. Strides count
/// elements; 0 repeats an element along a dimension (broadcasting; not in the output). Dimension 0 is the
/// innermost.
struct Loop {
  static constexpr int kMaxOperands = 4;
  int ndim = 0;
  int operands = 0;
  std::int64_t numel = 0;
  std::int64_t size[kMaxDims];
  std::int64_t stride[kMaxDims][kMaxOperands];  // [dimension][operand]

  Loop() {}  // NOLINT: sizes and strides stay unset, a Loop is made for every operation

  /// A loop over a box of these sizes, operand k with strides[k] (row-major order, one for each size). Drops
  /// dimensions of size 1, puts those with small strides inside, and merges neighbours that are contiguous
  /// for all operands: operands that are permuted alike but dense become a single run.
  Loop(IntArrayRef sizes, std::initializer_list<IntArrayRef> strides);

  /// n elements in a row, operand k with stride strides[k]: flat(n, {1, 1, 0}) is y[i] = f(a[i], b[0]).
  static Loop flat(std::int64_t n, std::initializer_list<std::int64_t> strides) {
    Loop loop;
    loop.ndim = 1;
    loop.numel = loop.size[0] = n;
    for (std::int64_t s : strides) loop.stride[0][loop.operands++] = s;
    return loop;
  }

  /// Whether the whole box is one run of neighbours in every operand.
  bool dense() const {
    for (int k = 0; k < operands; ++k)
      if (ndim > 1 || (ndim == 1 && stride[0][k] != 1)) return false;
    return true;
  }
};

/// What a kernel does to a run of n elements. data[k] is operand k's first element, operand 0 the output;
/// stride[k] counts elements. params are a function's p and q. It must not throw.
using RunFunction = void (*)(char* const* data, const std::int64_t* stride, std::int64_t n,
                             const double* params);

/// Calls f for the runs of the loop, on several threads when the box has more than `grain` elements. data[k]
/// is operand k's first element, bytes[k] the size of its elements.
void run(const Loop& loop, RunFunction f, void* const* data, const int* bytes, const double* params,
         std::int64_t grain);

}  // namespace wengert::kernels
