// Yes or no, for every element.
//
// Of x, t, the reduction and broadcasting see loss_reduction.h.
#pragma once
#include "wengert/ops/loss_reduction.h"

namespace wengert {

/// -weight (t log x + (1 - t) log(1 - x)), the logarithms not below -100; weight broadcasts to x. In the
/// gradient to x, x (1 - x) is taken not to be below 1e-12, as in libtorch: so it is at most 1e12, and 0 where x
/// and t are both exactly 0 or both 1. The gradient to t has the bounded logarithms of the value (libtorch's is
/// infinite for x = 0 and 1). Sizes of 1 count for nothing and t broadcasts, so that t [N] fits x [N, 1];
/// nn::functional's form wants one shape. Errors: an element of x that is NaN or outside [0, 1]; a t that does
/// not fit.
Tensor binary_cross_entropy(const Tensor& x, const Tensor& t, const Tensor& weight = {},
                            std::int64_t reduction = Reduction::Mean);
/// The same of sigmoid(x), for logits of any finite size; pos_weight multiplies the first term. x and both
/// weights broadcast to t; nn::functional's form wants one shape of x and t.
Tensor binary_cross_entropy_with_logits(const Tensor& x, const Tensor& t, const Tensor& weight = {},
                                        const Tensor& pos_weight = {},
                                        std::int64_t reduction = Reduction::Mean);

}  // namespace wengert
