// The windows of max and average pooling.
#pragma once
#include "kernels/window.h"
#include "ops/spatial.h"

namespace wengert {

/// The windows of max and average pooling, checked.
std::array<kernels::Window, 2> windows(const char* op, const Pair& in, int dims, IntArrayRef kernel_size,
                                       IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                                       bool ceil_mode);

}  // namespace wengert
