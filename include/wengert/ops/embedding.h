// Rows of a table, looked up by number.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// y[..., :] = weight[indices[...], :]: weight [n, d], indices int64 of any shape [...], y [..., d].
///
/// The gradient of a row that is looked up several times adds up; row padding_idx gets none (-1: there is no
/// such row). Errors: indices that are not int64; one outside 0 ... n - 1 (IndexError).
Tensor embedding(const Tensor& weight, const Tensor& indices, std::int64_t padding_idx = -1);

}  // namespace wengert
