// Variance and standard deviation.
#pragma once
#include <concepts>

#include "wengert/tensor.h"

namespace wengert {

/// The variance sum (x - mean)^2 / (n - 1), or / n when not unbiased, from two passes, so that a large mean
/// costs no digits; and its square root. Too few elements give NaN. The gradient of std is 0 where std is 0.
/// Only a bool says unbiased: var(x, false) is over everything, var(x, 1) along dimension 1.
Tensor var(const Tensor& x, IntArrayRef dims = {}, bool unbiased = true, bool keepdim = false);
Tensor std(const Tensor& x, IntArrayRef dims = {}, bool unbiased = true, bool keepdim = false);
/// Both: (variance or standard deviation, mean).
std::tuple<Tensor, Tensor> var_mean(const Tensor& x, IntArrayRef dims = {}, bool unbiased = true,
                                    bool keepdim = false);
std::tuple<Tensor, Tensor> std_mean(const Tensor& x, IntArrayRef dims = {}, bool unbiased = true,
                                    bool keepdim = false);
template <std::same_as<bool> Bool>
Tensor var(const Tensor& x, Bool unbiased) {
  return var(x, IntArrayRef(), unbiased);
}
template <std::same_as<bool> Bool>
Tensor std(const Tensor& x, Bool unbiased) {
  return wengert::std(x, IntArrayRef(), unbiased);
}
template <std::same_as<bool> Bool>
std::tuple<Tensor, Tensor> var_mean(const Tensor& x, Bool unbiased) {
  return var_mean(x, IntArrayRef(), unbiased);
}
template <std::same_as<bool> Bool>
std::tuple<Tensor, Tensor> std_mean(const Tensor& x, Bool unbiased) {
  return std_mean(x, IntArrayRef(), unbiased);
}

}  // namespace wengert
