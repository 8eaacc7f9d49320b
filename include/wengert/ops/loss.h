// Losses: how far a model's output x is from the target t.
//
// Each is computed for every element, or every row of classes, and then reduced: to the mean over all of
// them (Reduction::Mean), the sum (Reduction::Sum), or not at all (Reduction::None). The mean over nothing is
// NaN, the sum 0. x and t have a floating dtype and one shape; where the text says "broadcast", shapes that
// broadcast are taken too, with a warning on std::cerr, because (N, 1) against (N) gives N x N differences
// and is nearly always a mistake.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

namespace Reduction {
enum Reduction : std::int64_t { None, Mean, Sum };
}

// ---- Regression
// ---------------------------------------------------------------------------------------------

/// (x - t)^2. Broadcast.
Tensor mse_loss(const Tensor& x, const Tensor& t, std::int64_t reduction = Reduction::Mean);
/// |x - t|; the gradient at 0 is 0. Broadcast.
Tensor l1_loss(const Tensor& x, const Tensor& t, std::int64_t reduction = Reduction::Mean);
/// d^2 / (2 beta) where d = |x - t| < beta, d - beta / 2 beyond (Girshick 2015, arXiv:1504.08083, eq. 3);
/// beta = 0 is l1_loss. Broadcast. Error: beta < 0.
Tensor smooth_l1_loss(const Tensor& x, const Tensor& t, std::int64_t reduction = Reduction::Mean,
                      double beta = 1.0);
/// d^2 / 2 where d = |x - t| <= delta, delta (d - delta / 2) beyond (Huber 1964). Broadcast. Error: delta
/// not above 0.
Tensor huber_loss(const Tensor& x, const Tensor& t, std::int64_t reduction = Reduction::Mean,
                  double delta = 1.0);

// ---- One of C classes
// ---------------------------------------------------------------------------------------

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

// ---- Yes or no, for every element
// -----------------------------------------------------------------------------

/// -weight (t log x + (1 - t) log(1 - x)), the logarithms not below -100; weight broadcasts to x. In the
/// gradient, x (1 - x) is taken not to be below 1e-12. Errors: an element of x that is NaN or outside [0, 1];
/// another shape of t.
Tensor binary_cross_entropy(const Tensor& x, const Tensor& t, const Tensor& weight = {},
                            std::int64_t reduction = Reduction::Mean);
/// The same of sigmoid(x), for logits of any finite size; pos_weight multiplies the first term. Both weights
/// broadcast to x.
Tensor binary_cross_entropy_with_logits(const Tensor& x, const Tensor& t, const Tensor& weight = {},
                                        const Tensor& pos_weight = {},
                                        std::int64_t reduction = Reduction::Mean);

// ---- Distributions
// --------------------------------------------------------------------------------------------

/// t (log t - x), 0 where t = 0: the Kullback-Leibler divergence of the distribution t from the one whose
/// log-probabilities are x. log_target: t are log-probabilities too. The shapes broadcast without a warning.
Tensor kl_div(const Tensor& x, const Tensor& t, std::int64_t reduction = Reduction::Mean,
              bool log_target = false);

}  // namespace wengert
