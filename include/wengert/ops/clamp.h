// Values held between two bounds.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// min(max(x, low), high), either bound optional; high where low > high. The gradient passes from low to
/// high, bounds included. A floating-point bound makes integers floating-point. Error: no bound at all.
Tensor clamp(const Tensor& x, const optional<Scalar>& min = nullopt, const optional<Scalar>& max = nullopt);
Tensor clamp_min(const Tensor& x, const Scalar& min);
Tensor clamp_max(const Tensor& x, const Scalar& max);
/// The same with a bound for each element, which gets the gradient of those that it holds back; NaN where
/// either bound is.
Tensor clamp(const Tensor& x, const optional<Tensor>& min, const optional<Tensor>& max = nullopt);
Tensor clamp_min(const Tensor& x, const Tensor& min);
Tensor clamp_max(const Tensor& x, const Tensor& max);

}  // namespace wengert
