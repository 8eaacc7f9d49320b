// Dropout as functions with options, and as modules.
#pragma once
#include "wengert/nn/stateless.h"

namespace wengert::nn {

struct DropoutOptions {
  DropoutOptions(double p = 0.5) : p_(p) {}
  static constexpr bool prints_inplace = true;  // also when false, as in libtorch
  WENGERT_FIELDS(
      /// The probability of an element to become 0.
      (double, p), (bool, inplace, false));
  /// Error, in the name of this layer, unless p lies in [0, 1].
  void check(const std::type_info& layer) const;
};
using Dropout2dOptions = DropoutOptions;
using FeatureDropoutOptions = DropoutOptions;

namespace functional {

struct DropoutFuncOptions {
  WENGERT_FIELDS((double, p, 0.5), (bool, training, true), (bool, inplace, false));
};
using Dropout2dFuncOptions = DropoutFuncOptions;

/// ops/dropout.h.
Tensor dropout(const Tensor& x, const DropoutFuncOptions& options = {});
/// Whole channels of images [N, C, H, W]; any other x counts as one [1, ...] of a batch.
Tensor dropout2d(const Tensor& x, const Dropout2dFuncOptions& options = {});

}  // namespace functional

/// In training, sets elements to 0 with probability p and multiplies the others by 1 / (1 - p); in
/// evaluation, passes x on. Error: p outside [0, 1].
struct DropoutImpl : Stateless<DropoutImpl, DropoutOptions> {
  using Stateless::Stateless;
  Tensor forward(const Tensor& x);
};
WENGERT_LIBRARY_STATELESS(Dropout, DropoutOptions);

/// The same for whole channels of x [N, C, H, W] (Tompson et al. 2015, arXiv:1411.4280); [C, H, W] is one
/// image. Neighbours in an image say much the same, so that dropping single ones would drop little.
struct Dropout2dImpl : Stateless<Dropout2dImpl, Dropout2dOptions> {
  using Stateless::Stateless;
  Tensor forward(const Tensor& x);
};
WENGERT_LIBRARY_STATELESS(Dropout2d, Dropout2dOptions);
/// Its name in libtorch before 1.5.
using FeatureDropoutImpl = Dropout2dImpl;
using FeatureDropout = Dropout2d;

}  // namespace wengert::nn
