// Max pooling of images: x is `planes` contiguous planes of rows.in x cols.in elements. A sequence is an image of one row.
// T: float, double.
#pragma once
#include <cstdint>

#include "kernels/window.h"

namespace wengert::kernels {

/// The windows' sizes but for `in` and `out` fit into 32 bits.
///
/// y = the largest element in each window: the first of several, but a NaN wins, and the last one over the
/// others. Windows without elements give -infinity. places (optional): where in its plane that element is, or
/// -1.
template <class T>
void max_pool(const T* x, std::int64_t planes, const Window& rows, const Window& cols, T* y,
              std::int64_t* places);
/// dx[places] += dy, plane by plane; dx was filled with zeros.
template <class T>
void max_pool_backward(const T* dy, const std::int64_t* places, std::int64_t planes, std::int64_t outputs,
                       std::int64_t inputs, T* dx);

}  // namespace wengert::kernels
