// Variance and standard deviation.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The variance sum (x - mean)^2 / (n - 1), or / n when not unbiased, from two passes, so that a large mean
/// costs no digits; and its square root. Too few elements give NaN. The gradient of std is 0 where std is 0.
/// As in libtorch, var(x, 1) means var(x, true), over everything: name the dimension as var(x, 1, true).
Tensor var(const Tensor& x, bool unbiased = true);
Tensor var(const Tensor& x, IntArrayRef dims, bool unbiased = true, bool keepdim = false);
Tensor std(const Tensor& x, bool unbiased = true);
Tensor std(const Tensor& x, IntArrayRef dims, bool unbiased = true, bool keepdim = false);
/// Both: (variance or standard deviation, mean).
std::tuple<Tensor, Tensor> var_mean(const Tensor& x, bool unbiased = true);
std::tuple<Tensor, Tensor> var_mean(const Tensor& x, IntArrayRef dims, bool unbiased = true,
                                    bool keepdim = false);
std::tuple<Tensor, Tensor> std_mean(const Tensor& x, bool unbiased = true);
std::tuple<Tensor, Tensor> std_mean(const Tensor& x, IntArrayRef dims, bool unbiased = true,
                                    bool keepdim = false);

}  // namespace wengert
