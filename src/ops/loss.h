// What the losses share: their checks, and how they are reduced.
#pragma once
#include "tensor/check.h"
#include "wengert/ops/loss_reduction.h"

namespace wengert {

/// Throws Error unless x and t are defined, floating, and reduction is one of the three.
void check_loss(const char* op, const Tensor& x, const Tensor& t, std::int64_t reduction);
/// Throws Error unless t has x's shape.
void check_same_shape(const char* op, const Tensor& x, const Tensor& t);

/// x - t; shapes that only broadcast are taken with a warning.
Tensor difference(const char* op, const Tensor& x, const Tensor& t, std::int64_t reduction);

/// Throws Error unless t are labels of x's classes, and weight is undefined or a weight for each; returns t
/// contiguous. IndexError for a label that is neither a class nor ignore_index.
Tensor check_labels(const char* op, const Tensor& x, const Tensor& t, const Tensor& weight,
                    std::int64_t reduction, std::int64_t ignore_index);

/// The place of element i, in row-major order, of a box.
Shape place_of(std::int64_t i, IntArrayRef sizes);

inline Tensor reduce_loss(const Tensor& loss, std::int64_t reduction) {
  return reduction == Reduction::Mean ? loss.mean() : reduction == Reduction::Sum ? loss.sum() : loss;
}

}  // namespace wengert
