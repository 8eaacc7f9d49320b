// Elements in order.
#pragma once
#include <concepts>

#include "wengert/tensor.h"

namespace wengert {

/// The elements along d in order, and the indices that they had. Equal ones keep their order; NaN counts as
/// the largest. As in libtorch, a bool before the dimension says `stable`, which this always is.
std::tuple<Tensor, Tensor> sort(const Tensor& x, std::int64_t d = -1, bool descending = false);
std::tuple<Tensor, Tensor> sort(const Tensor& x, optional<bool> stable, std::int64_t d, bool descending);
Tensor argsort(const Tensor& x, std::int64_t d = -1, bool descending = false);
template <std::same_as<bool> Bool>
Tensor argsort(const Tensor& x, Bool /*stable*/, std::int64_t d = -1, bool descending = false) {
  return argsort(x, d, descending);
}
/// The k largest (or smallest) elements along d in order, and their indices. Error: k outside [0, size].
std::tuple<Tensor, Tensor> topk(const Tensor& x, std::int64_t k, std::int64_t d = -1, bool largest = true,
                                bool sorted = true);

}  // namespace wengert
