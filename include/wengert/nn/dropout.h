// Dropout as functions with options, and as modules.
#pragma once
#include "wengert/base/arg.h"
#include "wengert/nn/holder.h"

namespace wengert::nn {

struct DropoutOptions {
  DropoutOptions(double p = 0.5) : p_(p) {}
  WENGERT_FIELDS(
      /// The probability of an element to become 0.
      (double, p), (bool, inplace, false));
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

/// What the dropouts share. Error: p outside [0, 1].
template <class Derived>
class AnyDropout : public Cloneable<Derived> {
 public:
  explicit AnyDropout(const DropoutOptions& o = {}) : options(o) { AnyDropout::reset(); }
  explicit AnyDropout(double p) : AnyDropout(DropoutOptions(p)) {}
  void reset() override;

  DropoutOptions options;
};

/// In training, sets elements to 0 with probability p and multiplies the others by 1 / (1 - p); in
/// evaluation, passes x on.
class DropoutImpl : public AnyDropout<DropoutImpl> {
 public:
  using AnyDropout::AnyDropout;
  void pretty_print(std::ostream& out) const override;
  Tensor forward(const Tensor& x);
};
WENGERT_MODULE(Dropout);

/// The same for whole channels of x [N, C, H, W] (Tompson et al. 2015, arXiv:1411.4280); [C, H, W] is one
/// image. Neighbours in an image say much the same, so that dropping single ones would drop little.
class Dropout2dImpl : public AnyDropout<Dropout2dImpl> {
 public:
  using AnyDropout::AnyDropout;
  void pretty_print(std::ostream& out) const override;
  Tensor forward(const Tensor& x);
};
WENGERT_MODULE(Dropout2d);
/// Its name in libtorch before 1.5.
using FeatureDropoutImpl = Dropout2dImpl;
using FeatureDropout = Dropout2d;

}  // namespace wengert::nn
