// The largest and the smallest elements. (max) and (min) are written so because <windows.h> has macros of these
// names.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The largest (smallest) element; NaN if there is one. Elements that tie share the gradient. Errors: an
/// empty tensor.
Tensor(max)(const Tensor& x);
Tensor(min)(const Tensor& x);
/// The same along dimension d, with the index of its first occurrence, to which the gradient goes.
std::tuple<Tensor, Tensor>(max)(const Tensor& x, std::int64_t d, bool keepdim = false);
std::tuple<Tensor, Tensor>(min)(const Tensor& x, std::int64_t d, bool keepdim = false);
/// maximum(a, b) and minimum(a, b).
Tensor(max)(const Tensor& a, const Tensor& b);
Tensor(min)(const Tensor& a, const Tensor& b);
/// The largest (smallest) element over several dimensions (all when empty); ties share the gradient.
Tensor amax(const Tensor& x, IntArrayRef dims = {}, bool keepdim = false);
Tensor amin(const Tensor& x, IntArrayRef dims = {}, bool keepdim = false);
/// The index of the largest (smallest) element's first occurrence along d, or among all elements in row-major
/// order. int64. Errors: nothing to choose from.
Tensor argmax(const Tensor& x, optional<std::int64_t> d = nullopt, bool keepdim = false);
Tensor argmin(const Tensor& x, optional<std::int64_t> d = nullopt, bool keepdim = false);

}  // namespace wengert
