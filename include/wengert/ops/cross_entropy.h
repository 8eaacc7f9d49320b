// One of C classes.
//
// Of x, t, the reduction and broadcasting see loss_reduction.h.
#pragma once
#include "wengert/ops/loss_reduction.h"

namespace wengert {

/// -log softmax(x)[t], with the classes of x [C], [N, C] or [N, C, d1, ...] in dimension 1 (0 for [C]).
///
/// t is int64 labels [], [N] or [N, d1, ...], or probabilities of x's shape. weight [C] multiplies the share
/// of each class; with labels, the mean then divides by the sum of the labels' weights. Labels equal to
/// ignore_index count for nothing: when all are, the mean is NaN. label_smoothing e replaces the target by
/// (1 - e) target + e / C (Szegedy et al. 2015, arXiv:1512.00567, sec. 7).
///
/// Exact for logits of any size; a class with the logit -inf has probability 0. Errors: a label outside the
/// classes (IndexError, which names it and its place); shapes; an ignore_index >= 0 with probabilities;
/// label_smoothing outside [0, 1].
Tensor cross_entropy_loss(const Tensor& x, const Tensor& t, const Tensor& weight = {},
                          std::int64_t reduction = Reduction::Mean, std::int64_t ignore_index = -100,
                          double label_smoothing = 0.0);
/// -x[t], where x are log-probabilities; shapes, labels, weight, ignore_index and errors as above.
Tensor nll_loss(const Tensor& x, const Tensor& t, const Tensor& weight = {},
                std::int64_t reduction = Reduction::Mean, std::int64_t ignore_index = -100);

}  // namespace wengert
