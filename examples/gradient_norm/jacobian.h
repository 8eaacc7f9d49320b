// How much one layer can stretch a vector, and how much it usually does.
#pragma once
#include <wengert/wengert.h>

/// Of the Jacobian J = dy/dx of a layer, with y and x the whole batch as one long vector each.
struct Stretch {
  /// The root mean square of the singular values: that of |J^T u| / |u| over random u, which is what happens
  /// to a gradient that does not know the layer. Estimated from 16 of them.
  double typical;
  /// The largest singular value: the most that J can do to any vector.
  double largest;
};

/// BatchNorm ties the samples of a batch together, so its J is a full matrix. Without it J is one block a
/// sample, and its largest singular value is the largest among the samples.
Stretch stretch(wengert::nn::Sequential& layer, const wengert::Tensor& x);
