// What the backward operations of the normalisation family share: (dy, x, weight) -> (dx, dweight, dbias),
// and the gradient of that.
#pragma once
#include <array>
#include <functional>
#include <span>

#include "wengert/base/shape.h"
#include "wengert/tensor.h"

namespace wengert {

using NormGradients = std::array<Tensor, 3>;  // dx, dweight, dbias
using Wanted = std::array<bool, 3>;           // which of them

/// Which gradients the backward pass asks the running gradient function for; never dbias where the norm has none.
Wanted wanted_gradients();

/// Memory for the gradients that are wanted; zeros when x has no elements. `parameter` is weight's shape.
NormGradients make_gradients(Wanted wanted, const Tensor& x, const Shape& parameter);

/// Which values of x share what: x seen as `sizes`, where the values that differ in the dimensions `set`
/// alone have one mean and rstd, and those that differ in the dimensions `parameter` alone one weight.
struct NormSets {
  Shape sizes, set, parameter;
};

/// The gradient of a norm's backward: of dy, x and weight, given that of its results (derivation: the .cpp).
/// xhat is that of x, with its history. rstd, one for each set, is undefined where it does not depend on x;
/// to_x(v) is the backward's dx for dy = v and no weight, recorded.
NormGradients norm_double_backward(std::span<const Tensor> of_results, const Tensor& dy, const Tensor& x,
                                   const Tensor& weight, const Tensor& xhat, const Tensor& rstd,
                                   const NormSets& sets, const std::function<Tensor(const Tensor&)>& to_x);

}  // namespace wengert
