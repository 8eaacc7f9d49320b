// The identity matrix.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The matrix with ones on its diagonal: [n, n], or [rows, cols].
Tensor eye(std::int64_t n, const TensorOptions& options = {});
Tensor eye(std::int64_t rows, std::int64_t cols, const TensorOptions& options = {});

}  // namespace wengert
