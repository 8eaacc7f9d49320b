// Softmax: numbers of any size to probabilities that sum to 1.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// y_j = exp(x_j) / sum_k exp(x_k) along dimension d, whatever the size of x. `dtype` converts x first. A
/// slice that is all -inf, or holds NaN or +inf, gives NaN. Errors: integers without a floating `dtype`.
Tensor softmax(const Tensor& x, std::int64_t d, optional<ScalarType> dtype = nullopt);
/// log(softmax(x)), without the loss of digits that taking the logarithm afterwards would bring.
Tensor log_softmax(const Tensor& x, std::int64_t d, optional<ScalarType> dtype = nullopt);

}  // namespace wengert
