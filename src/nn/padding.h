// Norms of batches that are filled up with padding, which must have no part in the statistics.
#pragma once
#include "wengert/base/shape.h"
#include "wengert/tensor.h"

namespace wengert::nn {

/// The positions of x [N, C, ...] that are not padding, as rows [positions, C]: a batch norm of these rows is
/// the norm of what counts, whatever the padding holds.
class UnpaddedRows {
 public:
  /// Error unless padding is bool[N, ...].
  UnpaddedRows(const Tensor& x, const Tensor& padding);
  const Tensor& values() const { return values_; }
  /// Rows [positions, C] in x's shape, with 0 in the padding.
  Tensor put_back(const Tensor& rows) const;

 private:
  Shape moved_;       // [N, ..., C]
  Tensor positions_;  // of the N, ...
  Tensor values_;
};

/// layer_norm with each mean and variance over the values of a row that are not padding, and 0 in the
/// padding. Error unless padding is bool of the first of x's sizes.
Tensor padded_layer_norm(const Tensor& x, const Tensor& padding, IntArrayRef normalized_shape,
                         const Tensor& weight, const Tensor& bias, double eps);

}  // namespace wengert::nn
