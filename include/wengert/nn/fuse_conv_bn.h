// BatchNorm folded into the layer before it, for models that only evaluate.
#pragma once
#include "wengert/autograd/mode.h"
#include "wengert/nn/sequential.h"

namespace wengert::nn {

namespace detail {
std::shared_ptr<Module> fold_batchnorm(const Module& model, double tolerance);
/// Throws Error when folded differs from y by more than tolerance times the largest |y| (or 1).
void check_folded(const std::string& what, const Tensor& folded, const Tensor& y, double tolerance);
}  // namespace detail

/// A copy of a model, in evaluation, in which every BatchNorm straight behind a Linear, Conv1d or Conv2d in a
/// Sequential, at any depth, has become part of that layer. An Identity takes its place, so that positions
/// and names stay; the layer has a bias then. The model itself is left as it is.
///
///     nn::Sequential fast = nn::fold_batchnorm(net, images);
///
/// In evaluation BatchNorm multiplies each channel by a constant and adds another, which the layer can do:
///   W' = W gamma rstd,   b' = (b - mean) gamma rstd + beta,   rstd = 1 / sqrt(var + eps)
/// (Jacob et al. 2018, arXiv:1712.05877, sec. 3.2). A Linear is taken to work on [N, features].
///
/// Each folded layer is checked against the pair that it replaces, on random input; and the whole model on
/// `probe`, when one is given. Copying draws from the default generator. Errors: a difference of more than
/// tolerance times the largest output (or 1); a model or a BatchNorm in training; a BatchNorm without running
/// statistics or with another number of channels; nothing to fold; a model that can't be cloned.
template <class M>
requires IsModuleHolder<M> M fold_batchnorm(const M& model, const Tensor& probe = {},
                                            double tolerance = 1e-4) {
  using Impl = typename M::ContainedType;
  const M folded(std::static_pointer_cast<Impl>(detail::fold_batchnorm(*model, tolerance)));
  if (probe.defined()) {
    const NoGradGuard quiet;
    detail::check_folded("the model", folded(probe), model(probe), tolerance);
  }
  return folded;
}

}  // namespace wengert::nn
