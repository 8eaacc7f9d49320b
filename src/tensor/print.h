// Elements in a box as text that a person can read; `<<` on a tensor adds the type and the shape.
#pragma once
#include <string>

#include "wengert/base/dtype.h"
#include "wengert/base/shape.h"

namespace wengert {

/// The elements at `data` in nested brackets, a line a row, blank lines between matrices:
///
///     [[ 1.5410, -0.2934],
///      [-2.1788,  0.5684]]
///
/// All elements share one format and one width. Floating: "2." when all are whole numbers below 1e8; four
/// decimals when that shows the largest to three digits or more (0.01 <= max |x| < 1e6) and the smallest not
/// as zero (|x| >= 5e-5, or exactly 0); "1.5410e-05" otherwise; nan and inf take part in the width only. A
/// tensor of more than 1000 elements shows the first and last three along each dimension and "..." for the
/// rest. Rows are broken where they would pass 80 columns. No dimensions: the bare element; no elements:
/// "[]".
std::string elements_to_string(const void* data, IntArrayRef sizes, IntArrayRef strides, ScalarType dtype);

}  // namespace wengert
