// Elements in order.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The elements along d in order, and the indices that they had. Equal ones keep their order; NaN counts as
/// the largest.
std::tuple<Tensor, Tensor> sort(const Tensor& x, std::int64_t d = -1, bool descending = false);
Tensor argsort(const Tensor& x, std::int64_t d = -1, bool descending = false);
/// The k largest (or smallest) elements along d in order, and their indices. Error: k outside [0, size].
std::tuple<Tensor, Tensor> topk(const Tensor& x, std::int64_t k, std::int64_t d = -1, bool largest = true,
                                bool sorted = true);

}  // namespace wengert
