// Printing of shapes, element types and devices; that of a tensor is in tensor.h.
#pragma once
#include <iosfwd>

#include "wengert/base/dtype.h"
#include "wengert/base/shape.h"
#include "wengert/base/tensor_options.h"

namespace wengert {

/// "[2, 3]".
std::ostream& operator<<(std::ostream& out, IntArrayRef values);
/// "float32".
std::ostream& operator<<(std::ostream& out, ScalarType type);
/// "cpu".
std::ostream& operator<<(std::ostream& out, const Device& device);

}  // namespace wengert
