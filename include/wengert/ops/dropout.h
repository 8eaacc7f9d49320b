// Dropout: noise that keeps units from relying on each other.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// In training, each element of x becomes 0 with probability p, else x / (1 - p), so that its mean stays
/// (Srivastava et al. 2014, JMLR 15); else x itself. Draws one number an element from the default stream
/// where 0 < p < 1. Errors: p outside [0, 1]; integers.
Tensor dropout(const Tensor& x, double p, bool train);
/// The same, written into x.
Tensor& dropout_(const Tensor& x, double p, bool train);

/// The same for whole channels (Tompson et al. 2015, arXiv:1411.4280): one number for each x[n, c], for all
/// of its elements. Error: fewer than two dimensions.
Tensor feature_dropout(const Tensor& x, double p, bool train);
Tensor& feature_dropout_(const Tensor& x, double p, bool train);

}  // namespace wengert
