// The identity matrix.
#include "wengert/ops/eye.h"
#include "base/fail.h"
#include "tensor/fill.h"
#include "wengert/ops/creation.h"

namespace wengert {

Tensor eye(std::int64_t rows, std::int64_t cols, const TensorOptions& options) {
  if (rows < 0 || cols < 0) fail("eye: sizes {} and {} must not be negative", rows, cols);
  const Tensor y = zeros({rows, cols}, options.requires_grad(false));
  fill_elements(y.diagonal(), 1);
  return finish(y, options);
}
Tensor eye(std::int64_t n, const TensorOptions& options) { return eye(n, n, options); }

}  // namespace wengert
