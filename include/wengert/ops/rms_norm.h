// Root mean square normalisation.
//
// float32 and float64; see layer_norm.h for what all norms have in common.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// How RMS norm is kept from dividing by 0: x / sqrt(mean(x^2) + eps) or x / max(sqrt(mean(x^2)), eps). They
/// differ on rows whose root mean square is not far above sqrt(eps), or eps.
enum class EpsForm { inside, clamp };
/// Root mean square normalisation (Zhang, Sennrich 2019, arXiv:1910.07467, eq. 4) over the last dimensions:
///   y = x / sqrt(mean(x^2) + eps) weight
/// weight has the shape normalized_shape. Rows of zeros give zeros.
Tensor rms_norm(const Tensor& x, IntArrayRef normalized_shape, const Tensor& weight = {}, double eps = 1e-6,
                EpsForm eps_form = EpsForm::inside);

}  // namespace wengert
