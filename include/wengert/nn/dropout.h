// Dropout as a function with options, and as a module.
#pragma once
#include "wengert/arg.h"
#include "wengert/nn/holder.h"

namespace wengert::nn {

struct DropoutOptions {
  DropoutOptions(double p = 0.5) : p_(p) {}
  /// The probability of an element to become 0.
  WENGERT_ARG(double, p);
  WENGERT_ARG(bool, inplace) = false;
};

namespace functional {

struct DropoutFuncOptions {
  WENGERT_ARG(double, p) = 0.5;
  WENGERT_ARG(bool, training) = true;
  WENGERT_ARG(bool, inplace) = false;
};

/// ops/dropout.h.
Tensor dropout(const Tensor& x, const DropoutFuncOptions& options = {});

}  // namespace functional

/// In training, sets elements to 0 with probability p and multiplies the others by 1 / (1 - p); in
/// evaluation, passes x on. Error: p outside [0, 1].
class DropoutImpl : public Cloneable<DropoutImpl> {
 public:
  explicit DropoutImpl(const DropoutOptions& options = {});
  explicit DropoutImpl(double p) : DropoutImpl(DropoutOptions(p)) {}

  void reset() override;
  void pretty_print(std::ostream& out) const override;
  Tensor forward(const Tensor& x);

  DropoutOptions options;
};
WENGERT_MODULE(Dropout);

}  // namespace wengert::nn
