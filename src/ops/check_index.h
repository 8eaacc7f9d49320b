// What every operation with an index tensor asks first.
#pragma once
#include "tensor/check.h"

namespace wengert {

/// Throws Error unless index is int64, and IndexError unless every one of them lies in [0, size), or with
/// `negative` in [-size, size).
void check_index(const char* op, const Tensor& index, std::int64_t size, std::int64_t d, bool negative);

}  // namespace wengert
