// Triangles of matrices.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// x [..., n, m] with zeros above (tril), or below (triu), the diagonal number `diagonal`.
Tensor tril(const Tensor& x, std::int64_t diagonal = 0);
Tensor triu(const Tensor& x, std::int64_t diagonal = 0);

}  // namespace wengert
