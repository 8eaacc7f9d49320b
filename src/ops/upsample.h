// Resizing by any of the ways that nn::Upsample offers.
#pragma once
#include "ops/spatial.h"

namespace wengert {

enum class Sampling {
  Nearest,       // the element at floor(o / s)
  NearestExact,  // the element at floor((o + 0.5) / s)
  Linear,        // between the elements around (o + 0.5) / s - 0.5
  Corners,       // the same, the first and last elements staying first and last
};

Tensor upsample1d(const Tensor& x, IntArrayRef output_size, Sampling sampling, optional<double> scale);
Tensor upsample2d(const Tensor& x, IntArrayRef output_size, Sampling sampling, optional<double> scale_h,
                  optional<double> scale_w);

}  // namespace wengert
