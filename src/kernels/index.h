// Copying and adding elements whose places are listed in an int64 array. The indices have been checked.
#pragma once
#include <cstdint>

#include "wengert/base/dtype.h"
#include "wengert/base/shape.h"

namespace wengert::kernels {

/// Whole rows: x and y are contiguous boxes of outer * n * inner or outer * m * inner elements, of which
/// index[0 .. m) names some along the middle dimension.
struct Rows {
  std::int64_t outer, n, inner, m;
};
/// y[o, i, :] = x[o, index[i], :]
void take_rows(ScalarType t, const Rows& rows, void* y, const void* x, const std::int64_t* index);
/// y[o, index[i], :] = x[o, i, :], in the order of i
void put_rows(ScalarType t, const Rows& rows, void* y, const void* x, const std::int64_t* index);
/// y[o, index[i], :] += alpha x[o, i, :], in the order of i
void add_rows(ScalarType t, const Rows& rows, void* y, const void* x, const std::int64_t* index,
              double alpha);

/// Single elements: for every position p of a box of these sizes, p' is p with coordinate `dim` replaced by
/// index[p] (contiguous). Strides count elements. In row-major order of p.
struct Places {
  IntArrayRef sizes;
  std::int64_t dim;
  const std::int64_t* index;
};
/// y[p] = x[p'], y contiguous
void gather(ScalarType t, const Places& places, void* y, const void* x, IntArrayRef x_strides);
/// y[p'] = x[p], or y[p'] += x[p]
void scatter(ScalarType t, const Places& places, void* y, IntArrayRef y_strides, const void* x,
             IntArrayRef x_strides, bool add);

}  // namespace wengert::kernels
