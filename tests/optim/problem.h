// A small problem that needs no operation: gradients are given as formulas.
#pragma once
#include <cmath>
#include <vector>

#include "support/helpers.h"

namespace wengert::testing {

/// Five values to start from.
inline Tensor start(ScalarType dtype = kFloat64) {
  const Tensor p = leaf({0.5, -1.0, 2.0, -0.25, 1.5}).detach().to(dtype);
  return p.set_requires_grad(true);
}

/// The gradient at step t: 0.3 (i + 1) p_i + cos(0.7 t + i).
inline void set_gradient(const Tensor& p, int t) {
  const Values at = list(p);
  const Tensor dp = zeros({std::int64_t(at.size())}, kFloat64);
  for (std::size_t i = 0; i < at.size(); ++i)
    dp.data_ptr<double>()[i] = at[i] * double(i + 1) * 0.3 + std::cos(0.7 * t + double(i));
  p.mutable_grad() = dp.to(p.dtype());
}

inline void run_steps(optim::Optimizer& opt, int from, int to) {
  for (int t = from; t < to; ++t) {
    for (auto& group : opt.param_groups())
      for (const Tensor& p : group.params()) set_gradient(p, t);
    opt.step();
  }
}

/// p.grad = these values in p's type and shape.
inline void set_gradient(const Tensor& p, std::initializer_list<double> values) {
  const Tensor dp = zeros(p.sizes(), kFloat64);
  std::copy(values.begin(), values.end(), dp.data_ptr<double>());
  p.mutable_grad() = dp.to(p.dtype());
}

}  // namespace wengert::testing
