// Resizing: each element of the result is found at a place between the input's.
//
// Images are [N, C, H, W], sequences [N, C, L]; without N they are one image. float32 and float64. From size n
// to n', with a scale s (the given one, else n' / n), output o is at (o + 0.5) / s - 0.5, or at
// o (n - 1) / (n' - 1) with align_corners. Errors: sizes below 1.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The input element at floor(o / s).
Tensor upsample_nearest1d(const Tensor& x, IntArrayRef output_size, optional<double> scale = nullopt);
Tensor upsample_nearest2d(const Tensor& x, IntArrayRef output_size, optional<double> scale_h = nullopt,
                          optional<double> scale_w = nullopt);
/// A mix of the two neighbours (in each dimension), by distance.
Tensor upsample_linear1d(const Tensor& x, IntArrayRef output_size, bool align_corners,
                         optional<double> scale = nullopt);
Tensor upsample_bilinear2d(const Tensor& x, IntArrayRef output_size, bool align_corners,
                           optional<double> scale_h = nullopt, optional<double> scale_w = nullopt);

}  // namespace wengert
