// Residual blocks: x plus what a sublayer F makes of it, and where the norm stands.
#pragma once
#include <string>

#include "wengert/nn/any.h"

namespace wengert::nn {

/// The four arrangements of a residual block, also named "pre", "post", "branch" and "none".
enum class Placement {
  pre,     ///< x + F(norm(x)): the path from end to end is free (Xiong et al. 2020, arXiv:2002.04745)
  post,    ///< norm(x + F(x)): the first Transformer (Vaswani et al. 2017, arXiv:1706.03762)
  branch,  ///< x + norm(F(x)): Swin Transformer V2 (Liu et al. 2022, arXiv:2111.09883)
  none     ///< x + F(x)
};
const char* name_of(Placement placement);
/// Error: another word.
Placement placement_of(const std::string& name);

/// One step of a residual tower, of any functions norm and f of a tensor.
template <class Norm, class F>
Tensor residual(Placement placement, const Tensor& x, Norm&& norm, F&& f) {
  switch (placement) {
    case Placement::pre:
      return x.add(f(norm(x)));
    case Placement::post:
      return norm(x.add(f(x)));
    case Placement::branch:
      return x.add(norm(f(x)));
    default:
      return x.add(f(x));
  }
}

/// A residual block of any sublayer and any norm, which are children of these names:
///
///     nn::Residual block(nn::Placement::pre, nn::LayerNorm(64),
///                        nn::Sequential(nn::Linear(64, 256), nn::GELU(), nn::Linear(256, 64)));
///
/// Both take one tensor and give one; the sublayer keeps the shape, or gives one that broadcasts against x.
/// Without a norm the placement is none. Errors: an empty module; a norm for placement none.
class ResidualImpl : public Cloneable<ResidualImpl> {
 public:
  explicit ResidualImpl(AnyModule sublayer);
  ResidualImpl(Placement placement, AnyModule norm, AnyModule sublayer);

  void reset() override {}
  void pretty_print(std::ostream& out) const override;
  /// A copy that shares nothing.
  std::shared_ptr<Module> clone(const optional<Device>& device = nullopt) const override;
  Tensor forward(const Tensor& x);

  Placement placement = Placement::none;
  AnyModule norm, sublayer;
};
WENGERT_LIBRARY_MODULE(Residual);

}  // namespace wengert::nn
