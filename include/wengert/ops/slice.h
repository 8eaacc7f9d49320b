// Views of a part.
//
// A view costs no copy, whatever the size, and a write through it is seen by all. A dimension d < 0 counts
// from the end; one that does not exist is an IndexError.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// Elements start, start + step, ... before end along d. Negative bounds count from the end; bounds outside
/// are moved to the nearest end. Error: step < 1.
Tensor slice(const Tensor& x, std::int64_t d = 0, optional<std::int64_t> start = nullopt,
             optional<std::int64_t> end = nullopt, std::int64_t step = 1);
/// Element `index` along d, which disappears. IndexError: index outside [-size, size).
Tensor select(const Tensor& x, std::int64_t d, std::int64_t index);
/// `length` elements from `start` on along d. IndexError: any of them does not exist.
Tensor narrow(const Tensor& x, std::int64_t d, std::int64_t start, std::int64_t length);

}  // namespace wengert
